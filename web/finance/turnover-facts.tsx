import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type {
  ClientTurnover,
  TurnoverPeriod,
  TurnoverPiece,
} from '#contract/finance/finance.schemas.ts'
import { type Unit, Value } from '#web/kernel/charts/series.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { WhyBand } from '#web/kernel/ui/why.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import type { Tax } from './follow-up-head.tsx'
import { type Basis, turnoverFactsQuery } from './turnover.queries.ts'

/** The figures of a period or a client, by what was received or billed, without VAT or with it. */
export function figuresOf(row: TurnoverPeriod | ClientTurnover, basis: Basis, tax: Tax) {
  const isReceived = basis === 'receipts'
  const [ht, tva, ttc] = isReceived
    ? [row.receiptsHT, row.receiptsTva, row.receiptsTTC]
    : [row.invoicedHT, row.invoicedTva, row.invoicedTTC]
  const [beforeHT, beforeTTC] = isReceived
    ? [row.previousReceiptsHT, row.previousReceiptsTTC]
    : [row.previousInvoicedHT, row.previousInvoicedTTC]
  return {
    ht,
    tva,
    ttc,
    value: tax === 'HT' ? ht : ttc,
    before: tax === 'HT' ? beforeHT : beforeTTC,
  }
}

/**
 * The bills or payments that make a figure.
 *
 * @param props.part what each of them counts: `tva` is its VAT alone
 */
export function TurnoverFacts({
  profileId,
  basis,
  part,
  span,
  money,
  onClose,
}: {
  profileId: string
  basis: Basis
  part: Tax | 'tva'
  span: { from: number; to: number; name: string; total: number }
  money: Unit
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const { can } = useSession()
  const facts = useQuery(turnoverFactsQuery(profileId, basis, span.from, span.to)).data
  const left = (facts?.total ?? 0) - (facts?.rows.length ?? 0)
  const valueOf = ({ amount, amountTTC }: TurnoverPiece): number =>
    part === 'HT'
      ? amount
      : part === 'TTC'
        ? amountTTC
        : Math.round((amountTTC - amount) * 1000) / 1000
  return (
    <WhyBand
      title={t('followUp.why', {
        name: part === 'tva' ? t('followUp.vat') : t(`followUp.long.${basis}.${part}`),
        period: span.name,
      })}
      rule={t(`followUp.rule.${basis}`, {
        from: dayText(language, span.from, 'long'),
        to: dayText(language, span.to, 'long'),
      })}
      facts={facts?.rows.map((fact) => ({
        id: fact.id,
        day: fact.date,
        label: (
          <>
            <bdi>{fact.client}</bdi> <bdi>{fact.reference}</bdi>
          </>
        ),
        to:
          fact.billId && can('perm_billing_menu')
            ? paths.bill.to({ id: fact.billId })
            : paths.transactions.to({}, { open: fact.id }),
        value: <Value value={valueOf(fact)} unit={money} />,
      }))}
      total={<Value value={span.total} unit={money} />}
      more={left > 0 && t('followUp.more', { count: left })}
      onClose={onClose}
    />
  )
}
