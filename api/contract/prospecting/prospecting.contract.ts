import { get, post, put, del } from '#contract/kernel/contract.ts'
import {
  Pipeline,
  JobRow,
  JobCounts,
  MessageAt,
  CvId,
  ApplicationsAt,
  CriteriaReading,
  PastedReading,
} from './prospecting.schemas.ts'
import { z } from 'zod'
import { CurrencyCode, DayTime, Url } from '#domain/kernel/records/fields.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { DRAFT_TONES, MESSAGE_MAX } from '#domain/prospecting/message-draft.values.ts'
import { OFFER_STATES } from '#domain/prospecting/offer.values.ts'
import { APPLICATION_WAYS } from '#domain/prospecting/application.values.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import {
  CONTRACT_TYPES,
  EXPERIENCE_BANDS,
  JOB_AGES,
  JOB_VIEWS,
  RADII,
  RATE_PERIODS,
  WORK_MODES,
} from '#domain/prospecting/search-criteria.values.ts'
import { MailDraft } from '#contract/mail/mail.contract.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Id, own, Version, VersionOrNone } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'

const Place = z.object({ name: z.string(), country: z.string(), lat: z.number(), lon: z.number() })

const Published = z.object({
  ...audit,
  title: z.string(),
  company: z.string(),
  location: z.string(),
  datePosted: Time,
  publisherId: z.string(),
  publisher: z.string().describe('User name; empty when the user is gone'),
  isAdmin: z.boolean().describe('Whether the publisher administers'),
})

const Threshold = z.coerce.number().min(0).max(100).optional()
/** Several values of a query: repeated, or between commas. */
const several = <T extends string>(entry: z.ZodType<T, string>) =>
  z
    .union([z.string().max(2000), z.array(z.string().max(200)).max(50)])
    .transform((given) =>
      [given]
        .flat()
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(entry).max(50))
    .optional()
const Term = z.string().max(200)
/** Conditions of a list, named as in a set of criteria. */
const jobFilters = {
  titles: several(Term).describe('Job titles or companies, one of them'),
  skills: several(Term).describe('One of them'),
  languages: several(Term),
  locations: several(Term),
  radius: z
    .enum(['exact', ...RADII])
    .transform((radius) => (radius === 'exact' ? 0 : Number(radius)))
    .optional()
    .describe('Kilometres around the locations; 25 when absent'),
  workModes: several(z.enum(WORK_MODES)),
  contractTypes: several(z.enum(CONTRACT_TYPES)),
  sectors: several(Term),
  experience: z.enum(EXPERIENCE_BANDS).optional(),
  jobAge: z
    .enum(JOB_AGES)
    .transform(Number)
    .optional()
    .describe('Days since the publication, at most'),
}
const JobsQuery = ListQuery.extend({
  view: z.enum(JOB_VIEWS).default('all'),
  criteriaId: Id.optional(),
  threshold: Threshold,
  mode: z.enum(WORK_MODES).optional(),
  contractType: z.enum(CONTRACT_TYPES).optional(),
  ...jobFilters,
})

/** The longest JSON of a set of criteria in a query. */
const CRITERIA_MAX = 8000
const CriteriaText = z
  .string()
  .max(CRITERIA_MAX)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'invalid_format', format: 'json_string', input: text })
      return z.NEVER
    }
  })
  .pipe(SearchCriteria.Patch)
  .prefault('{}')
  .describe('JSON: fields of a set of criteria; absent ones are empty')

const one = own.extend({ id: Id })
/** The highest rate of a job. @unit the currency */
const RATE_MOST = 10_000_000
const DraftOrder = z.strictObject({
  language: z.enum(CV_LANGUAGES).optional(),
  tone: z.enum(DRAFT_TONES).default('formal'),
  by: z.enum(['assistant', 'template']).default('assistant'),
})
const Revision = z.strictObject({
  text: lines(MESSAGE_MAX),
  kept: z.array(z.int().min(0).max(100)).max(20).default([]),
  version: Version,
})

