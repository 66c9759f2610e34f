import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { processRoutes } from '#contract/processes.routes.ts'
import type { Machinery } from '#contract/processes.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { notifySuccess } from '#web/kernel/ui/toasts.ts'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { machineryQuery } from './processes.queries.ts'

type Retried = { readonly projection: string } | { readonly list: string }

/** Has a stopped read model, or failed work, tried again at once. */
function useRetry() {
  const { t } = useTranslation('operations')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: Retried): Promise<unknown> =>
      'projection' in what
        ? call(processRoutes.retryProjection, { params: what, body: {} })
        : call(processRoutes.retryWork, { params: what, body: {} }),
    onSuccess: () => notifySuccess(t('machinery.retried')),
    onSettled: () => queries.invalidateQueries({ queryKey: machineryQuery().queryKey }),
  })
}

/** Read models, lists of work and queues, beside the tools: what is behind, what waits, what failed and what is next. */
export function MachinerySection() {
  const { t } = useTranslation('operations')
  const machinery = useQuery(machineryQuery())
  if (machinery.isError) return <ErrorState error={machinery.error} onRetry={machinery.refetch} />
  if (!machinery.data) return <Skeleton lines={6} label={t('machinery.projections')} />
  const { projections, works, queues } = machinery.data
  return (
    <>
      <Projections projections={projections} head={machinery.data.head} />
      <Works works={works} />
      <Section name={t('machinery.queues')} title={t('machinery.queues')}>
        <ul>
          {queues.map(({ topic, waiting, active, failed }) => (
            <li key={topic} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm">
              <span className="min-w-[180px] font-medium">
                <Code value={topic} />
              </span>
              <Figure name="waiting" value={waiting} />
              <Figure name="active" value={active} />
              {failed > 0 ? (
                <Status kind="late">
                  <Figure name="failed" value={failed} />
                </Status>
              ) : (
                <Figure name="failed" value={0} />
              )}
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Figure({ name, value }: { name: 'waiting' | 'active' | 'failed' | 'due'; value: number }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return <span className="whitespace-nowrap">{t(`machinery.${name}`, { figure: numberText(language, value) })}</span>
}

function Projections({ projections, head }: Pick<Machinery, 'projections' | 'head'>) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { language } = usePreferences()
  const { can } = useSession()
  const retry = useRetry()
  // What needs a look stands first; the others follow by their names.
  const sorted = projections.toSorted(
    (a, b) => Number(a.state === 'live') - Number(b.state === 'live') || b.behind - a.behind,
  )
  const lead = projections.filter(({ state, behind }) => state === 'live' && behind === 0).length
  const place = (position: string) => numberText(language, Number(position))
  return (
    <Section name={t('machinery.projections')} title={t('machinery.projections')}>
      <p className="text-sm text-ink-muted">
        {t('machinery.upTo', { figure: place(head) })} · {t('health.live', { count: lead })}
      </p>
      <ul className="mt-2 max-h-[340px] overflow-y-auto border-t border-line">
        {sorted.map(({ name, state, position, behind, more, failure }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm">
            <span className="min-w-[220px] font-medium">
              <Code value={name} />
            </span>
            <Status kind={state === 'live' ? 'paid' : state === 'building' ? 'wait' : 'late'}>
              {t(`health.state.${state}`)}
            </Status>
            <span className="text-ink-muted">{t('machinery.position', { figure: place(position) })}</span>
            {behind > 0 && (
              <span className="text-warning">
                {t('health.behind', { count: behind })}
                {more && '+'}
              </span>
            )}
            {failure && (
              <span className="flex flex-wrap items-center gap-3 text-negative">
                {t('machinery.stopped', { figure: place(failure.position), tries: failure.tries })}
                {can('perm_process_center_manage') && (
                  <Button
                    size="sm"
                    icon={RotateCw}
                    pending={retry.isPending}
                    onClick={() => retry.mutate({ projection: name })}
                  >
                    {t('kernel:action.retry')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Works({ works }: Pick<Machinery, 'works'>) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { can } = useSession()
  const retry = useRetry()
  return (
    <Section name={t('machinery.schedules')} title={t('machinery.schedules')}>
      <ul className="border-t border-line">
        {works.map(({ list, due, nextAt, failed, nextTryAt }) => (
          <li key={list} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm">
            <span className="min-w-[220px] font-medium">
              <Code value={list} />
            </span>
            <Figure name="due" value={due} />
            <span className="text-ink-muted">
              {nextAt === 0 ? (
                t('machinery.noNext')
              ) : (
                <>
                  {t('process.next')} <Instant at={nextAt} />
                </>
              )}
            </span>
            {failed > 0 && (
              <span className="flex flex-wrap items-center gap-3">
                <Status kind="late">
                  <Figure name="failed" value={failed} />
                </Status>
                <span className="text-ink-muted">
                  {t('machinery.again')} <Instant at={nextTryAt} />
                </span>
                {can('perm_process_center_manage') && (
                  <Button size="sm" icon={RotateCw} pending={retry.isPending} onClick={() => retry.mutate({ list })}>
                    {t('kernel:action.retry')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
