import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { TruePage } from '#web/billing/true-page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { quotePdfQuery } from './quotes.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The library that draws a PDF is heavy, so that a page is there before its paper. */
const PdfPages = late(async () => (await import('#web/kernel/ui/pdf-pages.tsx')).PdfPages)

/** The paper of a quote: what was sent, or what a draft would be. */
export function QuotePaper({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['billing', 'quotes'])
  const { discreet } = usePreferences()
  const [isAsked, setAsked] = useState(false)
  const isShown = !discreet || isAsked
  const pdf = useQuery({ ...quotePdfQuery(quote), enabled: isShown })
  if (pdf.isError && pdf.data === undefined)
    return <ErrorState error={pdf.error} onRetry={pdf.refetch} title={t('billing:paper.unread')} />
  const label = t('quotes:paper.label')
  const loading = (
    <Loading label={label}>
      <span className="bone block !h-[60vh] w-full" />
    </Loading>
  )
  return (
    <article
      data-paper
      className="mx-auto grid w-full max-w-[760px] gap-3"
      aria-label={label}
      aria-busy={pdf.isFetching}
    >
      {isShown ? (
        <Suspense fallback={loading}>
          <TruePage label={label}>
            <PdfPages paper={pdf.data} loading={loading} />
          </TruePage>
        </Suspense>
      ) : (
        <div className="grid justify-items-center gap-3 rounded-[4px] border border-line bg-surface px-6 py-12 text-center">
          <EyeOff size={20} className="text-ink-subtle" />
          <p className="text-ink-muted">{t('billing:paper.discreet')}</p>
          <Button onClick={() => setAsked(true)}>{t('billing:paper.show')}</Button>
        </div>
      )}
    </article>
  )
}
