import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Project } from '#contract/projects.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Leader, Row } from '#web/kernel/ui/page.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { type Billable, useBillable } from './billable.ts'
import { firstDay, type YearMonth } from '#web/kernel/words/year-month.ts'
import { type Sums } from './month.ts'
import { useRowWords } from './row-words.ts'

/** The month in figures, and what the month to bill holds. */
export function MonthSummary({
  sums,
  billing,
  contracts,
  profileId,
  onBill,
}: {
  sums: Sums
  billing: YearMonth
  contracts: readonly Project[]
  profileId: string
  onBill: (() => void) | null
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const billable = useBillable(profileId, billing, contracts)
  const figures = [
    ['billable', sums.billable],
    ['nonBillable', sums.nonBillable],
    ['holiday', sums.holiday],
    ['unfilled', sums.unfilled],
  ] as const
  return (
    <Row margin={t('sum.margin')} className="border-t border-line pt-5 pb-10 max-md:hidden [&>.m]:pt-[3px]">
      <div className="grid grid-cols-1 gap-x-10 lg:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
        <section aria-labelledby="sum-title">
          <h2 className="h2" id="sum-title">
            {t('sum.title')}
          </h2>
          <div className="mt-2">
            {figures.map(([name, value]) => (
              <Leader key={name} label={t(`sum.${name}`)} className="!py-1">
                {words.figure(value)}
              </Leader>
            ))}
            <div className="total mt-1.5 flex justify-between py-1.5 font-semibold">
              <span>{t('sum.workingDays')}</span>
              <span className="num">{sums.workingDays}</span>
            </div>
          </div>
        </section>
        <section aria-labelledby="bill-title" className="lg:border-s lg:border-line lg:ps-10 max-lg:mt-6">
          <h2 className="h2" id="bill-title">
            {t('bill.toBill', { month: words.month(firstDay(billing)).split(' ')[0] })}
          </h2>
          <ToBill found={billable} onBill={onBill} />
        </section>
      </div>
    </Row>
  )
}

function ToBill({ found: all, onBill }: { found: readonly Billable[] | undefined; onBill: (() => void) | null }) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const found = all?.filter(({ left }) => left > 0)
  if (!found) return <p className="mt-2 h-5" aria-busy="true" />
  if (found.length === 0)
    return <p className="mt-2 text-ink-muted">{t(all?.length ? 'bill.allBilled' : 'bill.nothing')}</p>
  return (
    <>
      <ul className="mt-2">
        {found.map(({ contract, left, amount }) => (
          <li key={contract.id} className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 grow truncate font-medium">
              <bdi>{contract.client || contract.title || contract.ref}</bdi>
            </span>
            <span className="num text-sm text-ink-muted">{words.days(left)}</span>
            <span className="min-w-[104px] text-end">
              {amount === null ? (
                <span className="text-ink-subtle">{t('grid.fixed')}</span>
              ) : (
                <Amount major={amount} currency={contract.currency} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {onBill && (
        <Button size="sm" icon={ReceiptText} className="mt-3" onClick={onBill}>
          {t('bill.open')}
        </Button>
      )}
    </>
  )
}
