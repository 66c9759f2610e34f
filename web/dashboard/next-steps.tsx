import {
  CalendarClock,
  CircleAlert,
  FileCheck2,
  FileClock,
  FilePlus,
  HandCoins,
  type LucideIcon,
  Percent,
  Repeat,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NextStep } from '#contract/dashboard/dashboard.contract.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { dayText, numberText } from '#web/kernel/words/formats.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useBillMonth } from '#web/billing/use-bill-month.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { useDepositBill } from '#web/quotes/use-deposit-bill.ts'
import { stepOfField } from '#web/onboarding/steps.ts'
import { isolated, monthWord, stepTitle } from './step-title.ts'

/** A step to take. All gaps of a profile are one step, whose `lacking` names the fields. */
export type Thing = NextStep & { readonly lacking: readonly string[] }

/** Stands in where there is no thing to speak of: hooks are called all the same. */
export const NO_THING: Thing = {
  kind: 'unfilledDays',
  severity: 'next',
  entity: 'timesheet',
  id: '',
  amount: 0,
  currency: 'EUR',
  facts: {},
  lacking: [],
}

/** The server's steps, with all gaps of the set-up merged into one. */
export function thingsToDo(steps: readonly NextStep[]): readonly Thing[] {
  const gaps = steps.filter((step) => step.kind === 'setup')
  const first = gaps[0]
  return [
    ...(first ? [{ ...first, lacking: gaps.map((gap) => String(gap.facts['path'] ?? '')) }] : []),
    ...steps.filter((step) => step.kind !== 'setup').map((step) => ({ ...step, lacking: [] })),
  ]
}

const SHOWN = 5
const ICONS: Record<NextStep['kind'], { icon: LucideIcon; tone: string }> = {
  setup: { icon: CircleAlert, tone: 'text-warm' },
  lateBill: { icon: TriangleAlert, tone: 'text-negative' },
  refund: { icon: HandCoins, tone: 'text-ink-muted' },
  deposit: { icon: HandCoins, tone: 'text-ink-muted' },
  draft: { icon: FileClock, tone: 'text-ink-muted' },
  chargeToValidate: { icon: Repeat, tone: 'text-ink-muted' },
  scheduledToValidate: { icon: Repeat, tone: 'text-ink-muted' },
  declaration: { icon: FileCheck2, tone: 'text-ink-muted' },
  unbilledDays: { icon: FilePlus, tone: 'text-ink-muted' },
  unfilledDays: { icon: CalendarClock, tone: 'text-ink-muted' },
  lateRates: { icon: Percent, tone: 'text-ink-muted' },
}

/**
 * "À traiter": what waits behind the page's headline, each thing with its amount and the one act
 * that settles it.
 */
export function NextSteps({ things }: { things: readonly Thing[] }) {
  const { t } = useTranslation('dashboard')
  const [all, setAll] = useState(false)
  if (things.length === 0) return null
  const shown = all ? things : things.slice(0, SHOWN)
  return (
    <Row
      margin={t('margin.todo')}
      ruled
      className="[&>.sheet-body]:py-1 [&>.sheet-margin]:pt-[22px]"
    >
      <h2 className="sr-only">{t('margin.todo')}</h2>
      <ul>
        {shown.map((thing) => (
          <Step key={keyOf(thing)} thing={thing} />
        ))}
      </ul>
      {things.length > shown.length && (
        <Button variant="quiet" size="sm" className="mt-1 mb-2 -ms-2" onClick={() => setAll(true)}>
          {t('todo.more', { count: things.length - shown.length })}
        </Button>
      )}
    </Row>
  )
}

/** Several months of a contract wait under its one id. */
const keyOf = ({ kind, id, facts }: Thing) =>
  `${kind} ${id} ${facts['year'] ?? ''} ${facts['month'] ?? ''}`

function Step({ thing }: { thing: Thing }) {
  const { icon: Icon, tone } = ICONS[thing.kind]
  const { title, sub } = useStepWords(thing)
  return (
    <li className="flex min-h-[58px] items-center gap-3.5 border-b border-line py-2 last:border-0 max-md:flex-wrap max-md:gap-y-2.5 max-md:py-3.5">
      <span className={`${tone} mt-1 self-start`}>
        <Icon size={17} />
      </span>
      <div className="min-w-0 grow basis-0">
        <div className="font-medium">{title}</div>
        <div className="text-sm text-ink-muted">{sub}</div>
      </div>
      {thing.amount !== 0 && (
        <span className="font-medium max-md:hidden">
          <Amount major={thing.amount} currency={thing.currency} />
        </span>
      )}
      <span className="shrink-0 text-end max-md:basis-full max-md:ps-[31px] max-md:text-start md:w-[158px]">
        <StepAction thing={thing} size="sm" variant="plain" />
      </span>
    </li>
  )
}

/** The fields that a profile lacks: the words of profiles are loaded with them alone. */
function Lacking({ fields }: { fields: readonly string[] }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const label = useLabels('professionalInfo')
  const names = [...new Set(fields.map(label))].map((name) =>
    language === 'de' || /^\p{Lu}{2}/u.test(name)
      ? name
      : name.charAt(0).toLocaleLowerCase(language) + name.slice(1),
  )
  return t('todo.setup.sub', {
    count: names.length,
    names: new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names),
  })
}

