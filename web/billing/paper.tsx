import clsx from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill, BillPaper } from '#contract/billing/billing.schemas.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { paperPdfQuery, paperQuery } from './bill.queries.ts'
import { type PaperPart, textsOf } from './edited-part.ts'
import { TruePage } from './true-page.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** The library that draws a PDF is heavy, so that a page is there before its paper. */
const PdfPages = late(async () => (await import('#web/kernel/ui/pdf-pages.tsx')).PdfPages)

const NONE: readonly string[] = []

/** Stands where the paper comes. */
export function PaperPlace() {
  const { t } = useTranslation('billing')
  return (
    <Loading label={t('paper.label')}>
      <span className="bone block !h-[60vh] w-full" />
    </Loading>
  )
}

/**
 * The paper of a bill now, or at a past instant: the PDF itself. `children` gets its proof, once
 * loaded.
 */
export function PaperOf({
  bill,
  asIssued = false,
  at,
  edited,
  children,
}: {
  bill: Bill
  asIssued?: boolean
  at?: number | undefined
  /** The place that is being edited beside the paper. */
  edited?: PaperPart | undefined
  children?: (paper: BillPaper) => React.ReactNode
}) {
  const { t } = useTranslation('billing')
  const { discreet } = usePreferences()
  const [isAsked, setAsked] = useState(false)
  const isShown = !discreet || isAsked
  const paper = useQuery(paperQuery(bill, asIssued, at))
  const pdf = useQuery({ ...paperPdfQuery(bill, asIssued, at), enabled: isShown })
  const marked = useMemo(
    () => (paper.data && edited ? textsOf(paper.data, edited) : NONE),
    [paper.data, edited],
  )
  const failed = pdf.isError && pdf.data === undefined ? pdf : paper.isError ? paper : null
  if (failed)
    return <ErrorState error={failed.error} onRetry={failed.refetch} title={t('paper.unread')} />
  const loading = <PaperPlace />
  return (
    <>
      <article
        data-paper
        className="mx-auto grid w-full max-w-[760px] gap-3"
        aria-label={t('paper.label')}
        aria-busy={pdf.isFetching}
        lang={paper.data?.language}
      >
        {isShown ? (
          <Suspense fallback={loading}>
            <TruePage label={t('paper.label')}>
              <PdfPages paper={pdf.data} marked={marked} loading={loading} />
            </TruePage>
          </Suspense>
        ) : (
          <div
            className={clsx(
              'grid justify-items-center gap-3 px-6 py-12 text-center',
              'rounded-[4px] border border-line bg-surface',
            )}
          >
            <EyeOff size={20} className="text-ink-subtle" />
            <p className="text-ink-muted">{t('paper.discreet')}</p>
            <Button onClick={() => setAsked(true)}>{t('paper.show')}</Button>
          </div>
        )}
      </article>
      {paper.data && children?.(paper.data)}
    </>
  )
}
