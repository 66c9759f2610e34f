import { useTranslation } from 'react-i18next'
import type { QuoteState } from '#contract/quotes/quote.values.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'

const KINDS: Readonly<Record<QuoteState, StatusKind>> = {
  draft: 'draft',
  sent: 'sent',
  accepted: 'paid',
  declined: 'stop',
  expired: 'late',
  withdrawn: 'credit',
}
export const kindOfQuote = ({ status, ready }: Pick<Quote, 'status' | 'ready'>): StatusKind =>
  ready ? 'draft' : KINDS[status]

/** State in words: a quote whose mail lies in the outbox is ready, not sent. */
export function useQuoteState() {
  const { t } = useTranslation('quotes')
  return ({ status, ready }: Pick<Quote, 'status' | 'ready'>) =>
    ready ? t('step.ready') : optionLabel('quote', 'status', status)
}

/** The one muted fact beside the state. */
function Fact({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  if (quote.status === 'sent')
    return (
      <>
        {t('fact.until')} <DayText at={quote.validUntil} />
      </>
    )
  if (quote.status === 'accepted')
    return quote.leftHT > 0 ? (
      <>
        <Amount major={quote.leftHT} currency={quote.currency} /> {t('fact.left')}
      </>
    ) : (
      t('fact.billed')
    )
  return null
}

export function QuoteStatus({ quote }: { quote: Quote }) {
  const stateOf = useQuoteState()
  return (
    <Status
      kind={kindOfQuote(quote)}
      fact={
        quote.status === 'sent' || quote.status === 'accepted' ? <Fact quote={quote} /> : undefined
      }
    >
      {stateOf(quote)}
    </Status>
  )
}
