import i18next from 'i18next'
import type { NextStep } from '#contract/dashboard/dashboard.contract.ts'
import type { Permission } from '#web/kernel/data/ability.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'
import { monthWord, stepTitle } from './step-title.ts'

/** Where each thing to do is done, and who may do it. */
const PLACES: Readonly<
  Record<NextStep['kind'], { permission: Permission; to: (step: NextStep) => string }>
> = {
  setup: { permission: 'perm_professional_info_update', to: () => paths.welcome.to() },
  lateBill: { permission: 'perm_billing_menu', to: ({ id }) => paths.bill.to({ id }) },
  refund: {
    permission: 'perm_billing_update',
    to: ({ id }) => paths.bill.to({ id }, { do: 'refund' }),
  },
  deposit: { permission: 'perm_billing_add', to: ({ id }) => paths.quote.to({ id }) },
  draft: { permission: 'perm_billing_menu', to: ({ id }) => paths.bill.to({ id }) },
  chargeToValidate: {
    permission: 'perm_charge_menu',
    to: ({ id }) => paths.charges.to({}, { open: id }),
  },
  scheduledToValidate: {
    permission: 'perm_transaction_menu',
    to: ({ id }) => paths.scheduled.to({}, { open: id }),
  },
  declaration: { permission: 'perm_transaction_menu', to: () => paths.declarations.to() },
  unbilledDays: {
    permission: 'perm_billing_add',
    to: (step) => paths.bills.to({}, { new: 'month', month: monthWord(step.facts) }),
  },
  unfilledDays: {
    permission: 'perm_timesheet_menu',
    to: (step) => paths.timesheets.to({}, { month: monthWord(step.facts) }),
  },
  lateRates: { permission: 'perm_option_set_add', to: () => paths.legalRates.to() },
}

/** A thing to do today, as the palette offers it. */
export type StepAct = {
  readonly id: string
  readonly label: string
  readonly to: string
  readonly step: NextStep
}

/** Permitted acts of today, the most pressing first. The dashboard's words have to be loaded. */
export const stepActs = (
  steps: readonly NextStep[],
  {
    can,
    language,
  }: { readonly can: (permission: Permission) => boolean; readonly language: Language },
): readonly StepAct[] => {
  const t = i18next.getFixedT(language, 'dashboard')
  return (
    steps
      // All that a profile lacks is one thing to finish.
      .filter(
        (step, index) =>
          step.kind !== 'setup' || steps.findIndex(({ kind }) => kind === 'setup') === index,
      )
      .filter(({ kind }) => can(PLACES[kind].permission))
      .map((step) => ({
        id: [step.kind, step.id, step.facts['year'], step.facts['month']].join(' '),
        label: stepTitle(t, step, language),
        to: PLACES[step.kind].to(step),
        step,
      }))
  )
}
