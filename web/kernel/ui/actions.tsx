import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** An action of the present screen: in the palette, in the list under `?`, and by its keys. */
export type Action = {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  /**
   * `n`, `Shift+D`, `Mod+K` (Ctrl, or Cmd on a Mac), `?`. Single letters are off while the user
   * types.
   */
  readonly keys?: string
  readonly run: () => void
  /** A preference (theme, language, sign-out). The palette lists preferences last. */
  readonly isPreference?: boolean
  /** Listed under `?` only: it makes no sense in the palette. */
  readonly hidden?: boolean
}

/** An action that has its keys alone: it is listed under `?` only. */
export const keyAction = (id: string, label: string, keys: string, run: () => void): Action => ({
  id,
  label,
  keys,
  run,
  hidden: true,
})

let actions: readonly Action[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Action[]) => {
  actions = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All actions of this screen, in the order they were registered. */
export const useActions = () => useSyncExternalStore(subscribe, () => actions)

/**
 * Registers an action while the component is mounted; null registers none (not permitted, nothing
 * selected).
 */
export function useAction(action: Action | null) {
  const run = useRef(action?.run)
  run.current = action?.run
  const { id, label, icon, keys, hidden, isPreference } = action ?? {}
  // A screen in sight takes its keys. Other effects run after it is painted.
  useLayoutEffect(() => {
    if (id === undefined || label === undefined) return
    const offered: Action = {
      id,
      label,
      run: () => run.current?.(),
      ...(icon && { icon }),
      ...(keys && { keys }),
      ...(hidden && { hidden }),
      ...(isPreference && { isPreference }),
    }
    set([...actions.filter((other) => other.id !== id), offered])
    return () => set(actions.filter((other) => other !== offered))
  }, [id, label, icon, keys, hidden, isPreference])
}

/** Keys that a part of the screen handles itself, named for the list under `?`. */
export type KeyHelp = { readonly label: string; readonly keys: readonly string[] }
let helps: readonly (readonly KeyHelp[])[] = []
const setHelps = (next: typeof helps) => {
  helps = next
  for (const listener of listeners) listener()
}

/** The keys of what is on screen, in the order of its parts. */
export const useKeyHelps = () => useSyncExternalStore(subscribe, () => helps)

/** Names keys while the component is mounted. Two parts with the same keys are one in the list. */
export function useKeyHelp(keys: readonly KeyHelp[]) {
  const text = JSON.stringify(keys)
  useEffect(() => {
    const own = JSON.parse(text) as readonly KeyHelp[] // written above
    setHelps([...helps, own])
    return () => setHelps(helps.filter((other) => other !== own))
  }, [text])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
      !/^(checkbox|radio|range|button)$/.test((target as HTMLInputElement).type)))

function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('Mod')
  const shift = parts.includes('Shift')
  if (mod !== (event.ctrlKey || event.metaKey) || event.altKey !== parts.includes('Alt'))
    return false
  // A character such as `?` already implies Shift.
  if (/^[a-z0-9]$/i.test(key) && shift !== event.shiftKey) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

/**
 * Handles keys wherever the focus is. While the user types or a dialog is open, only `Mod`
 * combinations work.
 */
export function useActionKeys() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const action = actions.findLast((one) => one.keys && matches(one.keys, event))
      if (!action?.keys) return
      const busy =
        isTyping(event.target) ||
        document.querySelector('[role="dialog"][aria-modal="true"]') !== null
      if (busy && !action.keys.includes('Mod')) return
      event.preventDefault()
      action.run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
