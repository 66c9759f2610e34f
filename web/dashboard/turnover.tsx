import { BarChart3, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Turnover as TurnoverOfYear } from '#contract/finance/finance.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { currencySymbol, today } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Amount, useAmountText } from '#web/kernel/ui/values.tsx'
import { type Basis, Behind } from './turnover-details.tsx'
import { type TurnoverFigures, turnoverFigures } from './turnover-figures.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** Loaded after the page: the chart library is larger than the page itself. */
const TurnoverChart = late(async () => (await import('./turnover-chart.tsx')).TurnoverChart)

/** Height of the chart, reserved while it loads. @unit pixels */
const CHART_HEIGHT = 236

/**
 * Turnover of the year by month, paid or invoiced, without VAT. Basis and view are in the address.
 */
export function Turnover({
  turnover,
  previous,
}: {
  turnover: TurnoverOfYear
  previous: TurnoverOfYear
}) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const [{ basis: word, view, month: chosenWord }, set] = useUrlState({
    basis: 'receipts',
    view: 'chart',
    month: '',
  })
  const basis: Basis = word === 'invoiced' ? 'invoiced' : 'receipts'
  const chosen = /^([1-9]|1[0-2])$/.test(chosenWord) ? Number(chosenWord) : 0
  const { year, currency } = turnover
  const figures = turnoverFigures(basis, turnover, previous, today())
  const choose = (month: number) => set({ month: chosen === month ? '' : String(month) })

  return (
    <section aria-labelledby="turnover-title" className="min-w-0">
      <div className="flex min-h-[32px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="turnover-title" className="h2">
          {t('chart.title')}
        </h2>
        <span className="flex items-center gap-2">
          <Button
            size="sm"
            variant="quiet"
            icon={view === 'table' ? BarChart3 : Table2}
            title={t(view === 'table' ? 'chart.asChart' : 'chart.asTable')}
            onClick={() => set({ view: view === 'table' ? 'chart' : 'table' })}
          >
            {/* On a phone only the icon: title and choice share one line. */}
            <span className="max-md:sr-only">
              {t(view === 'table' ? 'chart.asChart' : 'chart.asTable')}
            </span>
          </Button>
          <Segments
            label={t('chart.basis')}
            options={(['receipts', 'invoiced'] as const).map((one) => ({
              value: one,
              label: t(`chart.${one}`),
            }))}
            value={basis}
            onChange={(one) => set({ basis: one })}
          />
        </span>
      </div>
      {figures.isEmpty ? (
        <p className="mt-4 text-ink-muted">
          {t(basis === 'receipts' ? 'chart.emptyReceipts' : 'chart.emptyInvoiced')}
        </p>
      ) : view === 'table' ? (
        <TurnoverTable {...{ basis, turnover, figures, chosen }} onChoose={choose} />
      ) : (
        <TurnoverFigure {...{ basis, turnover, figures, chosen }} onChoose={choose} />
      )}
      {chosen > 0 && (
        <Behind
          title={t(basis === 'receipts' ? 'chart.behindReceipts' : 'chart.behindInvoiced', {
            month: `${monthName(language, year, chosen)} ${year}`,
          })}
          of={{ basis, year, month: chosen, currency }}
          onClose={() => set({ month: '' })}
        />
      )}
    </section>
  )
}

type TurnoverProps = {
  readonly basis: Basis
  readonly turnover: TurnoverOfYear
  readonly figures: TurnoverFigures
  /** Number of the month whose details are shown; 0 for none. */
  readonly chosen: number
  readonly onChoose: (month: number) => void
}

const monthName = (language: Language, year: number, month: number) =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 1),
  )

/** The chart with its legend. */
function TurnoverFigure({
  basis,
  turnover: { year, currency },
  figures: { months, sum, average, passed },
  chosen,
  onChoose,
}: TurnoverProps) {
  const { t } = useTranslation('dashboard')
  const { discreet } = usePreferences()
  const amount = useAmountText()
  return (
    <figure
      className="mt-3"
      aria-label={t(basis === 'receipts' ? 'chart.spokenReceipts' : 'chart.spokenInvoiced', {
        year,
        amount: amount({ major: sum, currency }),
      })}
    >
      <div style={{ height: CHART_HEIGHT }} className="min-w-0">
        <TurnoverChart
          months={months}
          year={year}
          currency={currency}
          average={average}
          passed={passed}
          basis={basis}
          chosen={chosen}
          onChoose={onChoose}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted">
        <span className="inline-flex items-center gap-2">
          <span className="size-3 rounded-[1px] bg-chart-1" aria-hidden="true" />
          {t(`chart.legend.${basis}`)}
        </span>
        {average !== 0 && (
          <span className="inline-flex items-center gap-2">
            <svg width="14" height="12" aria-hidden="true">
              <path d="M0 6h14" stroke="var(--ink-subtle)" strokeDasharray="1 3" />
            </svg>
            <span>
              {t('chart.legend.average')}{' '}
              <Amount major={Math.round(average * 100) / 100} currency={currency} />
            </span>
          </span>
        )}
        <span className="inline-flex items-center gap-2">
          <span className="h-3 w-px bg-warm-line" aria-hidden="true" />
          {t('chart.legend.today')}
        </span>
        {!discreet && (
          <span className="max-md:hidden" data-screen-only>
            {t('chart.legend.click')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** The same figures in words. */
function TurnoverTable({
  basis,
  turnover,
  figures: { months, sum, vat },
  chosen,
  onChoose,
}: TurnoverProps) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { currency } = turnover
  const head = (word: string) => (
    <th scope="col" className="fig">
      {word}
    </th>
  )
  const cell = (value: number) => (
    <td className="fig">
      <Amount major={value} currency={currency} symbol={false} />
    </td>
  )
  const foot = (value: number) => (
    <td className="fig">
      <span className="total inline-block py-0.5">
        <Amount major={value} currency={currency} symbol={false} />
      </span>
    </td>
  )
  return (
    <table className="ledger mt-3">
      <caption className="sr-only">
        {t(basis === 'receipts' ? 'chart.tableReceipts' : 'chart.tableInvoiced', {
          year: turnover.year,
        })}
      </caption>
      <thead>
        <tr>
          <th scope="col" className="!ps-3">
            {t('chart.month')}
          </th>
          {head(t('chart.ht', { currency: currencySymbol(currency) }))}
          {head(t('chart.vat', { currency: currencySymbol(currency) }))}
          {head(t('chart.ttc', { currency: currencySymbol(currency) }))}
        </tr>
      </thead>
      <tbody>
        {months.map((one) => (
          <tr key={one.month}>
            <th scope="row" className="!ps-3 !font-medium">
              {one.ht === 0 ? (
                <span className="inline-block first-letter:uppercase">
                  {monthName(language, turnover.year, one.month)}
                </span>
              ) : (
                <button
                  type="button"
                  className="link cursor-pointer border-0 bg-transparent p-0 first-letter:uppercase"
                  aria-expanded={chosen === one.month}
                  onClick={() => onChoose(one.month)}
                >
                  {monthName(language, turnover.year, one.month)}
                </button>
              )}
            </th>
            {cell(one.ht)}
            {cell(one.vat)}
            {cell(one.ht + one.vat)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className="!ps-3 text-ink-muted">{t('chart.total', { year: turnover.year })}</td>
          {foot(sum)}
          {foot(vat)}
          {foot(sum + vat)}
        </tr>
      </tfoot>
    </table>
  )
}
