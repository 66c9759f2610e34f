import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '#contract/support/support.contract.ts'
import { PageHead, Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { RequestStatus } from './request-status.tsx'
import { ownRequestsQuery } from './support.queries.ts'
import { Thread } from './thread.tsx'
import { late } from '#web/kernel/ui/late.tsx'

// The form library comes after the page.
const AskForm = late(async () => (await import('./ask-form.tsx')).AskForm)
const AnswerForm = late(async () => (await import('./answer-form.tsx')).AnswerForm)

/** Route `/admin/profile/support`: a question to the support, and what came of those before. */
export function SupportScreen() {
  const { t } = useTranslation('support')
  const { data, error, refetch } = useQuery(ownRequestsQuery())
  return (
    <>
      <PageHead title={t('screen.support.title')} sub={t('own.sub')} ruled />
      <Section name={t('own.ask')}>
        <AskForm waiting={<div className="h-[330px]" />} />
      </Section>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton lines={3} />}
      {data && data.rows.length > 0 && (
        <Section name={t('own.name')} title={t('own.title')}>
          <ul>
            {data.rows.map((request) => (
              <Own key={request.id} request={request} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Own({ request }: { request: SupportRequest }) {
  const { t } = useTranslation('support')
  return (
    <li className="border-b border-line py-4 last:border-b-0">
      <details open={!request.treated}>
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-3">
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{request.subject}</bdi>
          </h3>
          <RequestStatus treated={request.treated} />
        </summary>
        <div className="mt-3 max-w-[640px]">
          <Thread request={request} own />
          {request.answers.length > 0 && (
            <AnswerForm
              id={request.id}
              waiting={<p className="mt-4 text-ink-subtle">{t('form.answer')}</p>}
            />
          )}
        </div>
      </details>
    </li>
  )
}
