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
export const kindOfQuote = ({ status }: Pick<Quote, 'status'>): StatusKind => KINDS[status]

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

export const QuoteStatus = ({ quote }: { quote: Quote }) => (
  <Status
    kind={kindOfQuote(quote)}
    fact={
      quote.status === 'sent' || quote.status === 'accepted' ? <Fact quote={quote} /> : undefined
    }
  >
    {optionLabel('quote', 'status', quote.status)}
  </Status>
)
