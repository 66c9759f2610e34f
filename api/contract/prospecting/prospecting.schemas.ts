import { z } from 'zod'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { CV_SECTIONS } from '#domain/cv/cv.values.ts'
import { DRAFT_TONES } from '#domain/prospecting/message-draft.values.ts'
import { OFFER_STATES } from '#domain/prospecting/offer.values.ts'
import { APPLICATION_WAYS } from '#domain/prospecting/application.values.ts'
import { RATE_PERIODS, READ_CRITERIA } from '#domain/prospecting/search-criteria.values.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import { AnsweredDay, Time } from '#contract/kernel/times.schemas.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'

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
  score: z.int().min(0).max(100).describe('Of its match with what the user looks for'),
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

export const Pipeline = z.object({ count: z.int(), late: z.int(), lanes: z.array(Lane) })
export type Pipeline = z.output<typeof Pipeline>

const Points = z.int().min(0).max(100)
/** Why a job has its score. */
const Reasons = z.object({
  compared: z.boolean().describe('False where neither criteria nor CV say anything to compare'),
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
})
const Rate = z.object({
  min: z.number(),
  max: z.number(),
  per: z.enum(['', ...RATE_PERIODS]),
  currency: z.string(),
})
export const JobRow = z.object({
  id: z.string(),
  about: z
    .enum(['job', 'offer'])
    .describe('An offer that the user entered stands among jobs once it was applied for'),
  version: z.int(),
  title: z.string(),
  company: z.string(),
  location: z.string(),
  mode: z.string(),
  contractType: z.string(),
  rate: Rate,
  sector: z.string().describe('A key of the list of sectors; empty where no source says'),
  skills: z.array(z.string()),
  description: z.string(),
  postedAt: Time.describe('0 when no source says'),
  foundAt: Time,
  closed: z.boolean(),
  sources: z
    .array(z.object({ name: z.string(), url: z.string() }))
    .describe('A pasted text has no name, and an address where it names one'),
  score: Points,
  reasons: Reasons,
  marks: z.object({ saved: z.boolean(), applied: z.boolean(), skipped: z.boolean() }),
  offerId: z.string().describe('The offer by which it is followed; empty for none'),
})
export type JobRow = z.output<typeof JobRow>
export const JobCounts = z.object({
  /** As entered: criteria take hundredths of a percent. */
  threshold: z.number().min(0).max(100),
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

export const MessageAt = z.object({
  model: z.string().describe('Name of the model that drafts; empty where the template does'),
  left: z.int().describe('Tokens that the user may still use today'),
  draft: MessageDraft.nullable(),
})
export type MessageAt = z.output<typeof MessageAt>
export const CvId = z.union([z.literal(MAIN_CV), Id])

const Application = z.object({
  id: z.string(),
  at: Time,
  way: z.enum(APPLICATION_WAYS),
  status: z
    .enum(['unsent', 'queued', 'ready', 'sent', 'failed', 'outside'])
    .describe(
      'Of its mail; ready: in the outbox; outside: it went through the site of the company',
    ),
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

export const ApplicationsAt = z.object({
  sender: z.object({ name: z.string(), address: z.string() }),
  to: z.array(z.string()).describe('Addresses that the job or its contact names'),
  url: z.string().describe('Page of the job; empty when none is known'),
  emptyCvs: z.array(CvId).describe('CVs that show nothing yet'),
  followUpDate: AnsweredDay.describe('Follow-up that an application sets; 0 for none'),
  sent: z.array(Application),
})
export type ApplicationsAt = z.output<typeof ApplicationsAt>

export const CriteriaReading = z.object({
  model: z.string().describe('The language model that read; empty for the rules without one'),
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

/** Fields of a job that a pasted text states. */
export const PastedReading = JobRow.pick({
  title: true,
  company: true,
  location: true,
  mode: true,
  contractType: true,
  rate: true,
  sector: true,
  skills: true,
  description: true,
}).extend({
  languages: z.array(z.string()),
  years: z.int(),
  postedAt: AnsweredDay.describe('0 where the text does not say'),
  url: z.string().describe('The page that the text names; empty for none'),
  passages: z
    .record(z.string(), z.string())
    .describe('By the name of a field: the passage of the text that it rests on'),
})
export type PastedReading = z.output<typeof PastedReading>
