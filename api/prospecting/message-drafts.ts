import type { MessageDraftCommands } from '#commands/prospecting/message-drafts.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import type {
  DraftPart,
  MessageAt,
  MessageDraft,
} from '#contract/prospecting/prospecting.schemas.ts'
import { usualCv } from '#domain/cv/cv.ts'
import { shownItems } from '#domain/cv/cv.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import type { DraftCv, DraftSubject } from '#domain/prospecting/draft-sources.ts'
import type { DraftSentence, MessageDraft as Drafted } from '#domain/prospecting/message-draft.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { cvs } from '#projections/cv/cvs.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { jobs } from '#projections/prospecting/jobs.ts'
import { recordsOf } from '#projections/records.ts'
import { cvItems, itemReads } from '#api/cv/cv-items.ts'
import type { Api, Call } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { eventStream } from '#api/kernel/event-stream.ts'

const cvReads = { ...itemReads, cvs }

/** The main CV of a user, as it is shown. */
async function cvOf(read: Read<typeof cvReads>, owner: string): Promise<DraftCv> {
  const [doc, items] = await Promise.all([read.cvs.get(owner), cvItems(read, owner)])
  const { title, summary, availableFrom, language, entries } =
    doc?.owner === owner ? doc.facts : usualCv
  return { title, summary, availableFrom, language, items: shownItems(items, entries) }
}

const jobReads = { ...cvReads, jobs }
async function jobOf(
  read: Read<typeof jobReads>,
  owner: string,
  id: string,
): Promise<DraftSubject> {
  const doc = await read.jobs.get(id)
  if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
  const { title, company, skills, description } = doc.posting
  return { about: 'job', title, company, skills, text: description }
}

const offerReads = { ...cvReads, offers: recordsOf(Offer) }
async function offerOf(
  read: Read<typeof offerReads>,
  owner: string,
  id: string,
): Promise<DraftSubject> {
  const doc = await read.offers.get(id)
  if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
  const { title, client, description, technicalNeeds, context } = doc.values as Stored<typeof Offer> // as kept
  // The user's own remarks are not for the model.
  return {
    about: 'offer',
    title,
    company: client,
    skills: [],
    text: [description, technicalNeeds, context].join('\n'),
  }
}

type Present = NonNullable<Awaited<ReturnType<MessageDraftCommands['present']>>>
type Rest = MessageDraft['sentences'][number]['rests'][number]

/** Every sentence is a claim. A courtesy is the template's own. */
function restsOf(
  { state, sources }: DraftSentence,
  { about, sources: all }: Drafted,
  id: string,
): Rest[] {
  if (state === 'courtesy') return [{ kind: 'template', id: 'courtesy' }]
  const rests = all
    .filter(({ number }) => sources.includes(number))
    .map(({ of, section, id: item }): Rest => {
      if (of === 'job' || section === '') return { kind: about, id }
      return section === 'head' ? { kind: 'cv', id: MAIN_CV } : { kind: section, id: item }
    })
  return [...new Map(rests.map((rest) => [`${rest.kind} ${rest.id}`, rest])).values()]
}

/** @param id the job's or the offer's */
const answered = ({ draft, text, kept, version }: Present, id: string): MessageDraft => ({
  version,
  language: draft.language,
  tone: draft.tone,
  model: draft.model,
  promptVersion: draft.promptVersion,
  text,
  sentences: draft.sentences.map((sentence) => ({
    ...sentence,
    sources: [...sentence.sources],
    rests: restsOf(sentence, draft, id),
    supported: sentence.state !== 'unsupported',
  })),
  sources: [...draft.sources],
  kept: [...kept],
  removed: draft.removed,
})

/** Messages that answer a job or an offer. */
export function messageDraftsApi(api: Api, commands: MessageDraftCommands): void {
  async function at(id: string, owner: string): Promise<MessageAt> {
    const [draft, left] = await Promise.all([commands.present(id, owner), commands.left(owner)])
    return { model: commands.model ?? '', left, draft: draft && answered(draft, id) }
  }
  type Asked = Call<typeof routes.draftJobMessage>
  async function drafted(call: Asked, subject: DraftSubject, cv: DraftCv) {
    const { owner, params, body, language, caller, meta } = call
    const order = { subject, cv, name: caller.name, ...body, language: body.language ?? language }
    return eventStream<DraftPart>(async (tell, signal) => {
      await commands.draft(params.id, order, meta(), { tell: (text) => tell({ text }), signal })
      const present = await commands.present(params.id, owner)
      if (present === null) throw refusal('NOT_FOUND')
      const { text: _, ...draft } = answered(present, params.id)
      tell({ done: true, ...draft })
    }, call)
  }

  api.serve(routes.jobMessage, { reads: jobReads }, async ({ read, owner, params }) => {
    await jobOf(read, owner, params.id)
    return at(params.id, owner)
  })
  api.serve(routes.draftJobMessage, { reads: jobReads }, async (call) => {
    const { read, owner, params } = call
    return drafted(call, await jobOf(read, owner, params.id), await cvOf(read, owner))
  })
  api.serve(routes.reviseJobMessage, {}, async ({ params, body, meta }) =>
    written(await commands.revise(params.id, body.text, body.kept, meta())),
  )

  api.serve(routes.offerMessage, { reads: offerReads }, async ({ read, owner, params }) => {
    await offerOf(read, owner, params.id)
    return at(params.id, owner)
  })
  api.serve(routes.draftOfferMessage, { reads: offerReads }, async (call) => {
    const { read, owner, params } = call
    return drafted(call, await offerOf(read, owner, params.id), await cvOf(read, owner))
  })
  api.serve(routes.reviseOfferMessage, {}, async ({ params, body, meta }) =>
    written(await commands.revise(params.id, body.text, body.kept, meta())),
  )
}
