import { useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { useBlocker, useNavigate } from 'react-router-dom'
import { isSessionOver } from '#web/kernel/data/unsaved.ts'
import {
  askBeforeLeaving,
  type DialogAround,
  DialogAroundContext,
  isAtRisk,
  saveAll,
  type UnsavedInput,
  useLeaveQuestion,
  verbOf,
} from '#web/kernel/ui/dialog-guards.ts'
import { LeaveChoices } from '#web/kernel/ui/lazy-dialog.tsx'

type Guard = UnsavedInput & {
  /**
   * A word of the query string that counts as a page (a panel's `?open=`): its change is leaving
   * too. In a dialog without one every change of the query string is.
   */
  readonly param?: string | undefined
  /** Another business leaves the input where it is: its page saves by itself. */
  readonly outlivesBusiness?: boolean
}
type Kept = { readonly own: { readonly current: Guard }; readonly around: DialogAround | null }

/**
 * The guards on the page. A router has one blocker at a time, so the first guard asks for all of
 * them.
 */
let guards: readonly Kept[] = []
const listeners = new Set<() => void>()
function keep(next: readonly Kept[]) {
  guards = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Leaving with unsaved changes asks: Save · Continue without saving · Stay. Closing the tab asks
 * with the browser's own text. A changed query string (a filter) is not leaving. Several forms of a
 * page ask once, and are saved together. Render the returned element anywhere in the form.
 */
export function useUnsavedGuard(guard: Guard) {
  const around = useContext(DialogAroundContext)
  const own = useRef(guard)
  own.current = guard
  useEffect(() => {
    const held = { own, around }
    keep([...guards, held])
    return () => keep(guards.filter((one) => one !== held))
  }, [around])
  useEffect(() => around?.hold(own), [around])
  const first = useSyncExternalStore(subscribe, () => guards[0]?.own)

  const { dirty } = guard
  useEffect(() => {
    if (!dirty) return
    // Unsaved input at the end of the session is kept for the return.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSessionOver()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  return first === own ? <LeaveQuestion /> : null
}

type Place = { readonly pathname: string; readonly search: string }
const pageOf = (
  { pathname, search }: Place,
  {
    own: {
      current: { param },
    },
    around,
  }: Kept,
) => `${pathname} ${param ? (new URLSearchParams(search).get(param) ?? '') : around ? search : ''}`
/** Guards whose changes would be lost with the page. */
const unsaved = () =>
  guards.filter(({ own, around }) => isAtRisk(own.current) && around?.isLeaving.current !== true)
/** Guards whose changes would be lost on the way between two places. */
const losing = (from: Place, to: Place) =>
  unsaved().filter((guard) => pageOf(from, guard) !== pageOf(to, guard))

function LeaveQuestion() {
  const navigate = useNavigate()
  /** Navigation after a save passes: React has not rendered the form as clean yet. */
  const passing = useRef(false)
  const guarded = useRef<readonly Kept['own'][]>([])
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (passing.current) return false
    guarded.current = losing(currentLocation, nextLocation).map(({ own }) => own)
    return guarded.current.length > 0
  })

  const saveThenGo = async () => {
    const to = blocker.location
    // A refused save keeps the page, and its form shows why.
    if (!(await saveAll(guarded.current)) || !to) return blocker.reset?.()
    // Not `proceed`: the save itself may have navigated, which frees the blocker. A panel closes, a
    // new record opens its page.
    passing.current = true
    void navigate(to)
    passing.current = false
  }

  const { leave, choices } = useLeaveQuestion(() =>
    unsaved()
      .map(({ own }) => own)
      .filter(({ current }) => current.outlivesBusiness !== true),
  )
  useEffect(() => askBeforeLeaving(leave), [leave])
  if (choices) return <LeaveChoices {...choices} />
  return blocker.state === 'blocked' ? (
    <LeaveChoices
      verb={verbOf(guarded.current)}
      onStay={() => blocker.reset()}
      onLeave={() => blocker.proceed()}
      onSave={saveThenGo}
    />
  ) : null
}
