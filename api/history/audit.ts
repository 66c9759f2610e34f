import { categoryOf, idOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import { auditRoutes } from '#contract/history.schemas.ts'
import { entityNamed } from '#domain/entities.ts'
import { userEntity } from '#domain/identity/user.ts'
import { mayRead, SHARED } from '#domain/kernel/entity.ts'
import type { Api, Call } from '../kernel/api.ts'

const BATCH = 500
const POSITION = /^\d{20}$/

/** For administrators: every event of the log, newest first, and the check of its chains. */
export function auditApi(api: Api, { witness }: { readonly witness: Pick<ExternalSealStore, 'read'> }): void {
  const { store, clock } = api.deps

  /** As the route of histories decides. */
  const readable = (stream: string, owner: string, { caller, can }: Pick<Call, 'caller' | 'can'>): boolean => {
    const entity = entityNamed(categoryOf(stream))
    if (entity === undefined || !mayRead(caller.permissions, entity)) return false
    if (entity.name === userEntity.name && can('perm_access_users_menu')) return true
    return owner === (entity.shared === undefined ? caller.userId : SHARED)
  }

  api.serve(auditRoutes.list, {}, async (call) => {
    const { query, reply } = call
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
      readable: readable(stream, meta.owner, call),
      fields: Object.keys(data as object).join(', '),
    }))
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
