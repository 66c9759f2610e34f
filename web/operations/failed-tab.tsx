import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { effectRoutes, type FailedEffect } from '#contract/operations/operations.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { translateKey } from '#web/kernel/words/translate-key.ts'
import { failedQuery } from './operations.queries.ts'

/** Failed effects of every user: cause, time, and a retry. */
export function FailedTab() {
  const { t } = useTranslation(['operations', 'kernel'])
  const failed = useQuery(failedQuery())
  if (failed.isError) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (!failed.data) return <Skeleton lines={5} label={t('logs.tab.failed')} />
  if (failed.data.length === 0)
    return <EmptyState title={t('failed.empty.title')} body={t('failed.empty.body')} margin=" " />
  return (
    <>
      <Row className="pt-2">
        <ul>
          {failed.data.map((effect) => (
            <Failed key={effect.id} effect={effect} />
          ))}
        </ul>
      </Row>
      <Row>
        <p className="py-4 text-xs text-ink-subtle">{t('failed.private')}</p>
      </Row>
    </>
  )
}

function Failed({ effect }: { effect: FailedEffect }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(effectRoutes.retry, { params: { id: effect.id }, body: {} }),
    onSuccess: () => notifySuccess(t('failed.retried')),
    onSettled: () => queries.invalidateQueries({ queryKey: failedQuery().queryKey }),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3.5">
      <div className="min-w-0 grow basis-[320px]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">
            {translateKey('operations', `failed.kind.${effect.kind}`)}
          </span>
          <Status kind={effect.status === 'unknown' ? 'wait' : 'stop'}>
            {t(`failed.status.${effect.status}`)}
          </Status>
        </p>
        <p className="mt-1">
          {effect.error}
          {effect.detail && (
            <span className="ms-2 text-sm text-ink-subtle">
              <Code value={effect.detail} />
            </span>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-muted">
          <span>{t('failed.by', { name: `\u2068${effect.requestedBy}\u2069` })}</span>
          <span>{t('failed.attempts', { count: effect.attempts })}</span>
          <Instant at={effect.stoppedAt} />
        </p>
      </div>
      <Button icon={RotateCw} pending={retry.isPending} onClick={() => retry.mutate()}>
        {t('kernel:action.retry')}
      </Button>
    </li>
  )
}
