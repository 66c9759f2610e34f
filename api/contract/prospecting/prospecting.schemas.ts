import { z } from 'zod'
import { DayTime, Url } from '#domain/kernel/records/fields.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { CV_SECTIONS } from '#domain/cv/cv.values.ts'
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
  READ_CRITERIA,
  WORK_MODES,
} from '#domain/prospecting/search-criteria.values.ts'
import { MAIN_CV } from '#contract/cv/cv.routes.ts'
import { MailDraft } from '#contract/mail/mail.schemas.ts'
import * as endpoints from './prospecting.routes.ts'
import {
  AnsweredDay,
  audit,
  Id,
  ListQuery,
  own,
  routes,
  Time,
  Version,
  Written,
} from '#contract/kernel/route.ts'

/** An offer as its slip shows it. */
const Slip = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  client: z.string().describe('The company, or what was typed without one'),
  currency: z.string(),
  TjmHT: z.number(),
  since: Time.describe('When it came to its state'),
  daysInState: z.int(),
  nextAction: z.string(),
  nextActionDate: AnsweredDay,
  late: z.boolean().describe('Whether the day of the next action is over'),
  abortReason: z.string(),
  mail: z.string().describe('The address of its contact; empty for none'),
  projectId: z.union([Id, z.literal(0)]),
})
export type Slip = z.output<typeof Slip>

const Lane = z.object({
  state: z.enum(OFFER_STATES),
  count: z.int(),
  averages: z
    .array(z.object({ currency: z.string(), TjmHT: z.number() }))
    .describe('The average rate of the offers that name one, by currency'),
  offers: z.array(Slip),
})
export type Lane = z.output<typeof Lane>

const Pipeline = z.object({ count: z.int(), late: z.int(), lanes: z.array(Lane) })
export type Pipeline = z.output<typeof Pipeline>

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

const Points = z.int().min(0).max(100)
const JobRow = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  company: z.string(),
  location: z.string(),
  mode: z.string(),
  contractType: z.string(),
  rate: z.object({
    min: z.number(),
    max: z.number(),
    per: z.enum(['', ...RATE_PERIODS]),
    currency: z.string(),
  }),
  sector: z.string().describe('A key of the list of sectors; empty where no source says'),
  skills: z.array(z.string()),
  description: z.string(),
  postedAt: Time.describe('0 when no source says'),
  foundAt: Time,
  closed: z.boolean(),
  sources: z.array(z.object({ name: z.string(), url: z.string() })),
  score: Points,
  reasons: z.object({
    matched: z.array(z.string()),
    missing: z.array(z.string()),
    distanceKm: z.number().nullable(),
    rate: Points,
    age: z.int().describe('Days since it was published'),
    version: z.int().describe('The rules by which the score was made'),
    points: z.object({
      skills: Points,
      title: Points,
      place: Points,
      rate: Points,
      language: Points,
      level: Points,
      sector: Points,
      age: Points,
    }),
  }),
  marks: z.object({ saved: z.boolean(), applied: z.boolean(), skipped: z.boolean() }),
  offerId: z.string().describe('The offer by which it is followed; empty for none'),
})
export type JobRow = z.output<typeof JobRow>

const Threshold = z.coerce.number().int().min(0).max(100).optional()
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
/** What narrows a list, named as a set of criteria names it. */
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
const JobCounts = z.object({
  threshold: Points,
  suggested: z.int(),
  below: z.int(),
  saved: z.int(),
  applied: z.int(),
  all: z.int(),
  created: z.int(),
  freeSuggestions: z
    .int()
    .nullable()
    .describe(
      'Suggestions that are left to a user without a plan; null where they are not counted',
    ),
  hiddenCompanies: z.array(z.string()),
  hasCriteria: z.boolean(),
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      readAt: Time.describe('The last success; 0 for none'),
      triedAt: Time,
      found: z.int(),
      error: z.string().describe('Why the last attempt failed; empty when it did not'),
    }),
  ),
})
export type JobCounts = z.output<typeof JobCounts>

const MessageDraft = z.object({
  version: z.int(),
  language: z.enum(CV_LANGUAGES),
  tone: z.enum(DRAFT_TONES),
  model: z.string().describe('Name of the model; empty for the template'),
  promptVersion: z.int(),
  text: z.string().describe('As the person has changed it last'),
  sentences: z.array(
    z.object({
      text: z.string(),
      state: z.enum(['courtesy', 'supported', 'unsupported']),
      sources: z.array(z.int()),
      rests: z
        .array(
          z.object({
            kind: z.enum(['template', 'cv', ...CV_SECTIONS, 'job', 'offer']),
            id: z.string(),
          }),
        )
        .describe(
          'What it says is there: an item of the CV, its head, the job; a courtesy is of the template',
        ),
      supported: z.boolean().describe('False for what rests on nothing'),
    }),
  ),
  sources: z.array(
    z.object({
      number: z.int(),
      of: z.enum(['cv', 'job']),
      section: z.enum(['', 'head', ...CV_SECTIONS]),
      id: z.string(),
      text: z.string(),
    }),
  ),
  kept: z
    .array(z.int())
    .describe('Positions of unsupported sentences for which the person answers'),
  removed: z.int().describe('Sentences that were left out, for an address or markup in them'),
})
export type MessageDraft = z.output<typeof MessageDraft>

