import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Landmark, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Declaration, declarationRoutes } from '#contract/finance/declarations.contract.ts'
import { urssafRoutes } from '#contract/schedules/schedules.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'
import { PageHead, Section } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { monthOfDay } from '#web/kernel/words/year-month.ts'
import { paths } from '#web/screens.ts'
import { declarationsQuery } from './declarations.queries.ts'
import { FirstPeriod } from './first-period.tsx'
import { FormLine } from './form-line.tsx'
import { filledLines, lineNumber } from './vat-lines.ts'
import { usePeriodName } from './vat-period-name.ts'

/**
 * Path `/admin/portfolio/declarations`: declarations in the order of their days, with the lines to
 * copy. A business that begins here chooses its first period.
 */
export function DeclarationsScreen() {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const { profileId } = useSession()
  const found = useQuery(declarationsQuery(profileId))
  const title = t('screen.declarations.title')
  if (profileId === '')
    return <NoProfile page={title} title={t('noProfile.title')} body={t('noProfile.body')} />
  if (found.isPending) return <PageSkeleton lines={6} label={title} />
  if (found.isError) return <ErrorState error={found.error} onRetry={found.refetch} />
  const { declarations, firstPeriod } = found.data
  const next = declarations.find(({ state }) => state === 'late' || state === 'open')
  return (
    <>
      <PageHead
        title={title}
        sub={
          next
            ? t(`declarations.sub.${next.state === 'late' ? 'late' : 'due'}`, {
                day: dayText(language, next.dueDate, 'long'),
              })
            : t('declarations.sub.none')
        }
        ruled
      />
      <FirstPeriod first={firstPeriod} />
      {declarations.length === 0 ? (
        <EmptyState title={t('declarations.empty.title')} body={t('declarations.empty.body')} />
      ) : (
        declarations.map((one) => <OneDeclaration key={`${one.kind} ${one.from}`} of={one} />)
      )}
    </>
  )
}

const STATUS: Readonly<Record<Declaration['state'], StatusKind>> = {
  late: 'late',
  open: 'wait',
  running: 'issued',
  declared: 'collected',
}

/** Months of a period, both its ends included. */
function monthsFrom(from: number, to: number): number {
  const [first, last] = [monthOfDay(from), monthOfDay(to)]
  return (last.year - first.year) * 12 + last.month - first.month + 1
}

function OneDeclaration({ of }: { of: Declaration }) {
  const { t } = useTranslation('finance')
  const nameOf = usePeriodName()
  const { kind, from, to, state, dueDate, amount, withoutEuros } = of
  const months = monthsFrom(from, to)
  const periodicity = months === 12 ? 'annual' : months === 3 ? 'quarterly' : 'monthly'
  const period = nameOf({ from, to, periodicity })
  const name = t(`declarations.kind.${kind}`)
  return (
    <Section
      name={name}
      label={`${name}, ${period}`}
      title={
        <>
          {/* On a phone no margin says it. */}
          <span className="md:hidden">{name}, </span>
          {period}
        </>
      }
    >
      <div className="max-w-[640px]">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
          <Status kind={STATUS[state]}>
            <span>
              {t(`declarations.state.${state}`)} {state !== 'declared' && <DayText at={dueDate} />}
            </span>
          </Status>
          <span>
            <Amount major={amount} currency="EUR" /> {t(`declarations.amount.${kind}`)}
          </span>
        </p>
        <ul className="mt-2" aria-label={period}>
          <Lines of={of} form={months === 12 ? 'CA12' : 'CA3'} />
        </ul>
        {withoutEuros > 0 && <p className="hint">{t('declarations.withoutEuros')}</p>}
        <p className="hint">{t(`declarations.where.${kind}`)}</p>
        <Acts of={of} />
      </div>
    </Section>
  )
}

function Lines({ of: { kind, lines }, form }: { of: Declaration; form: 'CA3' | 'CA12' }) {
  const { t } = useTranslation('finance')
  if (kind === 'vat') {
    const boxes = Object.fromEntries(lines.map(({ label, amount }) => [label, amount]))
    return filledLines(form, boxes).map(({ box, word }) => (
      <FormLine
        key={box}
        number={lineNumber(box)}
        name={t(`vatScreen.box.${word}`)}
        label={`${lineNumber(box)} ${t(`vatScreen.box.${word}`)}`}
        euros={boxes[box] ?? 0}
      />
    ))
  }
  return lines.map(({ label, client = '', amount }) => {
    if (kind === 'urssaf') {
      const receipts = t('declarations.line.receipts')
      return <FormLine key={label} name={receipts} label={receipts} euros={amount} />
    }
    const number = label === '' ? t('declarations.noNumber') : label
    return (
      <FormLine
        key={label}
        name={
          <span className="flex flex-wrap items-baseline gap-x-3">
            {label === '' ? <span>{number}</span> : <Copyable text={label} />}
            <bdi className="text-ink-muted">{client}</bdi>
          </span>
        }
        label={`${number} ${client}`.trim()}
        euros={amount}
      />
    )
  })
}

function Acts({ of: { kind, from, to, state } }: { of: Declaration }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { profileId, can } = useSession()
  const written = {
    invalidates: ['finance', 'schedules', 'dashboard', 'waiting'],
  } as const
  const declared = { ...written, done: t('declarations.done.declared') }
  const undone = { ...written, done: t('declarations.done.undone') }
  const services = useWrite(declarationRoutes.declareServices, declared)
  const undoServices = useWrite(declarationRoutes.undoServices, undone)
  const urssaf = useWrite(urssafRoutes.declare, declared)
  const undoUrssaf = useWrite(urssafRoutes.undo, undone)
  const params = { profileId }
  if (kind === 'vat')
    return (
      <p className="mt-2">
        <LinkButton
          size="sm"
          icon={Landmark}
          to={paths.vat.to({}, { on: new Date(from).toISOString().slice(0, 10) })}
        >
          {t('declarations.act.vat')}
        </LinkButton>
      </p>
    )
  const isServices = kind === 'services'
  const mayWrite = can(isServices ? 'perm_transaction_update' : 'perm_charge_update')
  if (!mayWrite || state === 'running') return null
  const declare = () =>
    isServices
      ? services.mutate({ params, body: { from } })
      : urssaf.mutate({ params, body: { from, to } })
  const undo = () =>
    isServices
      ? undoServices.mutate({ params, body: { from } })
      : undoUrssaf.mutate({ params, body: { from, to } })
  return (
    <p className="mt-2">
      {state === 'declared' ? (
        <Button
          size="sm"
          icon={Undo2}
          pending={undoServices.isPending || undoUrssaf.isPending}
          onClick={undo}
        >
          {t('kernel:action.undo')}
        </Button>
      ) : (
        <Button
          size="sm"
          variant="primary"
          icon={CircleCheck}
          pending={services.isPending || urssaf.isPending}
          onClick={declare}
        >
          {t('declarations.act.declare')}
        </Button>
      )}
    </p>
  )
}
