import { useQuery } from '@tanstack/react-query'
import {
  ChevronLeft,
  ChevronRight,
  CornerDownRight,
  FileCheck2,
  History,
  Landmark,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vatRoutes, type VatPeriod } from '#contract/finance/vat.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { DayText, useAmountText } from '#web/kernel/ui/values.tsx'
import { epochOf, today } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { paths } from '#web/screens.ts'
import { usePeriodName } from './vat-period-name.ts'
import { periodToDeclare } from './vat-period-to-declare.ts'
import { VatPeriods } from './vat-periods.tsx'
import { vatPeriodsQuery } from './vat.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const VatExemption = late(async () => (await import('./vat-exemption.tsx')).VatExemption)
const YearDialog = late(async () => (await import('./vat-return-dialogs.tsx')).YearDialog)
const RefundDialog = late(async () => (await import('./vat-return-dialogs.tsx')).RefundDialog)
const HistorySide = late(async () => (await import('./history-side.tsx')).HistorySide)
const OpeningCreditDialog = late(
  async () => (await import('./vat-return-dialogs.tsx')).OpeningCreditDialog,
)

/** A return is due in the month after its period. Until then the earlier period is shown. */
const DAYS_LATER_MS = 31 * DAY_MS

/**
 * Path `/admin/portfolio/vat`: VAT collected, deductible and due; what was declared, and what
 * changed since.
 */
export function VatScreen() {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const [{ on, known }, set] = useUrlState({ on: '', known: '', why: '' })
  const day = /^20\d\d-\d\d-\d\d$/.test(on) ? epochOf(on) : 0
  const year = new Date(day || today() - DAYS_LATER_MS).getUTCFullYear()
  const knownAt = /^\d{12,14}$/.test(known) ? Number(known) : 0
  const periods = useQuery(vatPeriodsQuery(profileId, year, knownAt))
  const title = t('screen.vat.title')

  if (profileId === '')
    return <NoProfile page={title} title={t('vatScreen.noProfile')} body={t('noProfile.body')} />
  if (periods.isPending) return <PageSkeleton lines={7} label={title} />
  if (periods.isError) return <ErrorState error={periods.error} onRetry={periods.refetch} />
  const found = periods.data
  const chosen =
    found.find(({ from, to }) => from <= day && day <= to) ?? periodToDeclare(found, today())
  const toYear = (to: number) =>
    set({ on: `${to}-${day && to < year ? '12-31' : '01-01'}`, why: '' })
  if (chosen === undefined)
    return (
      <VatExemption
        year={year}
        title={title}
        onYear={toYear}
        waiting={<PageSkeleton lines={4} label={title} />}
      />
    )
  return <VatOfYear periods={found} chosen={chosen} knownAt={knownAt} />
}

/** The periods that stand side by side: the months of a quarter, else those of a year. */
function besides(periods: readonly VatPeriod[], chosen: VatPeriod): readonly VatPeriod[] {
  if (chosen.periodicity !== 'monthly') return periods
  const quarterOf = (at: number) => Math.floor(new Date(at).getUTCMonth() / 3)
  return periods.filter(({ from }) => quarterOf(from) === quarterOf(chosen.from))
}

