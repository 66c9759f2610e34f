import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { WhyFigure } from '#web/kernel/ui/why.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { usePeriodName } from './vat-period-name.ts'
import { late } from '#web/kernel/ui/late.tsx'

const VatWhy = late(async () => (await import('./vat-why.tsx')).VatWhy)
const VatDetails = late(async () => (await import('./vat-details.tsx')).VatDetails)

type Figure = 'collected' | 'deductible' | 'late'
const LINES = ['collected', 'deductible', 'late', 'credit', 'instalments', 'due'] as const
type Line = (typeof LINES)[number]

/** Figures of a period in a line. @unit euros */
const valueOf = (period: VatPeriod, line: Line): number =>
  ({
    collected: period.totalCollected,
    deductible: -period.totalDeductible,
    late: period.lateCollected - period.lateDeductible,
    credit: -period.creditBefore,
    instalments: -period.instalmentsPaid,
    due: period.due - period.creditAfter,
  })[line]

/** Periods side by side with their sums; a figure opens what makes it. */
export function VatPeriods({
  periods,
  chosen,
  knownAt,
}: {
  periods: readonly VatPeriod[]
  chosen: VatPeriod
  knownAt: number
}) {
  const { t } = useTranslation('finance')
  const nameOf = usePeriodName()
  const [{ why }, set] = useUrlState({ why: '', on: '' })
  const lines = LINES.filter(
    (line) =>
      !['late', 'credit', 'instalments'].includes(line) ||
      periods.some((period) => valueOf(period, line) !== 0),
  )
  const open = (period: VatPeriod, figure: string) => {
    const isOpen = period === chosen && why === figure
    set({ on: new Date(period.from).toISOString().slice(0, 10), why: isOpen ? '' : figure })
  }
  const basis = t(`vatScreen.basis.${chosen.exigibility}`)
  const figureOf = (period: VatPeriod, line: Line) => {
    const value = <Amount major={valueOf(period, line)} symbol={false} />
    if (line === 'credit' || line === 'instalments' || line === 'due') return value
    const figure: Figure = line
    return (
      <WhyFigure
        open={period === chosen && why === figure}
        label={`${t(`vatScreen.line.${line}`)}, ${nameOf(period)}`}
        onClick={() => open(period, figure)}
      >
        {value}
      </WhyFigure>
    )
  }
  const total = (line: Line) =>
    periods.reduce((sum, period) => sum + Math.round(valueOf(period, line) * 100), 0)
  return (
    <>
      <table className="ledger vat-lines max-md:hidden">
        <caption className="sr-only">{t('vatScreen.caption')}</caption>
        <colgroup>
          <col style={{ width: 'var(--marge)' }} />
          <col />
          {periods.map(({ from }) => (
            <col key={from} style={{ width: 'clamp(112px, 14cqi, 150px)' }} />
          ))}
          <col className="opt-1" style={{ width: '132px' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="mg">
              <span className="sr-only">{t('vatScreen.marginHead')}</span>
            </th>
            <th scope="col" className="first-column">
              {t('vatScreen.inEuros')}
            </th>
            {periods.map((period) => (
              <th key={period.from} scope="col" className="fig">
                <button
                  type="button"
                  className={clsx(period === chosen && 'font-semibold !text-warm')}
                  aria-pressed={period === chosen}
                  onClick={() =>
                    set({ on: new Date(period.from).toISOString().slice(0, 10), why: '' })
                  }
                >
                  {nameOf(period)}
                </button>
              </th>
            ))}
            <th scope="col" className="fig opt-1">
              {t('vatScreen.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              <td className="mg">{t(`vatScreen.margin.${line}`)}</td>
              <th scope="row" className={clsx('first-column', line === 'collected' && '!py-2')}>
                <span className={clsx('block', line === 'due' && 'font-semibold')}>
                  {t(`vatScreen.line.${line}`)}
                </span>
                {line === 'collected' && (
                  <span className="block text-xs text-ink-subtle">{basis}</span>
                )}
              </th>
              {periods.map((period) => (
                <td key={period.from} className="fig">
                  <span
                    className={clsx(line === 'due' && 'total inline-block py-0.5 font-semibold')}
                  >
                    {figureOf(period, line)}
                  </span>
                </td>
              ))}
              <td className="fig opt-1">
                {line !== 'credit' && (
                  <span
                    className={clsx('font-semibold', line === 'due' && 'total inline-block py-0.5')}
                  >
                    {line === 'due' ? (
                      <Amount
                        major={periods.reduce((sum, { due }) => sum + due, 0)}
                        symbol={false}
                      />
                    ) : (
                      <Amount minor={total(line)} symbol={false} />
                    )}
                  </span>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <td className="mg" />
            <th scope="row" className="first-column text-ink-muted">
              {t('vatScreen.state.label')}
            </th>
            {periods.map((period) => (
              <td key={period.from} className="fig [&>.st]:text-start [&>.st]:whitespace-normal">
                <PeriodState period={period} />
              </td>
            ))}
            <td className="opt-1" />
          </tr>
        </tbody>
      </table>
      <Row ruled className="py-3 md:hidden">
        <p className="mb-1">
          <PeriodState period={chosen} />
        </p>
        {lines.map((line) => (
          <Leader key={line} label={t(`vatScreen.line.${line}`)}>
            {figureOf(chosen, line)}
          </Leader>
        ))}
      </Row>
      {why !== '' && (
        <VatWhy period={chosen} why={why} knownAt={knownAt} onClose={() => set({ why: '' })} />
      )}
      <VatDetails period={chosen} knownAt={knownAt} />
    </>
  )
}

/** State of a return, in words. */
function PeriodState({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const isLate = period.dueDate < today()
  switch (period.state) {
    case 'declared':
      return period.drift === 0 ? (
        <Status kind="collected">{t('vatScreen.state.declared')}</Status>
      ) : (
        <Status kind="part">{t('vatScreen.state.drifted')}</Status>
      )
    case 'open':
      return period.dueDate === 0 ? (
        <Status kind="wait">{t('vatScreen.state.open')}</Status>
      ) : (
        <Status kind={isLate ? 'late' : 'wait'}>
          <span>
            {t(isLate ? 'vatScreen.state.late' : 'vatScreen.state.until')}{' '}
            <DayText at={period.dueDate} />
          </span>
        </Status>
      )
    case 'running':
      return <Status kind="issued">{t('vatScreen.state.running')}</Status>
    case 'elsewhere':
      return <Status kind="draft">{t('vatScreen.state.elsewhere')}</Status>
    case 'ahead':
      return <Status kind="draft">{t('vatScreen.state.ahead')}</Status>
    default:
      return period.state satisfies never
  }
}
