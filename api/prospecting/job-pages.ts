import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingFile } from '#commands/documents/documents.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import { sampleAccounts } from '#commands/identity/sample-account.ts'
import type { Commands } from '#commands/product.ts'
import { documentRefusal } from '#domain/documents/document.ts'
import { catalogue, Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { JobApplication } from '#domain/prospecting/job-application.record.ts'
import { Publication } from '#domain/prospecting/publication.record.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { sendPage } from '#api/kernel/html.ts'
import { isLanguage, type Language, languageOf } from '#api/kernel/languages.ts'
import { message } from '#api/kernel/messages.ts'
import { filesOf, multipartBody, multipartOptions } from '#api/kernel/multipart.ts'
import { parse } from '#api/kernel/parse.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { goneJobPage, jobPage, jobsFeed, type JobForm, type PublishedJob } from './job-page.ts'

const UPLOAD = { files: 1, fileBytes: 5_000_000 } as const
/**
 * A person needs longer than this to fill in the form, and a program waits no longer than a day.
 * @unit milliseconds
 */
const FASTEST_MS = 2_000
const LONGEST_MS = DAY_MS
/** Applications of one publication that wait for its user; more are refused. */
const WAITING_MAX = 200
const FEED_JOBS = 50
/** Jobs that are read for it: those of guests are left out. */
const MOST_READ = 500
/** A message of 5000 letters, four bytes each. @unit bytes */
const FIELD_BYTES = 20_000

const applicationRefusal = catalogue({
  APPLICATION_TOO_FAST: 'too-many',
  APPLICATIONS_FULL: 'conflict',
  APPLICATION_NOT_PDF: 'invalid',
})

const READ = { config: { rateLimit: { max: 120, timeWindow: 60_000 } }, schema: { hide: true } }
const SENT = { config: { rateLimit: { max: 20, timeWindow: 60_000 } }, schema: { hide: true } }

/**
 * Public pages of published jobs: the job with a form to apply, and a feed. They need no account
 * and no script.
 */
export async function mountJobPages(
  app: FastifyInstance,
  api: Api,
  { commands, publicUrl }: { readonly commands: Commands; readonly publicUrl: URL },
): Promise<void> {
  const { handler, readModels, clock, newId } = api.deps
  const isSample = sampleAccounts(handler)

  const languageOfRequest = ({ query, headers }: FastifyRequest): Language => {
    const { lang } = query as { lang?: unknown } // fastify parses every query into an object
    return typeof lang === 'string' && isLanguage(lang)
      ? lang
      : languageOf(headers['accept-language'])
  }
  const jobOf = (doc: RecordDoc): PublishedJob => ({
    id: doc._id,
    values: doc.values as Stored<typeof Publication>, // as its projection kept it
    url: new URL(`/jobs/${doc._id}`, publicUrl),
  })
  async function published(
    request: FastifyRequest,
  ): Promise<{ readonly job: PublishedJob; readonly owner: string } | null> {
    const { id } = request.params as { id: string } // of the path
    const doc = await (await readModels.of(recordsOf(Publication))).get(id)
    return doc === null || doc.values['status'] !== 'published'
      ? null
      : { job: jobOf(doc), owner: doc.owner }
  }
  const gone = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, 404, goneJobPage(languageOfRequest(request)))
  const emptyForm = (): JobForm => ({
    name: '',
    email: '',
    message: '',
    problem: '',
    shownAt: clock.now(),
  })

  /** Stores an application. @throws the refusals of this file, of a record's fields and of files */
  async function receive(
    request: FastifyRequest,
    found: { job: PublishedJob; owner: string },
    fields: Fields,
  ) {
    const meta = (step: string): CommandMeta => ({
      commandId: `${newId()} ${step}`,
      owner: found.owner,
      actor: { kind: 'system', id: 'public' },
      correlationId: request.id,
    })
    const language = languageOfRequest(request)
    const values = () =>
      parse(
        JobApplication.Draft,
        {
          name: fields['name'],
          email: fields['email'],
          message: fields['message'],
          publicationId: found.job.id,
        },
        language,
      )
    async function* checked(files: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
      for await (const file of files)
        if (file.name === '' || file.name === undefined) for await (const _ of file.content);
        else yield file
      // Fields may come after the file: they are checked once the request is read, before anything
      // is stored.
      await assertWanted(found, fields)
      values()
    }
    const files = filesOf(
      request,
      UPLOAD,
      () => documentRefusal('TOO_MANY_FILES', { max: 1 }),
      (name, value) => {
        fields[name] = typeof value === 'string' ? value : ''
      },
    )
    const uploaded = await commands.documents.upload(checked(files), meta('file'), 'none-is-fine')
    if (uploaded.some(({ file }) => file.mediaType !== 'application/pdf')) {
      for (const { id } of uploaded) await commands.documents.remove(id, meta('removed'))
      throw applicationRefusal('APPLICATION_NOT_PDF')
    }
    // The same answer sent twice is one application.
    const id = ulidFrom(`application ${found.job.id} ${fields['email']} ${fields['message']}`)
    const attachmentIds = uploaded.map((one) => one.id)
    await commands.records.add(
      JobApplication,
      id,
      { ...values(), attachmentIds },
      meta('application'),
    )
  }

  async function assertWanted({ job }: { job: PublishedJob }, fields: Fields): Promise<void> {
    const took = clock.now() - Number(fields['shown'] ?? 0)
    if ((fields['website'] ?? '') !== '') throw applicationRefusal('APPLICATION_TOO_FAST')
    if (!(took >= FASTEST_MS && took <= LONGEST_MS))
      throw applicationRefusal('APPLICATION_TOO_FAST')
    for (const name of ['name', 'email', 'message'])
      if ((fields[name] ?? '').trim() === '')
        throw refusal('RULE_BROKEN', {}, [{ path: name, code: 'FIELD_REQUIRED' }])
    const applications = await readModels.of(recordsOf(JobApplication))
    const waiting = { 'values.publicationId': job.id, 'values.status': 'received' }
    if ((await applications.count({ where: waiting })) >= WAITING_MAX)
      throw applicationRefusal('APPLICATIONS_FULL')
  }

  await app.register(async (scope) => {
    const { limits, ...parser } = multipartOptions(UPLOAD)
    // Five texts, the hidden field, and the file.
    await scope.register(multipart, {
      ...parser,
      limits: { ...limits, fields: 8, parts: 9, fieldSize: FIELD_BYTES },
    })

    scope.get('/jobs/feed.xml', READ, async (request, reply) => {
      const { items } = await (await readModels.of(recordsOf(Publication))).find({
        filter: { where: { 'values.status': 'published' } },
        sort: [['values.datePosted', -1]],
        limit: MOST_READ,
      })
      const jobs: PublishedJob[] = []
      // Sample data is for its own account alone.
      for (const doc of items)
        if (jobs.length < FEED_JOBS && !(await isSample(doc.owner))) jobs.push(jobOf(doc))
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(jobsFeed(languageOfRequest(request), jobs, publicUrl))
    })

    scope.get('/jobs/:id', READ, async (request, reply) => {
      const found = await published(request)
      if (found === null) return gone(request, reply)
      if (await isSample(found.owner)) reply.header('x-robots-tag', 'noindex')
      return sendPage(reply, 200, jobPage(languageOfRequest(request), found.job, emptyForm()))
    })

    scope.post(
      '/jobs/:id',
      { ...SENT, bodyLimit: multipartBody(UPLOAD) },
      async (request, reply) => {
        const found = await published(request)
        if (found === null || found.job.values.applicationReception !== 'byemail')
          return gone(request, reply)
        const language = languageOfRequest(request)
        const fields: Fields = {}
        try {
          await receive(request, found, fields)
          return await sendPage(reply, 200, jobPage(language, found.job, null))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // A program that filled in the hidden field is told nothing.
          if ((fields['website'] ?? '') !== '')
            return sendPage(reply, 200, jobPage(language, found.job, null))
          const [first] = error.fields
          const problem = first
            ? message(language, first.code, first.details)
            : message(language, error.code, error.details)
          const { name = '', email = '', message: text = '' } = fields
          const form = { ...emptyForm(), name, email, message: text, problem }
          return sendPage(reply, 422, jobPage(language, found.job, form))
        }
      },
    )
  })
}

type Fields = Record<string, string>