function VatOfYear({
  periods,
  chosen,
  knownAt,
}: {
  periods: readonly VatPeriod[]
  chosen: VatPeriod
  knownAt: number
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { profileId, can } = useSession()
  const amount = useAmountText()
  const nameOf = usePeriodName()
  const [, set] = useUrlState({ on: '', known: '', why: '' })
  const [asks, setAsks] = useState<'declare' | 'undo' | 'opening' | 'history' | null>(null)
  const shown = besides(periods, chosen)
  const name = nameOf(chosen)
  const go = (day: number) => set({ on: new Date(day).toISOString().slice(0, 10), why: '' })
  const params = { profileId }
  const written = { invalidates: ['finance', 'dashboard'], onDone: () => setAsks(null) } as const
  const declare = useWrite(vatRoutes.declare, {
    ...written,
    done: t('vatScreen.declare.done', { period: name }),
  })
  const undo = useWrite(vatRoutes.undo, {
    ...written,
    done: t('vatScreen.undo.done', { period: name }),
  })
  const isYear = chosen.form === 'CA12'
  const hasCredit = !isYear && chosen.creditAfter + chosen.refund > 0
  const dialog = { profileId, period: chosen, name, onClose: () => setAsks(null) }
  const mayWrite = can('perm_transaction_update') && knownAt === 0
  return (
    <>
      <PageHead
        title={t('vatScreen.of', { period: name })}
        heading={
          <span className="inline-flex items-center gap-2">
            {t('vatScreen.of', { period: name })}
            <IconButton
              icon={ChevronLeft}
              points
              label={t('vatScreen.before')}
              onClick={() => go(chosen.from - DAY_MS)}
            />
            <IconButton
              icon={ChevronRight}
              points
              label={t('vatScreen.after')}
              onClick={() => go(chosen.to + DAY_MS)}
            />
          </span>
        }
        sub={
          <>
            {chosen.due > 0
              ? t('vatScreen.sub.due', { amount: amount({ major: chosen.due }) })
              : t('vatScreen.sub.credit', { amount: amount({ major: chosen.creditAfter }) })}
            {chosen.state === 'open' && chosen.dueDate !== 0 && (
              <>
                {' '}
                {t(chosen.dueDate < today() ? 'vatScreen.sub.late' : 'vatScreen.sub.until')}{' '}
                <DayText at={chosen.dueDate} style="long" />
              </>
            )}
          </>
        }
        actions={
          <>
            <CsvButton
              route={vatRoutes.facts}
              input={{ params, query: { from: chosen.from, to: chosen.to } }}
              fileName={`${t('screen.vat.title')} ${name}`}
            />
            <Button icon={History} onClick={() => setAsks('history')}>
              {t('kernel:action.history')}
            </Button>
            {chosen.state === 'elsewhere' && (
              <LinkButton icon={FileCheck2} to={paths.declarations.to()}>
                {t('firstPeriod.choose')}
              </LinkButton>
            )}
            {mayWrite && chosen.openable && (
              <Button icon={CornerDownRight} onClick={() => setAsks('opening')}>
                {t('vatScreen.opening.verb')}
              </Button>
            )}
            {mayWrite && chosen.state === 'open' && (
              <Button variant="primary" icon={Landmark} onClick={() => setAsks('declare')}>
                {t('vatScreen.declare.verb')}
              </Button>
            )}
            {mayWrite && chosen.undoable && (
              <Button icon={Undo2} onClick={() => setAsks('undo')}>
                {t('vatScreen.undo.verb')}
              </Button>
            )}
          </>
        }
      />
      <VatPeriods periods={shown} chosen={chosen} knownAt={knownAt} />
      {asks === 'declare' && hasCredit && <RefundDialog {...dialog} />}
      {asks === 'declare' && isYear && <YearDialog {...dialog} />}
      {asks === 'opening' && <OpeningCreditDialog {...dialog} />}
      {asks === 'history' && (
        <HistorySide entity="vatDeclarations" profileId={profileId} onClose={() => setAsks(null)} />
      )}
      <Confirm
        open={asks === 'declare' && !hasCredit && !isYear}
        onClose={() => setAsks(null)}
        title={t('vatScreen.declare.title', { period: name })}
        consequence={t('vatScreen.declare.consequence', { amount: amount({ major: chosen.due }) })}
        verb={t('vatScreen.declare.verb')}
        tone="plain"
        pending={declare.isPending}
        onConfirm={() => declare.mutate({ params, body: { from: chosen.from, to: chosen.to } })}
      />
      <Confirm
        open={asks === 'undo'}
        onClose={() => setAsks(null)}
        title={t('vatScreen.undo.title', { period: name })}
        consequence={t('vatScreen.undo.consequence')}
        verb={t('vatScreen.undo.verb')}
        pending={undo.isPending}
        onConfirm={() => undo.mutate({ params, body: { from: chosen.from } })}
      />
    </>
  )
}