/** A version of a CV that a recipient has seen. */
const SentVersion = z.object({
  applicationId: z.string(),
  number: z.int(),
  at: Time,
  way: z.enum(APPLICATION_WAYS),
  about: z.enum(['job', 'offer']),
  subjectId: z.string().describe('The job or offer'),
  offerId: z.string().describe('The offer by which it is followed; empty for none'),
  title: z.string(),
  company: z.string(),
})

const ApplicationDraft = z.strictObject({
  id: Id.optional(),
  mail: MailDraft.pick({ recipients: true, cc: true, subject: true, attachments: true })
    .optional()
    .describe('Absent on the site of the company'),
  letter: lines(100_000).default('').describe('HTML'),
  cv: z.strictObject({ id: CvId, language: z.enum(CV_LANGUAGES).optional() }).optional(),
  follow: z.boolean().default(true).describe('Whether a job is followed as an offer'),
})

const Terms = z.array(oneLine(100).min(1)).max(30).default([])
/** A job as the user has confirmed what its text says. */
const PastedJob = z.strictObject({
  title: oneLine(200).min(1),
  company: oneLine(200).default(''),
  location: oneLine(200).default(''),
  mode: z.enum(['', ...WORK_MODES]).default(''),
  contractType: z.enum(['', ...CONTRACT_TYPES]).default(''),
  rate: z
    .strictObject({
      min: z.number().min(0).max(RATE_MOST),
      max: z.number().min(0).max(RATE_MOST),
      per: z.enum(RATE_PERIODS),
      currency: CurrencyCode.default('EUR'),
    })
    .optional(),
  sector: oneLine(200).default(''),
  skills: Terms,
  languages: Terms,
  years: z.int().min(0).max(60).default(0).describe('Of experience, as the job asks for'),
  postedAt: DayTime.default(0),
  url: Url.default(''),
  description: lines(8_000).default(''),
})

const Versioned = z.strictObject({ version: Version }).default({})

