import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import type { Column } from '#web/kernel/table/columns.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import { QuoteStatus } from './quote-state.tsx'

/** Columns → the server's names of their order. */
export const QUOTE_SORTS = {
  ref: 'number',
  client: 'client',
  validUntil: 'validUntil',
  totalHT: 'totalHT',
  totalTTC: 'totalTTC',
} as const

/** @param oneCurrency the currency is said in the head, and not beside each amount */
export function useQuoteColumns(oneCurrency: boolean, currency: string): readonly Column<Quote>[] {
  const { t } = useTranslation('quotes')
  return useMemo((): readonly Column<Quote>[] => {
    const head = (words: string) => (oneCurrency ? `${words}, ${currencySymbol(currency)}` : words)
    return [
      {
        id: 'ref',
        head: t('list.ref'),
        sort: (quote) => quote.ref,
        width: '144px',
        cell: (quote) =>
          quote.ref ? (
            <Code value={quote.ref} />
          ) : (
            <span className="font-normal text-ink-subtle">{t('list.noRef')}</span>
          ),
      },
      {
        id: 'client',
        head: t('list.client'),
        sort: (quote) => quote.client,
        className: 'font-medium',
        names: true,
        cell: (quote) =>
          quote.client ? <bdi>{quote.client}</bdi> : <None label={t('list.noClient')} />,
      },
      {
        id: 'validUntil',
        head: t('list.validUntil'),
        sort: (quote) => (quote.status === 'draft' ? 0 : quote.validUntil),
        align: 'end',
        width: '112px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (quote) => (quote.status === 'draft' ? <None /> : <DayText at={quote.validUntil} />),
      },
      {
        id: 'state',
        head: t('list.state'),
        width: 'clamp(168px, 24cqi, 300px)',
        gap: true,
        cell: (quote) => <QuoteStatus quote={quote} />,
      },
      {
        id: 'totalHT',
        head: head(t('list.net')),
        sort: (quote) => quote.totalHT,
        align: 'fig',
        width: '116px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (quote) => (
          <Amount major={quote.totalHT} currency={quote.currency} symbol={!oneCurrency} />
        ),
      },
      {
        id: 'totalTTC',
        head: head(t('list.gross')),
        sort: (quote) => quote.totalTTC,
        align: 'fig',
        width: '122px',
        className: 'font-medium',
        cell: (quote) => (
          <Amount major={quote.totalTTC} currency={quote.currency} symbol={!oneCurrency} />
        ),
      },
    ]
  }, [t, oneCurrency, currency])
}
