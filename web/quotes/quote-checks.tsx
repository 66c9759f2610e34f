import { useQuery } from '@tanstack/react-query'
import { Check, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { CheckFix } from '#web/billing/check-fix.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { quoteChecklistQuery } from './quotes.queries.ts'

/** Missing parts of a draft before it can be sent, each with its mend. */
export function QuoteChecks({
  quote,
  onFix,
  headingId,
}: {
  quote: Quote
  onFix: (path: string) => void
  headingId: string
}) {
  const { t } = useTranslation('quotes')
  // The page has read it when these are drawn.
  const list = useQuery({ ...quoteChecklistQuery(quote), refetchOnMount: false })
  if (list.isPending) return <Skeleton lines={4} label={t('check.title')} />
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  const blocking = list.data.items.filter((item) => !item.ok)
  return (
    <div className="px-5 pt-7 pb-6 max-xl:ps-[var(--gutter)]" aria-live="polite">
      <h2 className="h2" id={headingId}>
        {blocking.length > 0 ? t('check.blocking', { count: blocking.length }) : t('check.ready')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{t('check.final')}</p>
      {blocking.length === 0 ? (
        <p className="mt-4 flex gap-3">
          <Check size={16} className="mt-0.5 shrink-0 text-positive" />
          <span>{t('check.right')}</span>
        </p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {blocking.map((item) => (
            <li
              key={`${item.code} ${item.path}`}
              data-first-of={item === blocking[0] ? headingId : undefined}
              className="flex gap-3 border-b border-line py-3"
            >
              <OctagonAlert size={16} className="mt-0.5 shrink-0 text-negative" />
              <span className="min-w-0 grow">{item.message}</span>
              <CheckFix item={item} onFix={onFix} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
