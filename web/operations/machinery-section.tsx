import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { processRoutes, type Machinery } from '#contract/operations/processes.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { translateKey } from '#web/kernel/words/translate-key.ts'
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

/**
 * Read models, lists of work and queues, beside the tools: what is behind, waits, failed or comes
 * next.
 */
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
      <Section name={t('machinery.queues')}>
        <ul className="border-t border-line">
          {queues.map(({ topic, waiting, active, failed }) => (
            <li
              key={topic}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
            >
              <Named word={translateKey('operations', `machinery.queue.${topic}`)} code={topic} />
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

/** Purpose, and the name in logs and tools. */
const Named = ({ word, code }: { word: string; code: string }) => (
  <span className="min-w-[200px]">
    <span className="font-medium">{word}</span>{' '}
    <span className="text-ink-muted">
      <Code value={code} />
    </span>
  </span>
)

function Figure({ name, value }: { name: 'waiting' | 'active' | 'failed' | 'due'; value: number }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return (
    <span className="whitespace-nowrap">
      {t(`machinery.${name}`, { figure: numberText(language, value) })}
    </span>
  )
}

const place = (language: Language, position: string) => numberText(language, Number(position))

/** Read models that are not at the head, each with its place; the others together. */
function Projections({ projections, head }: Pick<Machinery, 'projections' | 'head'>) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { language } = usePreferences()
  const { can } = useSession()
  const retry = useRetry()
  const isCurrent = ({ state, behind }: Machinery['projections'][number]) =>
    state === 'live' && behind === 0
  const current = projections.filter(isCurrent)
  const late = projections.filter((one) => !isCurrent(one)).toSorted((a, b) => b.behind - a.behind)
  return (
    <Section name={t('machinery.projections')}>
      {late.length > 0 && (
        <ul className="mb-4 border-t border-line">
          {late.map(({ name, state, position, behind, more, failure }) => (
            <li
              key={name}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
            >
              <span className="min-w-[200px] font-medium">
                <Code value={name} />
              </span>
              <Status kind={state === 'live' ? 'paid' : state === 'building' ? 'wait' : 'late'}>
                {t(`health.state.${state}`)}
              </Status>
              <span className="text-ink-muted">
                {t('machinery.position', { figure: place(language, position) })}
              </span>
              {behind > 0 && (
                <span className="text-warning">
                  {t('health.behind', { count: behind })}
                  {more && '+'}
                </span>
              )}
              {failure && (
                <span className="flex flex-wrap items-center gap-3 text-negative">
                  {t('machinery.stopped', {
                    figure: place(language, failure.position),
                    tries: failure.tries,
                  })}
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
      )}
      <details className="text-sm">
        <summary className="cursor-pointer">
          {t('health.live', { count: current.length })} ·{' '}
          {t('machinery.upTo', { figure: place(language, head) })}
        </summary>
        <ul className="mt-3 columns-[240px] gap-x-8 text-ink-muted">
          {current.map(({ name }) => (
            <li key={name} className="py-0.5">
              <Code value={name} />
            </li>
          ))}
        </ul>
      </details>
    </Section>
  )
}

/** Lists of work with something due, planned or failed; the others together. */
function Works({ works }: Pick<Machinery, 'works'>) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { can } = useSession()
  const retry = useRetry()
  const isIdle = ({ due, nextAt, failed }: Machinery['works'][number]) =>
    due + nextAt + failed === 0
  const idle = works.filter(isIdle)
  return (
    <Section name={t('machinery.schedules')}>
      <ul className="border-t border-line">
        {works
          .filter((work) => !isIdle(work))
          .map(({ list, due, nextAt, failed, nextTryAt }) => (
            <li
              key={list}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
            >
              <Named word={translateKey('operations', `machinery.list.${list}`)} code={list} />
              <Figure name="due" value={due} />
              {nextAt > 0 && (
                <span className="text-ink-muted">
                  {t('process.next')} <Instant at={nextAt} />
                </span>
              )}
              {failed > 0 && (
                <span className="flex flex-wrap items-center gap-3">
                  <Status kind="late">
                    <Figure name="failed" value={failed} />
                  </Status>
                  {nextTryAt > 0 && (
                    <span className="text-ink-muted">
                      {t('machinery.again')} <Instant at={nextTryAt} />
                    </span>
                  )}
                  {can('perm_process_center_manage') && (
                    <Button
                      size="sm"
                      icon={RotateCw}
                      pending={retry.isPending}
                      onClick={() => retry.mutate({ list })}
                    >
                      {t('kernel:action.retry')}
                    </Button>
                  )}
                </span>
              )}
            </li>
          ))}
      </ul>
      {idle.length > 0 && (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer">
            {t('machinery.idle', { count: idle.length })}
          </summary>
          <ul className="mt-3 columns-[240px] gap-x-8 text-ink-muted">
            {idle.map(({ list }) => (
              <li key={list} className="py-0.5">
                {translateKey('operations', `machinery.list.${list}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