export const prospectingRoutes = {
  pipeline: get('/offer/:userId/pipeline', {
    summary: 'Offers by their state, late ones first; of a closed state the newest alone',
    access: { permission: 'perm_offer_menu' },
    params: own,
    query: z.object({ q: ListQuery.shape.q }),
    reply: Pipeline,
  }),
  state: put('/offer/:userId/:id/state', {
    summary: 'Moves an offer to another state',
    access: { permission: 'perm_offer_update' },
    params: own.extend({ id: Id }),
    body: z.strictObject({
      state: z.enum(OFFER_STATES),
      abortReason: oneLine(200).optional(),
      nextAction: oneLine(200).optional(),
      nextActionDate: DayTime.optional(),
      version: Version,
    }),
    reply: Written,
  }),
  places: get('/searchCriteria/:userId/places', {
    summary: 'Towns whose name begins with a text, ten at most',
    access: { permission: 'perm_offer_menu' },
    params: own,
    query: z.object({ q: z.string().max(100).default('') }),
    reply: z.array(Place),
  }),
  criteriaCount: get('/searchCriteria/:userId/count', {
    summary: 'How many of the jobs at hand a set of criteria finds before it is saved',
    access: { permission: 'perm_offer_menu' },
    params: own,
    query: z.object({ criteria: CriteriaText }),
    reply: z.object({
      found: z.int().describe('Jobs at hand with the score that the criteria ask for'),
      of: z.int().describe('Jobs at hand: open ones that the user has not decided about'),
    }),
  }),
  readCriteria: post('/searchCriteria/:userId/reading', {
    outside: true,
    summary:
      'Criteria that the language model, or rules without one, read out of a text, each with its passage; nothing is saved',
    access: { permission: 'perm_offer_add' },
    perMinute: 20,
    params: own,
    body: z.strictObject({ text: z.string().trim().min(1).max(8_000) }),
    reply: CriteriaReading,
  }),
  publish: put('/publication/:userId/:id/publish', {
    summary: 'Publishes a job: it has a public page from then on',
    access: { permission: 'perm_offer_update' },
    closedToGuests: true,
    params: one,
    body: Versioned,
    reply: Written,
  }),
  unpublish: put('/publication/:userId/:id/unpublish', {
    summary: 'Takes a job back: its page is gone. Administrators take back those of others',
    access: { permission: 'perm_offer_update' },
    params: one,
    body: Versioned,
    reply: Written,
  }),
  jobs: get('/jobs/:userId', {
    summary: 'Jobs of a view, each with its score and the reasons for it',
    access: { permission: 'perm_offer_menu' },
    csv: 'job',
    params: own,
    query: JobsQuery,
    reply: z.array(JobRow),
  }),
  jobCounts: get('/jobs/:userId/counts', {
    summary: 'How many jobs each view has, and how the sources were read',
    access: { permission: 'perm_offer_menu' },
    params: own,
    query: z.object({ criteriaId: Id.optional(), threshold: Threshold }),
    reply: JobCounts,
  }),
  job: get('/jobs/:userId/:id', {
    summary: 'One job',
    access: { permission: 'perm_offer_menu' },
    params: one,
    query: z.object({ criteriaId: Id.optional() }),
    reply: JobRow,
  }),
  searchJobs: post('/jobs/:userId/search', {
    summary: 'Reads the sources now, as far as they may be read',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 10,
    closedToGuests: true,
    params: own,
    reply: z.object({ found: z.int(), failed: z.int(), suggested: z.int() }),
  }),
  pasteJob: post('/jobs/:userId/paste', {
    outside: true,
    summary: 'Adds the job that a page describes as schema.org JobPosting',
    access: { permission: 'perm_offer_add' },
    perMinute: 20,
    closedToGuests: true,
    params: own,
    body: z.strictObject({ url: Url.min(1) }),
    reply: Written,
  }),
  readJobText: post('/jobs/:userId/text/reading', {
    summary: 'What a pasted text says of a job, each field with its passage; nothing is saved',
    access: { permission: 'perm_offer_add' },
    perMinute: 60,
    params: own,
    body: z.strictObject({ text: z.string().trim().min(1).max(100_000) }),
    reply: PastedReading,
  }),
  addJobText: post('/jobs/:userId/text', {
    summary: 'Adds the job of a pasted text, as the user has confirmed it',
    access: { permission: 'perm_offer_add' },
    params: own,
    body: PastedJob,
    reply: Written,
  }),
  offerMatch: get('/offer/:userId/:id/match', {
    summary: 'An offer with its score and the reasons for it, as a job has them',
    access: { permission: 'perm_offer_menu' },
    params: one,
    reply: JobRow,
  }),
  saveJob: put('/jobs/:userId/:id/save', {
    summary: 'Saves a job',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  unsaveJob: del('/jobs/:userId/:id/save', {
    summary: 'Takes the mark back',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  skipJob: put('/jobs/:userId/:id/skip', {
    summary: 'Skips a job: it is never suggested again',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  unskipJob: del('/jobs/:userId/:id/skip', {
    summary: 'Takes the mark back',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  applyToJob: put('/jobs/:userId/:id/apply', {
    summary: 'Marks a job as applied for, and follows it as an offer',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  unapplyToJob: del('/jobs/:userId/:id/apply', {
    summary: 'Takes the mark back, and the offer while it is untouched',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  hideCompany: put('/jobs/:userId/:id/hide-company', {
    summary: 'Hides all jobs of its company',
    access: { permission: 'perm_offer_update' },
    params: one,
    reply: Written,
  }),
  showCompany: del('/jobs/:userId/hidden-companies/:company', {
    summary: 'Shows the jobs of a hidden company again',
    access: { permission: 'perm_offer_update' },
    params: own.extend({ company: z.string().min(1).max(200) }),
    reply: Written,
  }),
  freeJobSuggestions: put('/users/:userId/freeJobSuggestions/:id/:count', {
    summary:
      'Gives a user so many job suggestions without a plan; each suggested job counts it down',
    access: { permission: 'perm_access_users_manage' },
    params: one.extend({ count: z.coerce.number().int().min(0).max(10_000) }),
    body: z.strictObject({ version: VersionOrNone }).optional(),
    reply: Written,
  }),
  freeSuggestionsOf: get('/users/:userId/freeJobSuggestions/:id', {
    summary: 'The job suggestions without a plan that a user has left; null where none were given',
    access: { permission: 'perm_access_users_menu' },
    params: one,
    reply: z.object({
      count: z.int().nullable(),
      version: z.int().describe('Of the search for the user’s jobs; 0 before the first'),
    }),
  }),
  jobMessage: get('/jobs/:userId/:id/draft-message', {
    summary: 'The message that was drafted for a job, and whether a model drafts',
    access: { permission: 'perm_offer_menu' },
    params: one,
    reply: MessageAt,
  }),
  draftJobMessage: post('/jobs/:userId/:id/draft-message', {
    outside: true,
    kind: 'stream',
    summary:
      'Drafts a message that answers a job, as server-sent events: `{ text }` as it grows, last `{ done, sentences }`, ' +
      'each with what it rests on. Nothing is sent',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 10,
    closedToGuests: true,
    params: one,
    body: DraftOrder,
    reply: z.unknown(),
  }),
  reviseJobMessage: put('/jobs/:userId/:id/draft-message', {
    summary: 'Keeps a message as the person has changed it',
    access: { permission: 'perm_offer_update' },
    params: one,
    body: Revision,
    reply: Written,
  }),
  offerMessage: get('/offer/:userId/:id/draft-message', {
    summary: 'The same for an offer',
    access: { permission: 'perm_offer_menu' },
    params: one,
    reply: MessageAt,
  }),
  draftOfferMessage: post('/offer/:userId/:id/draft-message', {
    outside: true,
    kind: 'stream',
    summary: 'The same for an offer',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 10,
    closedToGuests: true,
    params: one,
    body: DraftOrder,
    reply: z.unknown(),
  }),
  reviseOfferMessage: put('/offer/:userId/:id/draft-message', {
    summary: 'The same for an offer',
    access: { permission: 'perm_offer_update' },
    params: one,
    body: Revision,
    reply: Written,
  }),
  jobApplications: get('/jobs/:userId/:id/application', {
    summary:
      'What was sent for a job, with the CV that was seen, and where the next application may go',
    access: { permission: 'perm_offer_menu' },
    params: one,
    reply: ApplicationsAt,
  }),
  makeJobApplication: post('/jobs/:userId/:id/application', {
    summary:
      'Applies for a job: by mail with the CV as a PDF, or on the site of the company, where nothing is sent',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 20,
    params: one,
    body: ApplicationDraft,
    reply: Written,
  }),
  offerApplications: get('/offer/:userId/:id/application', {
    summary: 'The same for an offer, with what was sent for its job',
    access: { permission: 'perm_offer_menu' },
    params: one,
    reply: ApplicationsAt,
  }),
  makeOfferApplication: post('/offer/:userId/:id/application', {
    summary: 'The same for an offer',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 20,
    params: one,
    body: ApplicationDraft,
    reply: Written,
  }),
  sentCv: get('/application/:userId/:id/cv', {
    summary: 'The PDF of the CV that went with an application, byte for byte',
    access: { permission: 'perm_offer_menu' },
    kind: 'binary',
    params: one,
    reply: z.unknown(),
  }),
  sentVersions: get('/application/:userId/versions/:id', {
    summary:
      'The versions of a CV that went with applications, and for what; `main` is the main CV',
    access: { permission: 'perm_cv_menu' },
    params: own.extend({ id: CvId }),
    reply: z.array(SentVersion),
  }),
  everyone: get('/publication/:userId/everyone', {
    summary: 'Published jobs of all users, for administrators',
    access: { permission: 'perm_offer_other_manage' },
    csv: true,
    params: own,
    query: ListQuery,
    reply: z.array(Published),
  }),
}
