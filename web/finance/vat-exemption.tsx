import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Exemption } from '#contract/finance/vat.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { Leader, Meter } from '#web/kernel/ui/figures.tsx'
import { PageHead, Section } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { exemptionQuery } from './vat.queries.ts'

/** A year without returns: under the exemption its limits, else the way to the terms. */
export function VatExemption({
  year,
  title,
  onYear,
}: {
  year: number
  title: string
  onYear: (year: number) => void
}) {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const exemption = useQuery(exemptionQuery(profileId, year))
  if (exemption.isPending) return <PageSkeleton lines={4} label={title} />
  if (exemption.isError) return <ErrorState error={exemption.error} onRetry={exemption.refetch} />
  const { regime, gauges } = exemption.data
  return (
    <>
      <PageHead
        title={t('vatScreen.of', { period: String(year) })}
        heading={
          <span className="inline-flex items-center gap-2">
            {t('vatScreen.of', { period: String(year) })}
            <IconButton
              icon={ChevronLeft}
              points
              label={t('vatScreen.before')}
              onClick={() => onYear(year - 1)}
            />
            <IconButton
              icon={ChevronRight}
              points
              label={t('vatScreen.after')}
              onClick={() => onYear(year + 1)}
            />
          </span>
        }
        sub={regime === 'franchise' ? t('vatScreen.franchise.sub') : ''}
        ruled
      />
      {regime === '' ? (
        <EmptyState
          title={t('vatScreen.none.title')}
          body={t('vatScreen.none.body')}
          action={
            <LinkButton variant="primary" to={paths.profiles.to({}, { open: profileId })}>
              {t('vatScreen.none.action')}
            </LinkButton>
          }
        />
      ) : (
        gauges.map((gauge) => <Gauge key={gauge.trade} gauge={gauge} year={year} />)
      )}
    </>
  )
}

function Gauge({ gauge, year }: { gauge: Exemption['gauges'][number]; year: number }) {
  const { t } = useTranslation('finance')
  const { language, discreet } = usePreferences()
  const { trade, limit, tolerance, reached, before, state, vatFrom, validFrom, source } = gauge
  const name = t(`vatScreen.trade.${trade}`)
  return (
    <Section name={name} title={t(`vatScreen.franchise.${state}`)}>
      <div className="max-w-[640px]">
        {!discreet && <Meter done={reached} planned={limit} label={name} />}
        <div className="mt-3">
          <Leader label={t('vatScreen.franchise.reached', { year })}>
            <Amount major={reached} />
          </Leader>
          <Leader label={t('vatScreen.franchise.limit')}>
            <Amount major={limit} />
          </Leader>
          <Leader label={t('vatScreen.franchise.tolerance')}>
            <Amount major={tolerance} />
          </Leader>
          <Leader label={t('vatScreen.franchise.before', { year: year - 1 })}>
            <Amount major={before} />
          </Leader>
          {vatFrom !== 0 && (
            <Leader label={t('vatScreen.franchise.vatFrom')}>
              <DayText at={vatFrom} style="long" />
            </Leader>
          )}
        </div>
        <p className="mt-2 text-xs text-ink-subtle">
          {t('vatScreen.franchise.rule', { source, day: dayText(language, validFrom, 'long') })}
        </p>
      </div>
    </Section>
  )
}
