import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useNavigate } from 'react-router-dom'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/lazy-dialog.tsx'

type Guard = {
  /** There is something to lose. */
  readonly dirty: boolean
  /** Whether it is being saved: what leaves then is the saving itself. */
  readonly isSaving?: () => boolean
  /** Saves; resolves true when it is safe to leave. */
  readonly save: () => Promise<boolean>
  /** A word of the query string that is a page of its own here (`?profile=`, a panel's `?open=`): its change is leaving too. */
  readonly param?: string | undefined
}

/**
 * Leaving with unsaved changes asks: Save · Continue without saving · Stay. The same on closing the tab, in the browser's own words.
 * A change of the query string (a filter) is not leaving. Render the returned element anywhere in the form.
 */
export function useUnsavedGuard({ dirty, isSaving, save, param }: Guard) {
  const { t } = useTranslation('kernel')
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const pageOf = (location: { pathname: string; search: string }) =>
    `${location.pathname} ${param ? (new URLSearchParams(location.search).get(param) ?? '') : ''}`
  /** Let through what follows a saving: the form is known to be clean only once it is drawn again. */
  const passing = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !passing.current && !isSaving?.() && pageOf(currentLocation) !== pageOf(nextLocation),
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  const saveThenGo = async () => {
    const to = blocker.location
    setPending(true)
    const safe = await save().catch(() => false)
    setPending(false)
    // When it was refused the form says why: stay beside it.
    if (!safe || !to) return blocker.reset?.()
    // Not `proceed`: once saved it may have left by itself (a panel closes, a new record opens its page), which frees the blocker.
    passing.current = true
    void navigate(to)
    passing.current = false
  }

  return (
    <UnsavedDialog
      open={blocker.state === 'blocked'}
      saving={pending}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
      onSave={() => void saveThenGo()}
      words={{
        title: t('guard.title'),
        body: t('guard.body'),
        stay: t('guard.stay'),
        leave: t('guard.leave'),
        save: t('action.save'),
      }}
    />
  )
}

type UnsavedWords = { title: string; body: string; stay: string; leave: string; save: string }

function UnsavedDialog({
  open,
  saving,
  onStay,
  onLeave,
  onSave,
  words,
}: {
  open: boolean
  saving: boolean
  onStay: () => void
  onLeave: () => void
  onSave: () => void
  words: UnsavedWords
}) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={words.title}
      foot={
        <>
          <Button variant="quiet" className="-ms-2 me-auto" onClick={onStay} data-autofocus>
            {words.stay}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {words.leave}
          </Button>
          <Button variant="primary" onClick={onSave} pending={saving}>
            {words.save}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{words.body}</p>
    </Dialog>
  )
}
