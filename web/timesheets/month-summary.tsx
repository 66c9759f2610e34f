import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { isIn } from '#web/billing/billable.queries.ts'
import { paths } from '#web/screens.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Amount, TimeToBill } from '#web/kernel/ui/values.tsx'
import { firstDay, type YearMonth } from '#web/kernel/words/year-month.ts'
import type { Sums } from './month.ts'
import { useRowWords } from './row-words.ts'

/**
 * The month in figures, and its unbilled days: those of today, so a past month has none (`billable`
 * is null).
 */
export function MonthSummary({
  sums,
  at,
  billable,
}: {
  sums: Sums
  at: YearMonth
  billable: readonly BillableMonth[] | null | undefined
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const figures = [
    ['billable', sums.billable],
    ['nonBillable', sums.nonBillable],
    ['holiday', sums.holiday],
    ['unfilled', sums.unfilled],
  ] as const
  return (
    <Row
      margin={t('sum.margin')}
      className="border-t border-line pt-5 pb-10 max-md:hidden [&>.sheet-margin]:pt-[3px]"
    >
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
        {billable !== null && (
          <section
            aria-labelledby="bill-title"
            className="lg:border-s lg:border-line lg:ps-10 max-lg:mt-6"
          >
            <h2 className="h2" id="bill-title">
              {t('bill.toBill', { month: words.month(firstDay(at)).split(' ')[0] })}
            </h2>
            <ToBill found={billable?.filter(isIn(at))} none={sums.billable === 0} />
          </section>
        )}
      </div>
    </Row>
  )
}

/** @param none the month has no billable day */
function ToBill({ found, none }: { found: readonly BillableMonth[] | undefined; none: boolean }) {
  const { t } = useTranslation(['timesheets', 'kernel'])
  if (!found) return <p className="mt-2 h-5" aria-busy="true" />
  if (found.length === 0)
    return <p className="mt-2 text-ink-muted">{t(none ? 'bill.nothing' : 'bill.allBilled')}</p>
  return (
    <ul className="mt-2">
      {found.map((row) => (
        <li
          key={row.projectId}
          className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-0"
        >
          <span className="min-w-0 grow truncate font-medium">
            <bdi>{row.client || row.title}</bdi>
            {row.draftId !== 0 && (
              <Link
                className="link ms-2 text-sm font-normal"
                to={paths.bill.to({ id: row.draftId })}
              >
                {t('kernel:billMonth.openDraft')}
              </Link>
            )}
          </span>
          <span className="text-sm text-ink-muted">
            <TimeToBill days={row.left} hours={row.leftHours} />
          </span>
          <span className="min-w-[104px] text-end">
            {row.amountHT === null ? (
              <span className="text-ink-subtle">{t('grid.fixed')}</span>
            ) : (
              <Amount major={row.amountHT} currency={row.currency} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
