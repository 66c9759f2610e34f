import { chatPersonal } from './assistant/chat.ts'
import { billPersonal } from './billing/bill-facts.ts'
import { quotePersonal } from './quotes/quote.ts'
import { cvPersonal } from './cv/cv.ts'
import { servicesStatementPersonal } from './finance/services-statement.ts'
import { schedulePersonal } from './schedules/schedule.ts'
import { transactionPersonal } from './finance/transaction.ts'
import { recordAccessPersonal } from './identity/record-access.ts'
import { subjectPersonal } from './identity/subject.ts'
import { documentPersonal } from './documents/document.ts'
import { userPersonal } from './identity/user.ts'
import { type Marking, ofOwner, type Whose } from './kernel/personal.ts'
import { effectPersonal } from './operations/effect.ts'
import { calendarEventPersonal } from './planning/calendar-event.ts'
import { notificationDigestPersonal } from './planning/notification-digest.ts'
import { notificationMarksPersonal } from './planning/notification-marks.ts'
import { personalProfilePersonal } from './profile/personal-profile.ts'
import { professionalInfoPersonal } from './profile/professional-info.ts'
import { applicationPersonal } from './prospecting/application.ts'
import { jobPersonal } from './prospecting/job.ts'
import { jobHuntPersonal } from './prospecting/job-hunt.ts'
import { messageDraftPersonal } from './prospecting/message-draft.ts'
import { projectPersonal } from './projects/project.ts'
import { records } from './records.ts'
import { subscriptionPersonal } from './subscription/subscription.ts'
import { boardPersonal } from './tasks/board.ts'
import { supportPersonal } from './support/request.ts'
import { timesheetPersonal } from './timesheets/timesheet.ts'

type PersonalRecord = { readonly whose: Whose; readonly fields: readonly string[] }

/**
 * Records that name or describe a person, by the record's name. A person other than the owner has a
 * key of its own (`stream`): that person can then be forgotten alone.
 */
const RECORDS: Readonly<Record<string, PersonalRecord>> = {
  // A private client is a person, and so is a business of one person.
  company: {
    whose: 'stream',
    fields: [
      'name',
      'commercialName',
      'siren',
      'siret',
      'TvaNumber',
      'address',
      'email',
      'website',
      'status',
      'buyerReference',
      'purchaseOrder',
    ],
  },
  organism: { whose: ofOwner, fields: ['name'] },
  product: { whose: ofOwner, fields: ['name', 'color', 'size'] },
  taskTag: { whose: ofOwner, fields: ['title', 'display'] },
  taskPriority: { whose: ofOwner, fields: ['title', 'display'] },
  contact: { whose: 'stream', fields: ['lastName', 'firstName', 'role', 'email', 'phone'] },
  interest: { whose: ofOwner, fields: ['name', 'translations'] },
  mission: {
    whose: ofOwner,
    fields: ['projectName', 'client', 'location', 'tasks', 'technicalEnvironment', 'translations'],
  },
  skill: { whose: ofOwner, fields: ['name', 'translations'] },
  language: { whose: ofOwner, fields: ['name', 'translations'] },
  study: { whose: ofOwner, fields: ['diploma', 'institute', 'translations'] },
  certification: {
    whose: ofOwner,
    fields: ['title', 'displayTitle', 'link', 'from', 'translations'],
  },
  training: { whose: ofOwner, fields: ['title', 'translations'] },
  // Notes about the people behind an offer.
  offer: {
    whose: ofOwner,
    fields: [
      'title',
      'client',
      'nextAction',
      'url',
      'description',
      'technicalNeeds',
      'context',
      'remark',
      'personalRemarks',
      'abortReason',
    ],
  },
  // An application is about another person, who can be forgotten alone.
  jobApplication: { whose: 'stream', fields: ['name', 'email', 'message', 'note'] },
  searchCriteria: {
    whose: ofOwner,
    fields: ['name', 'titles', 'skills', 'locations', 'TjmHT', 'hiddenCompanies'],
  },
  publication: {
    whose: ofOwner,
    fields: ['title', 'company', 'description', 'location', 'skills', 'contactEmail', 'jobUrl'],
  },
  // Words that a list is searched by may be names.
  savedFilter: { whose: ofOwner, fields: ['name', 'query'] },
  // A template may be written to one client, and is signed.
  mailTemplate: { whose: ofOwner, fields: ['name', 'subject', 'body'] },
}

const recordsPersonal = records.flatMap(({ name, fields, events, mergeEvents }): Marking[] => {
  const record = RECORDS[name]
  if (record === undefined) return []
  const marked = record.fields.map(
    (field) => [`values.${field}`, fields[field]?.empty ?? null] as const,
  )
  const { whose } = record
  const merging = mergeEvents === null ? [] : [mergeEvents.merged, mergeEvents.parted]
  return [events.added, events.changed, events.restored, ...merging].map((type) => ({
    type,
    whose,
    fields: Object.fromEntries(marked),
  }))
})

/** A second marking of an event type is about another person. */
function markingsOf(all: readonly Marking[]): ReadonlyMap<string, Marking> {
  const markings = new Map<string, Marking>()
  for (const marking of all) {
    const first = markings.get(marking.type)
    if (first?.aside) throw new Error(`${marking.type} is about three people`)
    const { whose, fields } = marking
    markings.set(marking.type, first ? { ...first, aside: { whose, fields } } : marking)
  }
  return markings
}

/** All personal data of events, by event type. */
export const personalData: ReadonlyMap<string, Marking> = markingsOf([
  ...userPersonal,
  ...documentPersonal,
  ...subjectPersonal,
  ...recordAccessPersonal,
  ...personalProfilePersonal,
  ...professionalInfoPersonal,
  ...timesheetPersonal,
  ...billPersonal,
  ...quotePersonal,
  ...transactionPersonal,
  ...schedulePersonal,
  ...servicesStatementPersonal,
  ...effectPersonal,
  ...supportPersonal,
  ...subscriptionPersonal,
  ...cvPersonal,
  ...applicationPersonal,
  ...calendarEventPersonal,
  ...notificationDigestPersonal,
  ...notificationMarksPersonal,
  ...jobPersonal,
  ...jobHuntPersonal,
  ...messageDraftPersonal,
  ...chatPersonal,
  ...projectPersonal,
  ...boardPersonal,
  ...recordsPersonal,
])
