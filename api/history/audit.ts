import { categoryOf, idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { RecordAccessCommands } from '#commands/identity/record-accesses.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import { type AuditEntry, auditRoutes } from '#contract/history/history.contract.ts'
import { entityNamed } from '#domain/entities.ts'
import { recordAccessRefusal } from '#domain/identity/record-access.ts'
import { userEntity } from '#domain/identity/user.ts'
import { mayRead, SHARED } from '#domain/kernel/records/entity.ts'
import { openRecords, recordAccesses } from '#projections/identity/record-accesses.ts'
import { users } from '#projections/identity/users.ts'
import type { Api, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import type { ProcessCommands } from '#commands/operations/processes.ts'
import { wordsIn } from '#commands/gateways/log-entries/log-entries.ts'
import { listHeaders } from '../kernel/lists.ts'
import { toldEntry } from '../operations/logs.ts'
import { createAuditSearch } from './audit-search.ts'
import { serveVerifications } from './audit-verifications.ts'
import { tell } from './told.ts'

/** The most that one request is told of. */
const STORY_FACTS = 500
const STORY_LINES = 200
/** Time limit of the search for a request's story. @unit milliseconds */
const STORY_MS = 2_000
const POSITION = /^\d{20}$/

/** For administrators: every event of the log, newest first, and the check of its chains. */
export function auditApi(
  api: Api,
  {
    witness,
    recordAccesses: accesses,
    processes,
    book,
  }: {
    readonly witness: Pick<ExternalSealStore, 'read'>
    readonly recordAccesses: RecordAccessCommands
    readonly processes: Pick<ProcessCommands, 'request' | 'cancel'>
    readonly book: Pick<LogBook, 'find'>
  },
): void {
  const { store, clock, log } = api.deps
  const facts = createAuditSearch(store, log)

  /** As the route of histories decides. */
  function accessTo(
    stream: string,
    owner: string,
    { caller, can }: Pick<Call, 'caller' | 'can'>,
  ): AuditEntry['access'] {
    const entity = entityNamed(categoryOf(stream))
    if (entity === undefined || !mayRead(caller.permissions, entity)) return 'none'
    if (entity.name === userEntity.name && can('perm_access_users_menu')) return 'open'
    if (owner === (entity.shared === undefined ? caller.userId : SHARED)) return 'open'
    return owner !== SHARED && can('perm_access_users_manage') ? 'reason' : 'none'
  }

  api.serve(auditRoutes.list, { reads: { recordAccesses } }, async (call) => {
    const { read, query, reply, caller } = call
    if (query.cursor !== undefined && !POSITION.test(query.cursor))
      throw refusal('REQUEST_INVALID', {}, [{ path: 'cursor', code: 'FIELD_INVALID' }])
    const { limit, cursor = null, ...wanted } = query
    const { events, next } = await facts.search(wanted, limit, cursor)
    if (next !== null) reply.header('x-next-cursor', next)
    const opened = await openRecords(read.recordAccesses, caller.userId, clock.now())
    return events.map((event) => entryOf(event, opened, call))
  })

  const entryOf = (
    { stream, type, position, revision, data, meta }: RecordedEvent,
    opened: Pick<ReadonlyMap<string, unknown>, 'has'>,
    call: Pick<Call, 'caller' | 'can'>,
  ): AuditEntry => ({
    version: revision + 1,
    type,
    at: meta.occurredAt,
    actor: { kind: meta.actor.kind, id: meta.actor.id, name: meta.actor.name ?? meta.actor.id },
    cause: meta.cause,
    position,
    entity: categoryOf(stream),
    id: idOf(stream),
    owner: meta.owner,
    access: opened.has(stream) ? 'open' : accessTo(stream, meta.owner, call),
    fields: Object.keys(data as object).join(', '), // the data of any event
    correlationId: meta.correlationId,
  })

  /** Facts of a request, the oldest first, and whether the whole log was searched. */
  async function factsOf(correlationId: string) {
    const until = performance.now() + STORY_MS
    const found: RecordedEvent[] = []
    let before: string | null = null
    do {
      const { events, next } = await facts.search(
        { correlationId },
        STORY_FACTS - found.length,
        before,
      )
      found.push(...events)
      before = next
    } while (before !== null && found.length < STORY_FACTS && performance.now() < until)
    return { found: found.toReversed(), complete: before === null }
  }

  api.serve(auditRoutes.story, { reads: { recordAccesses } }, async (call) => {
    const { read, language, caller, params } = call
    const { correlationId } = params
    const words = wordsIn(correlationId).map((text) => ({ text, messages: [] }))
    const [{ found, complete }, page, opened] = await Promise.all([
      factsOf(correlationId),
      book.find({ levels: [], sources: [], words }, { limit: STORY_LINES }),
      openRecords(read.recordAccesses, caller.userId, clock.now()),
    ])
    return {
      correlationId,
      complete,
      facts: found.map((event) => ({
        ...entryOf(event, opened, call),
        commandId: event.meta.commandId,
        isEffect: event.type.startsWith('Effect'),
      })),
      lines: page.items
        .filter((line) => line.correlationId === correlationId)
        .map((line) => toldEntry(line, language))
        .toReversed(),
    }
  })

  /** The name of a record, or the last one it had. */
  async function nameOf(name: string, id: string): Promise<string> {
    const entity = entityNamed(name)
    if (entity === undefined) return ''
    const { events } = await store.readStream(`${entity.decider.category}-${id}`)
    const { last } = tell(entity, events, { from: 0, to: 0 })
    return last === null ? '' : entity.title(last)
  }

  api.serve(auditRoutes.open, {}, async (call) => {
    const { entity: name, id, reason } = call.body
    const entity = entityNamed(name)
    if (entity === undefined) throw refusal('NOT_FOUND')
    const stream = `${entity.decider.category}-${id}`
    const [first] = (await store.readStream(stream)).events
    const access = first === undefined ? 'none' : accessTo(stream, first.meta.owner, call)
    if (first === undefined || access === 'none') throw refusal('NOT_FOUND')
    if (access === 'open') throw recordAccessRefusal('USER_RECORD_READABLE')
    const opened = { by: call.caller.userId, entity: entity.name, recordId: id, reason }
    return written(
      await accesses.open(call.newId(), opened, call.meta({ owner: first.meta.owner })),
    )
  })

  api.serve(auditRoutes.accesses, { reads: { recordAccesses, users } }, async (call) => {
    const { read, query, owner, reply } = call
    const page = await read.recordAccesses.find({
      filter: { where: { owner } },
      sort: [['at', -1]],
      limit: query.limit,
      ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      counted: true,
    })
    listHeaders(reply, page)
    return Promise.all(
      page.items.map(async ({ _id, at, by, entity, recordId, reason }) => {
        const who = (await read.users.get(by))?.userName ?? ''
        return { id: _id, at, who, reason, entity, recordId, name: await nameOf(entity, recordId) }
      }),
    )
  })

  serveVerifications(api, { witness, processes })
}
