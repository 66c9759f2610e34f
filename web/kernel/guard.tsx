import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Guard = {
  /** There is something to lose. */
  readonly dirty: boolean
  /** Saves; resolves true when it is safe to leave. */
  readonly save: () => Promise<boolean>
  /** A word of the query string that is a page of its own here (`?profile=`): its change is leaving too. */
  readonly param?: string | undefined
}

/**
 * Leaving with unsaved changes asks: Save · Continue without saving · Stay. The same on closing the tab, in the browser's own words.
 * A change of the query string (a filter, a panel) is not leaving. Render the returned element anywhere in the form.
 */
export function useUnsavedGuard({ dirty, save, param }: Guard) {
  const { t } = useTranslation('kernel')
  const [saving, setSaving] = useState(false)
  const pageOf = (location: { pathname: string; search: string }) => `${location.pathname} ${param ? (new URLSearchParams(location.search).get(param) ?? '') : ''}`
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && pageOf(currentLocation) !== pageOf(nextLocation))

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  const saveThenGo = async () => {
    setSaving(true)
    const safe = await save().catch(() => false)
    setSaving(false)
    // When it was refused the form says why: stay beside it.
    if (safe) blocker.proceed?.()
    else blocker.reset?.()
  }

  return (
    <UnsavedDialog
      open={blocker.state === 'blocked'}
      saving={saving}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
      onSave={() => void saveThenGo()}
      words={{ title: t('guard.title'), body: t('guard.body'), stay: t('guard.stay'), leave: t('guard.leave'), save: t('action.save') }}
    />
  )
}

export type UnsavedWords = { title: string; body: string; stay: string; leave: string; save: string }

/** The question alone, for what closes without leaving the page (a panel). */
export function UnsavedDialog({
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
