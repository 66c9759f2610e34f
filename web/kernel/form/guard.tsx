import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useNavigate } from 'react-router-dom'
import { isSessionOver } from '#web/kernel/data/unsaved.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/lazy-dialog.tsx'

type Guard = {
  /** There are unsaved changes. */
  readonly dirty: boolean
  /** True while it is being saved: leaving is then a result of saving. */
  readonly isSaving?: () => boolean
  /** Saves; resolves true when the user may leave. */
  readonly save: () => Promise<boolean>
  /**
   * A word of the query string that counts as a page (a panel's `?open=`): its change is leaving
   * too.
   */
  readonly param?: string | undefined
}
type Kept = { readonly current: Guard }

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
  const own = useRef(guard)
  own.current = guard
  useEffect(() => {
    keep([...guards, own])
    return () => keep(guards.filter((one) => one !== own))
  }, [])
  const first = useSyncExternalStore(subscribe, () => guards[0])

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
const pageOf = ({ pathname, search }: Place, param: string | undefined) =>
  `${pathname} ${param ? (new URLSearchParams(search).get(param) ?? '') : ''}`
/** Guards whose changes would be lost on the way between two places. */
const losing = (from: Place, to: Place) =>
  guards.filter(
    ({ current: { dirty, isSaving, param } }) =>
      dirty && !isSaving?.() && pageOf(from, param) !== pageOf(to, param),
  )

function LeaveQuestion() {
  const { t } = useTranslation('kernel')
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  /** Navigation after a save passes: React has not rendered the form as clean yet. */
  const passing = useRef(false)
  const guarded = useRef<readonly Kept[]>([])
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (passing.current) return false
    guarded.current = losing(currentLocation, nextLocation)
    return guarded.current.length > 0
  })

  const saveThenGo = async () => {
    const to = blocker.location
    setPending(true)
    let safe = true
    // One after the other: a refused save keeps the page, and its form shows why.
    for (const { current } of guarded.current) safe &&= await current.save().catch(() => false)
    setPending(false)
    if (!safe || !to) return blocker.reset?.()
    // Not `proceed`: the save itself may have navigated, which frees the blocker. A panel closes, a
    // new record opens its page.
    passing.current = true
    void navigate(to)
    passing.current = false
  }

  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('guard.title')}
      foot={
        <>
          <Button variant="quiet" className="-ms-2 me-auto" onClick={stay} data-autofocus>
            {t('guard.stay')}
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {t('guard.leave')}
          </Button>
          <Button variant="primary" onClick={() => void saveThenGo()} pending={pending}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{t('guard.body')}</p>
    </Dialog>
  )
}
