import { useTranslation } from 'react-i18next'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { keyAction, useAction } from '#web/kernel/ui/actions.tsx'
import { type JobAct, jobActs } from './offer-acts.ts'
import { jobAfterMark, jobBeside } from './job-order.ts'
import { useJobMarks } from './use-job-marks.tsx'

/** Goes through the jobs and marks them by single keys; a marked job makes room for the next. */
export function useTriage({
  rows,
  shown,
  isOwn,
  go,
  onApply,
}: {
  rows: readonly JobRow[]
  shown: JobRow | null
  /** The user offers them: they take no marks. */
  isOwn: boolean
  go: (id: string) => void
  onApply: () => void
}): { readonly mark: (what: JobAct | 'note') => void; readonly passOn: () => void } {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const { act: write, undo } = useJobMarks()
  /**
   * The job that the address names, as a click or a key changes that before the router draws the
   * screen.
   */
  const chosen = () => {
    const open = new URLSearchParams(window.location.search).get('open')
    return rows.find(({ id }) => id === open) ?? shown
  }
  const step = (by: 1 | -1) => {
    const to = jobBeside(rows, chosen(), by)
    if (to) go(to.id)
  }
  const passOn = () => go(jobAfterMark(rows, chosen())?.id ?? '')
  const mark = (what: JobAct | 'note') => {
    const job = chosen()
    const act = what === 'note' ? 'apply' : what
    if (job === null || jobActs(job, isOwn, can)[act] !== null) return
    if (what === 'apply') return onApply()
    write(act, job)
    passOn()
  }
  useAction(keyAction('job-next', t('hunt.key.next'), 'j', () => step(1)))
  useAction(keyAction('job-previous', t('hunt.key.previous'), 'k', () => step(-1)))
  useAction(keyAction('job-save', t('hunt.save'), 'e', () => mark('save')))
  useAction(keyAction('job-skip', t('hunt.skip'), 'p', () => mark('skip')))
  useAction(keyAction('job-apply', t('hunt.apply'), 'c', () => mark('apply')))
  useAction(keyAction('job-undo', t('hunt.key.undo'), 'z', undo))
  return { mark, passOn }
}
