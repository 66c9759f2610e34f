import {
  choice,
  currency,
  day,
  email,
  instant,
  listed,
  longText,
  money,
  text,
  texts,
  url,
} from '#domain/kernel/records/fields.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { Values } from '#domain/kernel/records/field.ts'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { APPLICATION_RECEPTIONS, PUBLICATION_STATES, STARTS } from './publication.values.ts'
import {
  CONTRACT_TYPES,
  EXPERIENCE_BANDS,
  RATE_PERIODS,
  WORK_MODES,
} from './search-criteria.values.ts'

export const publicationRefusal = catalogue({ PUBLICATION_INCOMPLETE: 'invalid' })

/** The field that a job lacks to be published: where candidates answer. */
export const lackingToPublish = (values: Values): 'contactEmail' | 'jobUrl' | null => {
  const needed = values['applicationReception'] === 'externalSite' ? 'jobUrl' : 'contactEmail'
  return values[needed] === '' ? needed : null
}

/** While a job is published, a change of this field leaves candidates an address. */
const unlisted = <F extends object>(field: F) => ({
  ...field,
  wrong: (_: unknown, values: Values) =>
    values['status'] === 'published' && lackingToPublish(values) !== null
      ? { code: 'PUBLICATION_INCOMPLETE' }
      : null,
})

/** A job that the user offers to others, as a public page. */
export const Publication = defineRecord('publication', {
  context: 'prospecting',
  permission: 'offer',
  fields: {
    title: text({ required: true, max: 200 }),
    /** Publisher of the job. */
    company: text({ max: 200 }),
    status: choice(PUBLICATION_STATES, { empty: 'draft' }),
    description: longText({ max: 10_000 }),
    location: text({ max: 200 }),
    workLocationType: choice(WORK_MODES, { empty: 'onSite' }),
    contractType: choice(CONTRACT_TYPES, { empty: 'freelance' }),
    budget: money({ currency: 'currency', min: 0 }),
    currency: currency(),
    budgetPeriod: choice(RATE_PERIODS, { empty: 'day' }),
    experienceLevel: choice(EXPERIENCE_BANDS),
    skills: texts({ max: 30 }),
    sector: listed(SECTORS, 'company.sector'),
    start: choice(STARTS, { empty: 'asap' }),
    /** Read while `start` is a date. */
    startDate: day(),
    applicationReception: unlisted(choice(APPLICATION_RECEPTIONS, { empty: 'byemail' })),
    contactEmail: unlisted(email()),
    jobUrl: unlisted(url()),
    /** When it was published last. */
    datePosted: instant(),
  },
  named: ['title'],
  folded: ['experienceLevel', 'sector'],
  // Publishing is a call of its own, which guests have not.
  governed: ['status', 'datePosted'],
  listed: ['title', 'company', 'location', 'status', 'datePosted'],
  searched: ['title', 'company', 'location', 'description', 'skills'],
})
