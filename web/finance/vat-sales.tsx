import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { type Unit, Value } from '#web/kernel/charts/series.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { WhyFigure } from '#web/kernel/ui/why.tsx'
import type { Tax } from './follow-up-head.tsx'
import { figuresOf, TurnoverFacts } from './turnover-facts.tsx'
import { type Basis, periodsQuery } from './turnover.queries.ts'
import { usePeriodName } from './vat-period-name.ts'

const BY = { monthly: 'month', quarterly: 'quarter', annual: 'year' } as const
const EUROS: Unit = { kind: 'money', currency: 'EUR' }

/** The period's turnover beside its VAT: received or billed, without taxes or with them. */
export function VatSales({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const nameOf = usePeriodName()
  const usual: Basis = period.exigibility === 'debits' ? 'invoiced' : 'receipts'
  const [url, set] = useUrlState({ basis: '', tax: 'HT', sales: '' })
  const basis = (['receipts', 'invoiced'] as const).find((one) => one === url.basis) ?? usual
  const tax: Tax = url.tax === 'TTC' ? 'TTC' : 'HT'
  const year = new Date(period.from).getUTCFullYear()
  const rows = useQuery(periodsQuery(profileId, BY[period.periodicity], year)).data
  const found = rows?.find(({ from, to }) => from === period.from && to === period.to)
  if (found === undefined) return null
  const sums = figuresOf(found, basis, tax)
  const name = t(`followUp.long.${basis}.${tax}`)
  const isOpen = url.sales === 'open'
  return (
    <>
      <Section
        name={t('vatScreen.part.sales')}
        title={t('vatScreen.sales.title')}
        end={
          <span className="flex flex-wrap gap-2">
            <Segments
              label={t('followUp.basis')}
              options={(['receipts', 'invoiced'] as const).map((one) => ({
                value: one,
                label: t(`followUp.${one}`),
              }))}
              value={basis}
              onChange={(one) => set({ basis: one === usual ? '' : one })}
            />
            <Segments
              label={t('followUp.tax')}
              options={(['HT', 'TTC'] as const).map((one) => ({
                value: one,
                label: t(`followUp.${one}`),
              }))}
              value={tax}
              onChange={(one) => set({ tax: one })}
            />
          </span>
        }
      >
        <div className="max-w-[640px]">
          <Leader label={name}>
            <WhyFigure
              open={isOpen}
              label={`${name}, ${nameOf(period)}`}
              onClick={() => set({ sales: isOpen ? '' : 'open' })}
            >
              <Value value={sums.value} unit={EUROS} />
            </WhyFigure>
          </Leader>
          <Leader label={t('vatScreen.sales.vat')}>
            <Value value={sums.tva} unit={EUROS} />
          </Leader>
        </div>
        <p className="mt-2 text-sm text-ink-muted">
          {t(
            basis === usual
              ? 'vatScreen.sales.counts'
              : `vatScreen.sales.otherwise.${period.exigibility}`,
          )}
        </p>
      </Section>
      {isOpen && (
        <TurnoverFacts
          key={basis}
          profileId={profileId}
          basis={basis}
          part={tax}
          span={{ from: period.from, to: period.to, name: nameOf(period), total: sums.value }}
          money={EUROS}
          onClose={() => set({ sales: '' })}
        />
      )}
    </>
  )
}
