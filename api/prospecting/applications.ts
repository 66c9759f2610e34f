import { keptDocument } from '#commands/gateways/documents/documents.ts'
import type { ApplicationOrder } from '#commands/prospecting/applications.ts'
import type { Commands } from '#commands/product.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import type { Application } from '#contract/prospecting/prospecting.schemas.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { mails } from '#projections/mail/mails.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  type ApplicationDoc,
  applications,
  applicationsFor,
  sentVersionsOf,
} from '#projections/prospecting/applications.ts'
import { jobs } from '#projections/prospecting/jobs.ts'
import { recordsOf } from '#projections/records.ts'
import { cvContentOf, cvDocOf, cvReads, cvStreamOf, emptyCvsOf } from '#api/cv/cv-content.ts'
import type { Api, BinaryReply, Call } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { mailsBefore } from '#api/mail/mails-before.ts'
import { followUpOf } from './follow-up.ts'

const reads = {
  ...cvReads,
  applications,
  jobs,
  mails,
  offers: recordsOf(Offer),
  contacts: recordsOf(Contact),
}
type Reads = Read<typeof reads>

/** Target of an application, and its ways. */
type Subject = Pick<ApplicationOrder, 'about' | 'subjectId' | 'title' | 'company' | 'url'> & {
  readonly to: readonly string[]
}

/** Addresses in the text of a job. */
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const addressesIn = (text: string): readonly string[] =>
  [...new Set(text.match(ADDRESS) ?? [])].slice(0, 3)

async function jobOf(read: Reads, owner: string, id: string): Promise<Subject> {
  const doc = await read.jobs.get(id)
  if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
  const { title, company, description } = doc.posting
  return {
    about: 'job',
    subjectId: id,
    title,
    company,
    url: doc.origins[0]?.url ?? '',
    to: addressesIn(description),
  }
}

async function offerOf(read: Reads, owner: string, id: string): Promise<Subject> {
  const doc = await read.offers.get(id)
  if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
  const { title, client, url, contactId, description } = doc.values as Stored<typeof Offer> // as its projection kept it
  const contact = contactId ? await read.contacts.get(contactId) : null
  const address = contact === null ? '' : (contact.values as Stored<typeof Contact>).email // as its projection kept it
  return {
    about: 'offer',
    subjectId: id,
    title,
    company: client,
    url,
    to: address === '' ? addressesIn(description) : [address],
  }
}

const answered = ({ _id: id, cv, owner, ...doc }: ApplicationDoc): Application => ({
  id,
  at: doc.at,
  way: doc.way,
  status: doc.status,
  recipients: [...doc.recipients],
  subject: doc.subject,
  letter: doc.letter,
  url: doc.url,
  cv: cv && {
    id: cv.cvId === owner ? MAIN_CV : cv.cvId,
    number: cv.number,
    language: cv.language,
    name: cv.file.name,
    bytes: cv.file.bytes,
  },
})

/** Applications of the user for jobs and offers. */
export function applicationsApi(
  api: Api,
  { applications: commands, mail }: Pick<Commands, 'applications' | 'mail'>,
) {
  const { documents } = api.deps
  const sentBefore = mailsBefore(api.deps)
  type Asked = Pick<
    Call<typeof routes.makeJobApplication, typeof reads>,
    'read' | 'owner' | 'caller' | 'params' | 'language' | 'now'
  >

  const senderOf = async ({ read, owner, caller }: Pick<Asked, 'read' | 'owner' | 'caller'>) => ({
    name: caller.name,
    address: (await read.users.get(owner))?.profile.mail ?? '',
  })

  const bodyOf = async (call: Asked, { to, url }: Subject) => ({
    sender: await senderOf(call),
    to: [...to],
    url,
    emptyCvs: [...(await emptyCvsOf(call.read, call.owner))],
    followUpDate: (await followUpOf(call))?.nextActionDate ?? 0,
    sent: (await applicationsFor(call.read.applications, call.owner, call.params.id)).map(answered),
  })

  async function make(call: Call<typeof routes.makeJobApplication, typeof reads>, found: Subject) {
    const { to: _, ...subject } = found
    const { read, owner, body, can, meta, newId, closed } = call
    if (body.cv && !can('perm_cv_print')) throw refusal('FORBIDDEN')
    const doc = body.cv && (await cvDocOf(read, owner, body.cv.id))
    const order: ApplicationOrder = {
      ...subject,
      sender: await senderOf(call),
      mail: body.mail ?? null,
      letter: body.letter,
      attachments: await mail.files(owner, body.mail?.attachments ?? []),
      cv:
        body.cv && doc
          ? {
              cvId: cvStreamOf(body.cv.id, owner),
              language: body.cv.language ?? doc.facts.language,
              content: await cvContentOf(read, owner, doc.facts),
            }
          : null,
      follow: body.follow,
      followUp: await followUpOf(call),
    }
    return written(
      await commands.make(body.id ?? newId(), order, await sentBefore(call), meta(), closed),
    )
  }

  api.serve(routes.jobApplications, { reads }, async (call) =>
    bodyOf(call, await jobOf(call.read, call.owner, call.params.id)),
  )
  api.serve(routes.makeJobApplication, { reads }, async (call) =>
    make(call, await jobOf(call.read, call.owner, call.params.id)),
  )
  api.serve(routes.offerApplications, { reads }, async (call) =>
    bodyOf(call, await offerOf(call.read, call.owner, call.params.id)),
  )
  api.serve(routes.makeOfferApplication, { reads }, async (call) =>
    make(call, await offerOf(call.read, call.owner, call.params.id)),
  )

  api.serve(
    routes.sentCv,
    { reads: { applications } },
    async ({ read, owner, params, reply }): Promise<BinaryReply> => {
      const doc = await read.applications.get(params.id)
      if (doc === null || doc.owner !== owner || doc.cv === null) throw refusal('NOT_FOUND')
      const { name, type, sha256 } = doc.cv.file
      const paper = await keptDocument(documents, sha256)
      reply.header('x-content-type-options', 'nosniff')
      return { bytes: paper.bytes, mediaType: type, fileName: name, disposition: 'inline' }
    },
  )

  api.serve(
    routes.sentVersions,
    { reads: { ...cvReads, applications } },
    async ({ read, owner, params }) => {
      const { _id } = await cvDocOf(read, owner, params.id)
      return [...(await sentVersionsOf(read.applications, owner, _id))]
    },
  )
}
