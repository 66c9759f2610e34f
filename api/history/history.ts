import { refusal } from '#domain/kernel/errors.ts'
import { grants, type Permission } from '#domain/kernel/permissions.ts'
import type { Entity } from '#domain/kernel/entity.ts'
import { verifyStream } from '#commands/kernel/verify.ts'
import { entities } from '#domain/entities.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Fact, historyRoutes } from '#contract/history.ts'
import type { Api } from '../kernel/api.ts'

type View = Readonly<Record<string, unknown>> | null

/** Field by field, dotted for nested objects; what is equal is left out. */
function differences(before: View, after: View): Fact['changes'] {
  const from = flatten(before)
  const to = flatten(after)
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((field) => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
}

function flatten(view: View, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [key, value] of Object.entries(view ?? {})) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      flatten(value as Record<string, unknown>, path, into)
    else if (value !== '' && value !== null && value !== undefined) into.set(path, value)
  }
  return into
}

/** A stream told as facts, oldest first, and what it says in the end. */
function tell(entity: Entity, events: readonly RecordedEvent[]): { facts: Fact[]; record: View } {
  let state = entity.decider.initial
  let view = entity.view(state)
  const facts = events.map((event): Fact => {
    state = entity.decider.evolve(state, event)
    const next = entity.view(state)
    const changes = differences(view, next)
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

/** The history of every record with one: its stream, told. */
export function historyApi(api: Api): void {
  const { store, clock } = api.deps
  api.serve(historyRoutes.of, {}, async ({ params, query, owner, caller }) => {
    const entity = entities.find((e) => e.name === params.entity)
    if (entity === undefined) throw refusal('NOT_FOUND')
    if (!grants(caller.permissions, `perm_${entity.permission}_menu` as Permission)) throw refusal('FORBIDDEN') // every entity's group has a menu
    const stream = `${entity.decider.category}-${params.id}`
    const { events } = await store.readStream(stream)
    if (events[0]?.meta.owner !== owner) throw refusal('NOT_FOUND')
    const written = store.personal ? (await store.personal.written.readStream(stream)).events : events
    const verified = verifyStream(written).length === 0
    const { at } = query
    const { facts, record } = tell(entity, at === undefined ? events : events.filter((e) => e.meta.occurredAt <= at))
    return {
      entity: entity.name,
      id: params.id,
      verified,
      verifiedAt: clock.now(),
      facts: facts.reverse(),
      record: record === null ? null : { ...record },
    }
  })
}
