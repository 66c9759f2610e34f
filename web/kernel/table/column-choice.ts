import { useSyncExternalStore } from 'react'
import type { ColumnArrangement } from '#contract/identity/identity.schemas.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { type Session, useMaybeSession } from '#web/kernel/data/session.tsx'
import { viewedRole } from '#web/kernel/data/viewed-role.ts'

/** Rest after which the account keeps an arrangement: a drag is one. @unit milliseconds */
const REST_MS = 800

const USUAL: ColumnArrangement = { hidden: [], order: [], widths: {} }

/** A list by its page; pages of one record share it. */
const listAt = () =>
  window.location.pathname.replaceAll(/\/[0-9A-HJKMNP-TV-Z]{26}(?=\/|$)/g, '/:id')

/** Arrangements that the account does not have yet, by list; null is the usual one. */
let waiting: Readonly<Record<string, ColumnArrangement | null>> = {}
let account: Session | null = null
let rest: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function hold(lists: typeof waiting) {
  waiting = lists
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sends what waits. It lasts until the page is closed where it could not be kept. */
async function send() {
  clearTimeout(rest)
  const sent = waiting
  if (account === null || viewedRole() !== null || Object.keys(sent).length === 0) return
  try {
    await account.arrange(sent)
  } catch {
    return // a toast told it
  }
  hold(Object.fromEntries(Object.entries(waiting).filter(([list, one]) => one !== sent[list])))
}
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => document.hidden && void send())

/** The user's arrangement of this page's list; null brings back the usual one. */
export function useColumnChoice(): readonly [
  ColumnArrangement,
  (choice: ColumnArrangement | null) => void,
] {
  const session = useMaybeSession()
  const list = listAt()
  const held = useSyncExternalStore(subscribe, () => waiting[list])
  const choose = (choice: ColumnArrangement | null) => {
    account = session
    hold({ ...waiting, [list]: choice })
    clearTimeout(rest)
    rest = setTimeout(() => void send(), REST_MS)
  }
  return [(held === undefined ? session?.me.columns[list] : held) ?? USUAL, choose]
}

/** Moves what this browser kept to the account, once. Lists of the account stay as they are. */
export async function moveToAccount({ me, arrange }: Session): Promise<void> {
  if (viewedRole() !== null) return
  const key = `carnet.columns.${me.id}`
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as typeof waiting // of this browser
    const lists = Object.entries(kept).flatMap(([list, one]) =>
      list in me.columns ? [] : [[list, { ...USUAL, ...one }] as const],
    )
    if (lists.length > 0) await arrange(Object.fromEntries(lists))
  } catch (problem) {
    // Blocked storage and a lost answer: the next page tries again. A refusal is final.
    if (!(problem instanceof ApiProblem && [400, 422].includes(problem.status))) return
  }
  localStorage.removeItem(key)
}
