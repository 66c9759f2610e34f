import { categoryOf, idOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { RecordAccessCommands } from '#commands/identity/record-accesses.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import { type AuditEntry, auditRoutes } from '#contract/history.schemas.ts'
import { entityNamed } from '#domain/entities.ts'
import { recordAccessRefusal } from '#domain/identity/record-access.ts'
import { userEntity } from '#domain/identity/user.ts'
import { mayRead, SHARED } from '#domain/kernel/entity.ts'
import { openRecords, recordAccesses } from '#projections/identity/record-accesses.ts'
import { users } from '#projections/identity/users.ts'
import type { Api, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { listHeaders } from '../kernel/lists.ts'
import { tell } from './told.ts'

const BATCH = 500
const POSITION = /^\d{20}$/

/** For administrators: every event of the log, newest first, and the check of its chains. */
export function auditApi(
  api: Api,
  {
    witness,
    recordAccesses: accesses,
  }: { readonly witness: Pick<ExternalSealStore, 'read'>; readonly recordAccesses: RecordAccessCommands },
): void {
  const { store, clock } = api.deps

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
    const { actor, entity, correlationId, from, to, limit } = query
    const wanted = ({ stream, meta }: RecordedEvent): boolean =>
      (actor === undefined || meta.actor.id === actor || meta.actor.name === actor) &&
      (entity === undefined || categoryOf(stream) === entity) &&
      (correlationId === undefined || meta.correlationId === correlationId) &&
      (from === undefined || meta.occurredAt >= from) &&
      (to === undefined || meta.occurredAt <= to)

    const found: RecordedEvent[] = []
    let before = query.cursor ?? null
    while (found.length < limit) {
      const slice = await store.readAllBackwards(before, { limit: BATCH })
      for (const event of slice.events) if (found.length < limit && wanted(event)) found.push(event)
      before = slice.next
      // The log is ordered by time, apart from clock corrections: a whole batch older than `from` ends the search.
      if (before === START || (from !== undefined && slice.events.every((e) => e.meta.occurredAt < from))) break
    }
    const last = found.at(-1)
    if (last !== undefined && found.length === limit && before !== START) reply.header('x-next-cursor', last.position)
    const opened = await openRecords(read.recordAccesses, caller.userId, clock.now())
    return found.map(({ stream, type, position, revision, data, meta }) => ({
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
      fields: Object.keys(data as object).join(', '),
    }))
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
    return written(await accesses.open(call.newId(), opened, call.meta({ owner: first.meta.owner })))
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

  api.serve(auditRoutes.verify, {}, async () => {
    const kept = await witness.read()
    const { damages, ...report } = await verifyLog(store, { witnesses: kept ? [kept] : [] })
    return {
      ...report,
      at: clock.now(),
      damages: damages.map(({ what, detail, stream = '', revision = 0, position = START }) => ({
        what,
        detail,
        stream,
        revision,
        position,
      })),
    }
  })
}