/** One server-sent event of a message that is being drafted. */
const DraftPart = z.union([
  z.object({ text: z.string() }),
  MessageDraft.omit({ text: true }).extend({ done: z.literal(true) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
export type DraftPart = z.output<typeof DraftPart>

const MessageAt = z.object({
  model: z.string().describe('Name of the model that drafts; empty where the template does'),
  left: z.int().describe('Tokens that the user may still use today'),
  draft: MessageDraft.nullable(),
})
export type MessageAt = z.output<typeof MessageAt>

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
const CvId = z.union([z.literal(MAIN_CV), Id])

const Application = z.object({
  id: z.string(),
  at: Time,
  way: z.enum(APPLICATION_WAYS),
  status: z
    .enum(['unsent', 'queued', 'sent', 'failed', 'outside'])
    .describe('Of its mail; outside: it went through the site of the company'),
  recipients: z.array(z.string()),
  subject: z.string(),
  letter: z.string().describe('HTML'),
  url: z.string(),
  cv: z
    .object({
      id: CvId,
      number: z.int().describe('The kept version that the recipient has seen'),
      language: z.enum(CV_LANGUAGES),
      name: z.string(),
      bytes: z.int(),
    })
    .nullable(),
})
export type Application = z.output<typeof Application>

const ApplicationsAt = z.object({
  sender: z.object({ name: z.string(), address: z.string() }),
  to: z.array(z.string()).describe('Addresses that the job or its contact names'),
  url: z.string().describe('Page of the job; empty when none is known'),
  sent: z.array(Application),
})
export type ApplicationsAt = z.output<typeof ApplicationsAt>

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

const Versioned = z.strictObject({ version: Version }).default({})

const CriteriaReading = z.object({
  model: z.string().describe('The language model that read'),
  fields: z.array(
    z.object({
      name: z.enum(READ_CRITERIA),
      value: z
        .union([z.string(), z.number(), z.array(z.string())])
        .describe('As the record takes it'),
      evidence: z.string().describe('The passage of the text that the value rests on'),
    }),
  ),
})
export type CriteriaReading = z.output<typeof CriteriaReading>

const prospectingSchemas = {
  pipeline: { params: own, query: z.object({ q: ListQuery.shape.q }), reply: Pipeline },
  state: {
    params: own.extend({ id: Id }),
    body: z.strictObject({
      state: z.enum(OFFER_STATES),
      abortReason: oneLine(200).optional(),
      nextAction: oneLine(200).optional(),
      nextActionDate: DayTime.optional(),
      version: Version,
    }),
    reply: Written,
  },
  places: {
    params: own,
    query: z.object({ q: z.string().max(100).default('') }),
    reply: z.array(Place),
  },
  criteriaCount: {
    params: own,
    query: z.object({ criteria: CriteriaText }),
    reply: z.object({
      found: z.int().describe('Jobs at hand with the score that the criteria ask for'),
      of: z.int().describe('Jobs at hand: open ones that the user has not decided about'),
    }),
  },
  readCriteria: {
    params: own,
    body: z.strictObject({ text: z.string().trim().min(1).max(8_000) }),
    reply: CriteriaReading,
  },
  publish: { params: one, body: Versioned, reply: Written },
  unpublish: { params: one, body: Versioned, reply: Written },
  jobs: { params: own, query: JobsQuery, reply: z.array(JobRow) },
  jobCounts: {
    params: own,
    query: z.object({ criteriaId: Id.optional(), threshold: Threshold }),
    reply: JobCounts,
  },
  job: { params: one, query: z.object({ criteriaId: Id.optional() }), reply: JobRow },
  searchJobs: {
    params: own,
    reply: z.object({ found: z.int(), failed: z.int(), suggested: z.int() }),
  },
  pasteJob: { params: own, body: z.strictObject({ url: Url.min(1) }), reply: Written },
  saveJob: { params: one, reply: Written },
  unsaveJob: { params: one, reply: Written },
  skipJob: { params: one, reply: Written },
  unskipJob: { params: one, reply: Written },
  applyToJob: { params: one, reply: Written },
  unapplyToJob: { params: one, reply: Written },
  hideCompany: { params: one, reply: Written },
  showCompany: { params: own.extend({ company: z.string().min(1).max(200) }), reply: Written },
  freeJobSuggestions: {
    params: one.extend({ count: z.coerce.number().int().min(0).max(10_000) }),
    reply: Written,
  },
  freeSuggestionsOf: { params: one, reply: z.object({ count: z.int().nullable() }) },
  jobMessage: { params: one, reply: MessageAt },
  draftJobMessage: { params: one, body: DraftOrder, reply: z.unknown() },
  reviseJobMessage: { params: one, body: Revision, reply: Written },
  offerMessage: { params: one, reply: MessageAt },
  draftOfferMessage: { params: one, body: DraftOrder, reply: z.unknown() },
  reviseOfferMessage: { params: one, body: Revision, reply: Written },
  jobApplications: { params: one, reply: ApplicationsAt },
  makeJobApplication: { params: one, body: ApplicationDraft, reply: Written },
  offerApplications: { params: one, reply: ApplicationsAt },
  makeOfferApplication: { params: one, body: ApplicationDraft, reply: Written },
  sentCv: { params: one, reply: z.unknown() },
  sentVersions: { params: own.extend({ id: CvId }), reply: z.array(SentVersion) },
  everyone: { params: own, query: ListQuery, reply: z.array(Published) },
}
export type ProspectingSchemas = typeof prospectingSchemas
export const prospectingRoutes = routes(endpoints.prospectingRoutes, prospectingSchemas)
