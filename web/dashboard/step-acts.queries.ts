import i18next from 'i18next'
import type { NextStep } from '#contract/dashboard.schemas.ts'
import type { Permission } from '#web/kernel/data/ability.ts'
import { localeOf, type Language } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'

/** `2026-11`, as addresses have it. */
const monthWord = ({ facts }: NextStep) => `${facts['year']}-${String(facts['month']).padStart(2, '0')}`

/** Where each thing to do is done, and who may do it. */
const PLACES: Readonly<Record<NextStep['kind'], { permission: Permission; to: (step: NextStep) => string }>> = {
  setup: { permission: 'perm_professional_info_update', to: () => paths.welcome.to() },
  lateBill: { permission: 'perm_billing_menu', to: ({ id }) => paths.bill.to({ id }) },
  refund: { permission: 'perm_billing_update', to: ({ id }) => paths.bill.to({ id }, { do: 'refund' }) },
  draft: { permission: 'perm_billing_menu', to: ({ id }) => paths.bill.to({ id }) },
  unbilledDays: {
    permission: 'perm_billing_add',
    to: (step) => paths.bills.to({}, { new: 'month', month: monthWord(step) }),
  },
  unfilledDays: {
    permission: 'perm_timesheet_menu',
    to: (step) => paths.timesheets.to({}, { month: monthWord(step) }),
  },
}

function titleOf({ kind, facts }: NextStep, language: Language): string {
  const t = i18next.getFixedT(language, 'dashboard')
  const client = `\u2068${facts['client'] ?? ''}\u2069`
  const month =
    facts['month'] === undefined
      ? ''
      : new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(
          Date.UTC(Number(facts['year']), Number(facts['month']) - 1, 1),
        )
  switch (kind) {
    case 'setup':
      return t('todo.setup.title')
    case 'lateBill':
      return t('todo.late.title', { client })
    case 'refund':
      return t('todo.refund.title', { client })
    case 'draft':
      return t(facts['client'] ? 'todo.draft.title' : 'todo.draft.titleAlone', { client })
    case 'unbilledDays':
      return t('todo.unbilled.title', { month, client })
    case 'unfilledDays':
      return t('todo.unfilled.title', { month })
  }
}

/** A thing to do today, as the palette offers it. */
export type StepAct = { readonly id: string; readonly label: string; readonly to: string; readonly step: NextStep }

/** What there is to do today and is permitted, the most pressing first. The dashboard's words have to be loaded. */
export const stepActs = (
  steps: readonly NextStep[],
  { can, language }: { readonly can: (permission: Permission) => boolean; readonly language: Language },
): readonly StepAct[] =>
  steps
    // All that a profile lacks is one thing to finish.
    .filter((step, index) => step.kind !== 'setup' || steps.findIndex(({ kind }) => kind === 'setup') === index)
    .filter(({ kind }) => can(PLACES[kind].permission))
    .map((step) => ({
      id: [step.kind, step.id, step.facts['year'], step.facts['month']].join(' '),
      label: titleOf(step, language),
      to: PLACES[step.kind].to(step),
      step,
    }))
