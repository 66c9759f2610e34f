import type { BILL_LIST_FILTERS, Condition } from '#contract/kernel/list-filters.ts'
import {
  BILL_STATES,
  PAYMENT_LABELS,
  STATES_OF,
  STATES_OF_LABEL,
} from '#domain/billing/bill-state.values.ts'
import { billFields } from '#domain/billing/bill.fields.ts'
import { storedNames } from '#domain/kernel/records/draft-fields.ts'
import type { Filter } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { conditionOnDay, STORED_AUDIT, type StoredField, valuesOf } from '../kernel/list-filters.ts'

/** Bills in one of these states today. `late` is not stored: it depends on the day. */
const inStates = (states: readonly string[], today: Day): Filter => ({
  or: [
    { state: { $in: states.filter((state) => state !== 'late') }, lateFrom: { $gt: today } },
    ...(states.includes('late') ? [{ lateFrom: { $lte: today } }] : []),
  ],
})

/**
 * Bills with one of these labels, or with another one. A credit note is issued, and has no label.
 */
const labelled = (condition: Condition, today: Day): Filter => {
  const values = valuesOf(condition)
  const isOther = condition.operator === 'ne'
  const named = PAYMENT_LABELS.filter((label) => values.includes(label)).flatMap(
    (label) => STATES_OF_LABEL[label],
  )
  const found = inStates(
    BILL_STATES.filter((state) => named.includes(state) !== isOther),
    today,
  )
  return isOther
    ? { or: [...(found.or ?? []), { type: 'creditNote' }] }
    : { ...found, where: { type: { $ne: 'creditNote' } } }
}

/**
 * The list shows a due day of issued bills alone. A draft's follows from its issue, and a credit
 * note has none.
 */
const due = (condition: Condition, timeZone: string): Filter => {
  const dueDate = conditionOnDay(condition, timeZone)
  if (condition.operator === 'ne')
    return { or: [{ dueDate }, { type: 'creditNote' }, { state: { $in: STATES_OF.draft } }] }
  return { where: { dueDate, type: { $ne: 'creditNote' }, state: { $in: STATES_OF.issued } } }
}

/** Where the read model has the fields that a list of bills is filtered by. */
export const storedOn = (
  today: Day,
): Readonly<Record<keyof typeof BILL_LIST_FILTERS, StoredField>> => ({
  ...storedNames(billFields),
  type: 'type',
  ref: 'ref',
  client: 'clientName',
  state: (condition) => {
    const values = valuesOf(condition)
    const isOther = condition.operator === 'ne'
    return inStates(
      BILL_STATES.filter((state) => values.includes(state) !== isOther),
      today,
    )
  },
  paymentLabel: (condition) => labelled(condition, today),
  issueDate: 'issueDate',
  dueDate: due,
  totalHT: 'listedNetMinor',
  totalTva: 'vatMinor',
  totalTTC: 'listedGrossMinor',
  paidAmount: 'paidMinor',
  outstanding: 'outstandingMinor',
  paimentDate: 'paymentDay',
  collectDate: 'collectedDay',
  clientId: 'clientId',
  projectId: 'projectId',
  ...STORED_AUDIT,
})
