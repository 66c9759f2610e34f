import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Column } from '#web/kernel/table/columns.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import { listDay } from './bill-list-filter.ts'
import { BillStatus, signOf } from './bill-state.tsx'

/** Columns → the server's names of their order. */
export const BILL_SORTS = {
  ref: 'number',
  client: 'client',
  issueDate: 'issueDate',
  dueDate: 'dueDate',
  state: 'status',
  totalHT: 'totalHT',
  totalTTC: 'totalTTC',
} as const

/** @param oneCurrency the currency is said in the head, and not beside each amount */
export function useBillColumns(oneCurrency: boolean, currency: string): readonly Column<Bill>[] {
  const { t } = useTranslation('billing')
  return useMemo((): readonly Column<Bill>[] => {
    const money = (bill: Bill, amount: number) => (
      <Amount major={signOf(bill) * amount} currency={bill.currency} symbol={!oneCurrency} />
    )
    const head = (words: string) => (oneCurrency ? `${words}, ${currencySymbol(currency)}` : words)
    return [
      {
        id: 'ref',
        head: t('list.ref'),
        sort: (bill) => bill.ref,
        width: '144px',
        cell: (bill) =>
          bill.ref ? (
            <Code value={bill.ref} />
          ) : (
            <span className="font-normal text-ink-subtle">{t('list.noRef')}</span>
          ),
      },
      {
        id: 'client',
        head: t('list.client'),
        sort: (bill) => bill.client,
        className: 'font-medium',
        names: true,
        cell: (bill) =>
          bill.client ? <bdi>{bill.client}</bdi> : <None label={t('list.noClient')} />,
      },
      {
        id: 'issueDate',
        head: t('list.issueDate'),
        sort: (bill) => listDay(bill),
        align: 'end',
        width: '104px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => <DayText at={bill.status === 'issued' ? bill.issueDate : 0} />,
      },
      {
        id: 'dueDate',
        head: t('list.dueDate'),
        sort: (bill) => (bill.status === 'issued' ? bill.dueDate : 0),
        align: 'end',
        width: '104px',
        className: 'text-ink-muted',
        cell: (bill) =>
          bill.status !== 'issued' ? (
            <None />
          ) : bill.state === 'late' ? (
            <span className="font-medium text-negative">
              <DayText at={bill.dueDate} />
            </span>
          ) : (
            <DayText at={bill.dueDate} />
          ),
      },
      {
        id: 'state',
        head: t('list.state'),
        sort: (bill) => bill.state,
        width: 'clamp(168px, 22cqi, 264px)',
        gap: true,
        cell: (bill) => <BillStatus bill={bill} />,
      },
      {
        id: 'totalHT',
        head: head(t('list.net')),
        sort: (bill) => signOf(bill) * bill.totalHT,
        align: 'fig',
        width: '116px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => money(bill, bill.totalHT),
      },
      {
        id: 'totalTTC',
        head: head(t('list.gross')),
        sort: (bill) => signOf(bill) * bill.totalTTC,
        align: 'fig',
        width: '122px',
        className: 'font-medium',
        cell: (bill) => money(bill, bill.totalTTC),
      },
    ]
  }, [t, oneCurrency, currency])
}