export function useStepWords(thing: Thing): { title: ReactNode; sub: ReactNode } {
  const { kind, facts, lacking } = thing
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const days = Number(facts['days'] ?? 0)
  const figure = numberText(language, days)
  const title = stepTitle(t, thing, language)
  switch (kind) {
    case 'setup':
      return { title, sub: <Lacking fields={lacking} /> }
    case 'lateBill': {
      const late = Number(facts['daysLate'] ?? 0)
      const penalty = Number(facts['penalty'] ?? 0)
      const since = t('todo.late.since', { count: late })
      return {
        title,
        sub: (
          <>
            {t('todo.late.sub', { ref: isolated(facts['ref']), since })}
            {penalty > 0 && (
              <>
                {' '}
                {t('todo.late.penalty')} <Amount major={penalty} currency={thing.currency} />
              </>
            )}
          </>
        ),
      }
    }
    case 'refund':
      return {
        title,
        sub: t('todo.refund.sub', { ref: isolated(facts['ref']) }),
      }
    case 'deposit':
      return {
        title,
        sub: t('todo.deposit.sub', {
          ref: isolated(facts['ref']),
          day: dayText(language, Number(facts['acceptedDate']), 'long'),
        }),
      }
    case 'draft':
      return {
        title,
        sub: facts['serviceName']
          ? t('todo.draft.sub', { service: isolated(facts['serviceName']) })
          : t('todo.draft.subAlone'),
      }
    case 'chargeToValidate':
    case 'scheduledToValidate':
      return {
        title,
        sub: t('todo.validate.sub', {
          day: dayText(language, Number(facts['payOn']), 'long'),
        }),
      }
    case 'declaration':
      return {
        title,
        sub: t(thing.severity === 'late' ? 'todo.declaration.late' : 'todo.declaration.sub', {
          day: dayText(language, Number(facts['dueDate']), 'long'),
        }),
      }
    case 'unbilledDays':
      return {
        title,
        sub: t('todo.unbilled.sub', { count: days, figure }),
      }
    case 'unfilledDays':
      return { title, sub: t('todo.unfilled.sub', { count: days, figure }) }
    case 'lateRates':
      return { title, sub: t('todo.rates.sub') }
  }
}

/** The act that settles a thing, right here where it can be; null when it is not permitted. */
export function StepAction({
  thing,
  size,
  variant,
}: {
  thing: Thing
  size: 'sm' | 'md'
  variant: 'primary' | 'plain'
}) {
  const { t } = useTranslation('dashboard')
  const { can, profileId } = useSession()
  const bill = useBillMonth(profileId)
  const deposit = useDepositBill()
  const link = (to: string, label: string) => (
    <LinkButton to={to} size={size} variant={variant}>
      {label}
    </LinkButton>
  )
  switch (thing.kind) {
    case 'setup':
      return can('perm_professional_info_update')
        ? link(
            paths.welcome.to({}, { step: stepOfField(thing.lacking[0] ?? '') }),
            t('todo.setup.action'),
          )
        : null
    case 'lateBill':
      return can('perm_billing_update')
        ? link(paths.bill.to({ id: thing.id }, { do: 'payment' }), t('todo.late.action'))
        : null
    case 'refund':
      return can('perm_billing_update')
        ? link(paths.bill.to({ id: thing.id }, { do: 'refund' }), t('todo.refund.action'))
        : null
    case 'deposit':
      return can('perm_billing_add') ? (
        <Button
          size={size}
          variant={variant}
          pending={deposit.isPending}
          onClick={() => deposit.mutate({ params: { profileId, id: thing.id } })}
        >
          {t('todo.deposit.action')}
        </Button>
      ) : null
    case 'draft':
      return can('perm_billing_update')
        ? link(paths.bill.to({ id: thing.id }, { do: 'issue' }), t('todo.draft.action'))
        : null
    case 'chargeToValidate':
      return can('perm_charge_update')
        ? link(paths.charges.to({}, { open: thing.id }), t('todo.validate.action'))
        : null
    case 'scheduledToValidate':
      return can('perm_transaction_update')
        ? link(paths.scheduled.to({}, { open: thing.id }), t('todo.validate.action'))
        : null
    case 'declaration':
      return can('perm_transaction_menu')
        ? link(paths.declarations.to(), t('todo.declaration.action'))
        : null
    case 'unbilledDays':
      return can('perm_billing_add') ? (
        <Button
          size={size}
          variant={variant}
          pending={bill.pending}
          onClick={() =>
            bill.run({
              projectId: thing.id,
              year: Number(thing.facts['year']),
              month: Number(thing.facts['month']),
            })
          }
        >
          {t('todo.unbilled.action')}
        </Button>
      ) : null
    case 'unfilledDays':
      return can('perm_timesheet_menu')
        ? link(
            paths.timesheets.to({}, { month: monthWord(thing.facts) }),
            t('todo.unfilled.action'),
          )
        : null
    case 'lateRates':
      return can('perm_option_set_add') ? link(paths.legalRates.to(), t('todo.rates.action')) : null
  }
}
