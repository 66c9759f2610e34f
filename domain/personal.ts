import { billPersonal } from './billing/bill.ts'
import { transactionPersonal } from './finance/transaction.ts'
import { subjectPersonal } from './identity/subject.ts'
import { userPersonal } from './identity/user.ts'
import { type Marking, ofRecord } from './kernel/personal.ts'
import { personalProfilePersonal } from './profile/personal-profile.ts'
import { professionalInfoPersonal } from './profile/professional-info.ts'
import { records } from './records.ts'
import { timesheetPersonal } from './timesheets/timesheet.ts'

/** Records that are about a person, by name, with the fields that name them or say something about them. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  contact: ['lastName', 'firstName', 'role', 'email', 'phone'],
}

const recordsPersonal = records.flatMap(({ name, fields, events }): Marking[] => {
  const marked = (PEOPLE[name] ?? []).map((field) => [`values.${field}`, fields[field]?.empty ?? null] as const)
  return marked.length === 0
    ? []
    : [events.added, events.changed].map((type) => ({ type, whose: ofRecord, fields: Object.fromEntries(marked) }))
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
    ...recordsPersonal,
  ].map((marking) => [marking.type, marking]),
)
