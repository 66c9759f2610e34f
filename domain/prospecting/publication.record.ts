import { choice, currency, day, email, instant, longText, money, text, texts, url } from '#domain/kernel/fields.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { Field, Values } from '#domain/kernel/field.ts'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { defineRecord } from '#domain/kernel/record.ts'
import { APPLICATION_RECEPTIONS, BUDGET_PERIODS, PUBLICATION_STATES, STARTS } from './publication.values.ts'
import { CONTRACT_TYPES, EXPERIENCE_BANDS, WORK_MODES } from './search-criteria.values.ts'

const publicationRefusal = catalogue({ PUBLICATION_INCOMPLETE: 'invalid' })
const INCOMPLETE = publicationRefusal('PUBLICATION_INCOMPLETE')

/** Whether candidates of a published job have no way to answer, or nothing to read. */
const isIncomplete = (values: Values): boolean =>
  values['status'] === 'published' &&
  (values['description'] === '' ||
    (values['applicationReception'] === 'externalSite' ? values['jobUrl'] === '' : values['contactEmail'] === ''))

/** A field without which a published job may be incomplete. */
const neededToPublish = <F extends Field>(field: F): F => ({
  ...field,
  wrong: (_: unknown, values: Values) => (isIncomplete(values) ? { code: INCOMPLETE.code } : null),
})

/** A job that the user offers to others, as a public page. */
export const Publication = defineRecord('publication', {
  context: 'prospecting',
  permission: 'offer',
  fields: {
    title: text({ required: true, max: 200 }),
    /** Who offers the job. */
    company: text({ max: 200 }),
    status: neededToPublish(choice(PUBLICATION_STATES, { empty: 'draft' })),
    description: neededToPublish(longText({ max: 10_000 })),
    location: text({ max: 200 }),
    workLocationType: choice(WORK_MODES, { empty: 'onSite' }),
    contractType: choice(CONTRACT_TYPES, { empty: 'freelance' }),
    budget: money({ currency: 'currency', min: 0 }),
    currency: currency(),
    budgetPeriod: choice(BUDGET_PERIODS, { empty: 'day' }),
    experienceLevel: choice(EXPERIENCE_BANDS),
    skills: texts({ max: 30 }),
    sector: choice(SECTORS),
    start: choice(STARTS, { empty: 'asap' }),
    /** Read while `start` is a date. */
    startDate: day(),
    applicationReception: neededToPublish(choice(APPLICATION_RECEPTIONS, { empty: 'byemail' })),
    contactEmail: neededToPublish(email()),
    jobUrl: neededToPublish(url()),
    /** When it was published last. */
    datePosted: instant(),
  },
  named: ['title'],
  folded: ['experienceLevel', 'sector'],
  listed: ['title', 'company', 'location', 'status', 'datePosted'],
  searched: ['title', 'company', 'location', 'description', 'skills'],
})
