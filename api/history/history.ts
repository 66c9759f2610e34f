import { refusal } from '#domain/kernel/errors.ts'
import { type Entity, mayRead, SHARED } from '#domain/kernel/entity.ts'
import { verifyStream } from '#commands/kernel/verify.ts'
import { entityNamed } from '#domain/entities.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Fact, historyRoutes } from '#contract/history.schemas.ts'
import type { Api } from '../kernel/api.ts'
import { imageAsDataUrl } from '../kernel/stored-images.ts'
import { namedReads, referenceNames } from '../reference-names.ts'

type View = Readonly<Record<string, unknown>> | null
type Change = Fact['changes'][number]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (view: View, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), view)

const currencyOf = (entity: Entity, view: View): string => {
  const code = entity.currency === undefined ? undefined : at(view, entity.currency)
  return typeof code === 'string' && code !== '' ? code : 'EUR'
}

/** Changed fields, dotted for nested objects. An amount's currency is that of the later state. */
function differences(entity: Entity, before: View, after: View): readonly Change[] {
  const from = flatten(before)
  const to = flatten(after)
  const currency = currencyOf(entity, after ?? before)
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((field) => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .map((field) => {
      const kind = entity.shows[field] ?? 'text'
      return {
        field,
        from: from.get(field) ?? null,
        to: to.get(field) ?? null,
        kind,
        ...(kind === 'money' || kind === 'rows' ? { currency } : {}),
      }
    })
}

function flatten(view: View, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [key, value] of Object.entries(view ?? {})) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (isObject(value)) flatten(value, path, into)
    else if (value !== '' && value !== null && value !== undefined) into.set(path, value)
  }
  return into
}

/** A stream as facts, oldest first, and its last state. */
function tell(entity: Entity, events: readonly RecordedEvent[]): { facts: Fact[]; record: View } {
  let state = entity.decider.initial
  let view = entity.view(state)
  const facts = events.map((event): Fact => {
    state = entity.decider.evolve(state, event)
    const next = entity.view(state)
    const changes = [...differences(entity, view, next)]
    view = next
    const { actor, cause, occurredAt } = event.meta
    return {
      version: event.revision + 1,
      type: event.type,
      at: occurredAt,
      actor: { kind: actor.kind, id: actor.id, name: actor.name ?? actor.id },
      cause,
      changes,
      position: event.position,
    }
  })
  return { facts, record: view }
}

/** The values at a path; a list on the path gives those of each entry. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  return isObject(value) ? valuesAt(value[key], rest) : []
}

/** The ids that a view's references name. */
const referencesIn = (entity: Entity, view: View) =>
  Object.entries(entity.refers ?? {}).flatMap(([path, target]) =>
    valuesAt(view, path.split('.')).flatMap((id) =>
      typeof id === 'string' && id !== '' ? [{ entity: target, id }] : [],
    ),
  )

/** The history of every entity: the facts of its stream. */
export function historyApi(api: Api): void {
  const { store, clock, documents } = api.deps

  /** Pictures as the wire has them, each read once. */
  function pictures(): (kind: string | undefined, value: unknown) => Promise<unknown> {
    const read = new Map<string, Promise<string>>()
    return async (kind, value) => {
      if (kind !== 'image' || typeof value !== 'string') return value
      const picture = read.get(value) ?? imageAsDataUrl(documents, value)
      read.set(value, picture)
      return picture
    }
  }

  api.serve(historyRoutes.of, { reads: namedReads() }, async ({ read, params, query, owner, caller }) => {
    const entity = entityNamed(params.entity)
    if (entity === undefined) throw refusal('NOT_FOUND')
    if (!mayRead(caller.permissions, entity)) throw refusal('FORBIDDEN')
    const stream = `${entity.decider.category}-${params.id}`
    const { events } = await store.readStream(stream)
    if (events[0]?.meta.owner !== (entity.shared === undefined ? owner : SHARED)) throw refusal('NOT_FOUND')
    const written = store.personal ? (await store.personal.written.readStream(stream)).events : events
    const verified = verifyStream(written).length === 0
    const told = tell(
      entity,
      query.at === undefined ? events : events.filter((e) => e.meta.occurredAt <= (query.at ?? 0)),
    )
    const picture = pictures()
    const facts = await Promise.all(
      told.facts.map(async (fact) => ({
        ...fact,
        changes: await Promise.all(
          fact.changes.map(async (change) => ({
            ...change,
            from: await picture(change.kind, change.from),
            to: await picture(change.kind, change.to),
          })),
        ),
      })),
    )
    const record = await Promise.all(
      Object.entries(told.record ?? {}).map(async ([key, value]) => [key, await picture(entity.shows[key], value)]),
    )
    const named = await referenceNames(read, owner, [
      ...referencesIn(entity, told.record),
      ...told.facts.flatMap(({ changes }) =>
        changes.flatMap(({ field, from, to }) =>
          [from, to].flatMap((value) => referencesIn(entity, nested(field.split('.'), value))),
        ),
      ),
    ])
    return {
      entity: entity.name,
      id: params.id,
      verified,
      verifiedAt: clock.now(),
      facts: facts.reverse(),
      record: told.record === null ? null : Object.fromEntries(record),
      kinds: entity.shows,
      currency: currencyOf(entity, told.record),
      names: Object.fromEntries(named),
    }
  })
}

/** A nested object with one value at a path. */
const nested = (path: readonly string[], value: unknown): Readonly<Record<string, unknown>> => {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}
