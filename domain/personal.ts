import { billPersonal } from './billing/bill.ts'
import { transactionPersonal } from './finance/transaction.ts'
import { subjectPersonal } from './identity/subject.ts'
import { documentPersonal } from './documents/document.ts'
import { userPersonal } from './identity/user.ts'
import { type Marking, ofOwner, type Whose } from './kernel/personal.ts'
import { effectPersonal } from './operations/effect.ts'
import { personalProfilePersonal } from './profile/personal-profile.ts'
import { professionalInfoPersonal } from './profile/professional-info.ts'
import { records } from './records.ts'
import { timesheetPersonal } from './timesheets/timesheet.ts'

type PersonalRecord = { readonly whose: Whose; readonly fields: readonly string[] }

/**
 * Records that name a person or say something about one, by the record's name. One about another person than its owner has a
 * key of its own (`stream`), so that this person is forgotten without the others.
 */
const RECORDS: Readonly<Record<string, PersonalRecord>> = {
  contact: { whose: 'stream', fields: ['lastName', 'firstName', 'role', 'email', 'phone'] },
  interest: { whose: ofOwner, fields: ['name'] },
}

const recordsPersonal = records.flatMap(({ name, fields, events }): Marking[] => {
  const record = RECORDS[name]
  if (record === undefined) return []
  const marked = record.fields.map((field) => [`values.${field}`, fields[field]?.empty ?? null] as const)
  const { whose } = record
  return [events.added, events.changed].map((type) => ({ type, whose, fields: Object.fromEntries(marked) }))
})

/** Everything personal that events hold, by event type. */
export const personalData: ReadonlyMap<string, Marking> = new Map(
  [
    ...userPersonal,
    ...documentPersonal,
    ...subjectPersonal,
    ...personalProfilePersonal,
    ...professionalInfoPersonal,
    ...timesheetPersonal,
    ...billPersonal,
    ...transactionPersonal,
    ...effectPersonal,
    ...recordsPersonal,
  ].map((marking) => [marking.type, marking]),
)
