import i18next from 'i18next'
import { type ReactNode, useSyncExternalStore } from 'react'

export type Tone = 'success' | 'failure' | 'info'
export type Toast = {
  readonly id: number
  readonly tone: Tone
  /** The message; for a failed call the error, translated where it is shown. */
  readonly what: ReactNode | Error
  readonly detail?: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Epoch milliseconds. */
  readonly at: number
}

/** Lifetime of a toast, in milliseconds; hovering or focusing it stops its clock. */
export const STAYS: Record<Tone, number> = { success: 5_000, info: 5_000, failure: 20_000 }
/** Number of toasts that can be read again. */
const KEPT = 20

/**
 * `past`: the last toasts, newest first, for reading again. `unread` counts the failures among
 * them.
 */
type State = {
  readonly shown: readonly Toast[]
  readonly past: readonly Toast[]
  readonly unread: number
}
let state: State = { shown: [], past: [], unread: 0 }
/** Called with the past toasts, once they are kept. */
let keep: (past: readonly Toast[]) => void = () => {}
let nextId = 1
const listeners = new Set<() => void>()
function set(next: State) {
  if (next.past !== state.past) keep(next.past)
  state = next
  for (const listener of listeners) listener()
}

/** Several reads that fail for one cause are shown once. */
const isTold = ({ what }: Omit<Toast, 'id' | 'at'>): boolean =>
  what instanceof Error &&
  state.shown.some((toast) => toast.what instanceof Error && toast.what.message === what.message)

function add(toast: Omit<Toast, 'id' | 'at'>) {
  if (isTold(toast)) return
  const full = { ...toast, id: nextId++, at: Date.now() }
  const isFailure = toast.tone === 'failure'
  set({
    shown: [...state.shown, full].slice(-4),
    past: [full, ...state.past].slice(0, KEPT),
    unread: state.unread + (isFailure ? 1 : 0),
  })
}

type More = Pick<Toast, 'detail' | 'action'>
/**
 * `succeeded(t('bill.issued'))`, with `{ detail, action }` when there is one thing to say or undo.
 */
export const notifySuccess = (what: ReactNode, more: More = {}) =>
  add({ tone: 'success', what, ...more })
export const notifyInfo = (what: ReactNode, more: More = {}) => add({ tone: 'info', what, ...more })
/** Mutations show their failures themselves. */
export const notifyFailure = (what: ReactNode | Error, more: More = {}) =>
  add({ tone: 'failure', what, ...more })

/** The write, in the product's words; `name` is the record's ("Société Atelier Brumaire"). */
export type Done =
  | string
  | { readonly kind: 'added' | 'changed' | 'deleted'; readonly name?: string }
  | ({ readonly text: string; readonly name: string } & Pick<Toast, 'action'>)

export function notifyDone(done: Done): void {
  if (typeof done === 'string') return notifySuccess(done)
  const text = 'text' in done ? done.text : i18next.getFixedT(null, 'kernel')(`toast.${done.kind}`)
  notifySuccess(text, {
    ...(done.name && { detail: done.name }),
    ...('action' in done && { action: done.action }),
  })
}

export const dismiss = (id: number) =>
  set({ ...state, shown: state.shown.filter((toast) => toast.id !== id) })
export const readToasts = () => state.unread > 0 && set({ ...state, unread: 0 })
export const forgetToasts = () => set({ ...state, past: [], unread: 0 })

/** Adds toasts of before, and has the past ones kept from now on. */
export function takeBack(before: readonly Toast[], keeper: typeof keep): void {
  keep = keeper
  set({
    ...state,
    past: [...state.past, ...before.map((toast) => ({ ...toast, id: nextId++ }))].slice(0, KEPT),
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useToasts = (): State => useSyncExternalStore(subscribe, () => state)
