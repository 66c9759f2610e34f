import { billPersonal } from './billing/bill.ts'
import { transactionPersonal } from './finance/transaction.ts'
import { subjectPersonal } from './identity/subject.ts'
import { userPersonal } from './identity/user.ts'
import { mailPersonal } from './mail/mail.ts'
import type { Marking } from './kernel/personal.ts'
import { personalProfilePersonal } from './profile/personal-profile.ts'
import { professionalInfoPersonal } from './profile/professional-info.ts'
import { records } from './records.ts'
import { timesheetPersonal } from './timesheets/timesheet.ts'

/**
 * Records that are about another person than their owner, by name, with the fields that name this person or say something
 * about them. Each has a key of its own, so that one person is forgotten without the others.
 */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  contact: ['lastName', 'firstName', 'role', 'email', 'phone'],
}

const recordsPersonal = records.flatMap(({ name, fields, events }): Marking[] => {
  const marked = (PEOPLE[name] ?? []).map((field) => [`values.${field}`, fields[field]?.empty ?? null] as const)
  return marked.length === 0
    ? []
    : [events.added, events.changed].map((type) => ({ type, whose: 'stream', fields: Object.fromEntries(marked) }))
})

/** Everything personal that events hold, by event type. */
export const personalData: ReadonlyMap<string, Marking> = new Map(
  [
    ...userPersonal,
    ...subjectPersonal,
    ...personalProfilePersonal,
    ...professionalInfoPersonal,
    ...timesheetPersonal,
    ...billPersonal,
    ...transactionPersonal,
    ...mailPersonal,
    ...recordsPersonal,
  ].map((marking) => [marking.type, marking]),
)
