import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { afterFrame } from '#web/kernel/ui/after-frame.ts'
import type { JobAct } from './offer-acts.ts'

/** Saves, skips and applies; each can be undone, by its toast or by the key. */
export function useJobMarks() {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const queries = useQueryClient()
  const last = useRef<(() => void) | null>(null)
  const queue = useRef({ end: Promise.resolve(), length: 0 })
  // The lists are read again after the last mark: before it, they still have jobs whose marks wait.
  const options = { invalidates: [] } as const
  const writes = {
    save: { on: useWrite(routes.saveJob, options), off: useWrite(routes.unsaveJob, options) },
    skip: { on: useWrite(routes.skipJob, options), off: useWrite(routes.unskipJob, options) },
    apply: {
      on: useWrite(routes.applyToJob, options),
      off: useWrite(routes.unapplyToJob, options),
    },
  }
  /** Requests are queued, so that an undo never overtakes its mark. */
  const write = (one: (typeof writes)[JobAct]['on'], id: string) => {
    const { current } = queue
    current.length++
    current.end = current.end
      .then(() => one.mutateAsync({ params: { id } }))
      .then(
        () => {},
        () => {}, // a failed write has its own toast
      )
      .then(() => {
        if (--current.length > 0) return
        for (const context of ['prospecting', 'history'])
          void queries.invalidateQueries({ queryKey: [context] })
      })
  }
  const undo = () => {
    last.current?.()
    last.current = null
  }
  return {
    undo,
    act: (what: JobAct, job: JobRow) => {
      // The next card shows at once.
      queries.setQueriesData<{ rows: readonly JobRow[]; total: number }>(
        { queryKey: ['prospecting', 'job', 'list'] },
        (list) => list && { ...list, rows: list.rows.filter(({ id }) => id !== job.id) },
      )
      last.current = () => afterFrame(() => write(writes[what].off, job.id))
      // The picture of the next job does not wait for a request.
      afterFrame(() => {
        write(writes[what].on, job.id)
        notifySuccess(t(`hunt.done.${what}`), {
          detail: <bdi>{job.title}</bdi>,
          action: { label: t('kernel:action.undo'), run: undo },
        })
      })
    },
  }
}

/** Hides the company of a job; its toast takes that back. */
export function useHiddenCompany(): (job: JobRow) => void {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const options = { invalidates: ['prospecting'] } as const
  const hide = useWrite(routes.hideCompany, options)
  const show = useWrite(routes.showCompany, options)
  return (job) =>
    hide.mutate(
      { params: { id: job.id } },
      {
        onSuccess: () =>
          notifySuccess(t('hunt.companyHidden'), {
            detail: <bdi>{job.company}</bdi>,
            action: {
              label: t('kernel:action.undo'),
              run: () => show.mutate({ params: { company: job.company } }),
            },
          }),
      },
    )
}
