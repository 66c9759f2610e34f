import { activityRoutes } from '#contract/planning/notifications.contract.ts'
import { entityNamed } from '#domain/entities.ts'
import { userDecider } from '#domain/identity/user.ts'
import { type Entity, mayRead } from '#domain/kernel/records/entity.ts'
import { categoryOf, idOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Api } from '../kernel/api.ts'
import { eventLabel } from '../kernel/labels.ts'
import { isolated, word } from '../kernel/words.ts'
import { tell } from './told.ts'

const BATCH = 500
/** The most events of the log that one request reads: those of other users are among them. */
const MOST_READ = 10_000
/** The most facts in an answer. */
const MOST = 50

type Found = { readonly event: RecordedEvent; readonly entity: Entity; count: number }

/** When the visit before this one began; 0 when there was none. @unit epoch milliseconds */
async function visitBefore(store: EventStore, userId: string): Promise<number> {
  const { events } = await store.readStream(`${userDecider.category}-${userId}`)
  const visits = events.filter(({ type }) => type === 'UserConnected')
  return visits.at(-2)?.meta.occurredAt ?? 0
}

/**
 * The facts of a user's records since an instant, the newest first. Facts of one kind about one
 * record are one.
 */
async function factsSince(
  store: EventStore,
  {
    owner,
    since,
    permissions,
  }: { readonly owner: string; since: number; permissions: ReadonlySet<string> },
): Promise<readonly Found[]> {
  const found = new Map<string, Found>()
  let before: string | null = null
  for (let read = 0; read < MOST_READ && before !== START; read += BATCH) {
    const slice = await store.readAllBackwards(before, { limit: BATCH })
    before = slice.next
    for (const event of slice.events) {
      if (event.meta.owner !== owner || event.meta.occurredAt <= since) continue
      const entity = entityNamed(categoryOf(event.stream))
      if (
        entity === undefined ||
        entity.internal?.includes(event.type) ||
        !mayRead(permissions, entity)
      )
        continue
      const key = `${event.stream} ${event.type}`
      const group = found.get(key)
      if (group !== undefined) group.count++
      else if (found.size < MOST) found.set(key, { event, entity, count: 1 })
    }
    // The log is ordered by time, apart from clock corrections: a whole older batch ends the
    // search.
    if (found.size === MOST || slice.events.every(({ meta }) => meta.occurredAt <= since)) break
  }
  return [...found.values()]
}

/** Changes since a visit, as sentences: the facts of histories and of the audit. */
export function activityApi(api: Api): void {
  const { store } = api.deps
  api.serve(activityRoutes.since, {}, async ({ owner, query, caller, language }) => {
    const since = query.since ?? (await visitBefore(store, owner))
    const found = await factsSince(store, { owner, since, permissions: caller.permissions })
    /** Names of records, each read once. */
    const names = new Map<string, Promise<string>>()
    const nameOf = ({ event: { stream }, entity }: Found): Promise<string> => {
      const name =
        names.get(stream) ??
        store.readStream(stream).then(({ events }) => {
          const { last } = tell(entity, events, { from: 0, to: 0 })
          return last === null ? '' : entity.title(last)
        })
      names.set(stream, name)
      return name
    }
    return Promise.all(
      found.map(async (one) => {
        const { event, entity, count } = one
        const { actor, occurredAt } = event.meta
        const fact = eventLabel(language, entity.name, event.type)
        const title = await nameOf(one)
        return {
          id: event.id,
          at: occurredAt,
          kind: event.type,
          text:
            title === ''
              ? fact
              : word(language, 'planning', 'notification.fact', {
                  fact,
                  title: isolated(language, title),
                }),
          entity: entity.name,
          entityId: idOf(event.stream),
          position: event.position,
          read: actor.id === caller.userId,
          who: actor.kind === 'user' ? (actor.name ?? '') : '',
          count,
        }
      }),
    )
  })
}
