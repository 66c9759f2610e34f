import type { Entity } from '#domain/kernel/records/entity.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { Fact } from '#contract/history/history.contract.ts'

export type View = Readonly<Record<string, unknown>> | null
type Change = Fact['changes'][number]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (view: View, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), view)

export const currencyOf = (entity: Entity, view: View): string => {
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

/** One page of a stream's facts. */
export type Told = {
  /** Oldest first. */
  readonly facts: readonly Fact[]
  /** The state after the last event; null when there is none. */
  readonly record: View
  /** The last state that there was. */
  readonly last: View
}

/**
 * Folds a whole stream, and tells some of its facts: comparing two states costs much more than
 * folding an event.
 *
 * @param page the events to tell, by their place in `events`; the end is exclusive
 */
export function tell(
  entity: Entity,
  events: readonly RecordedEvent[],
  page: { readonly from: number; readonly to: number },
): Told {
  let state = entity.decider.initial
  let last: View = null
  let before: View = null
  const facts: Fact[] = []
  for (const [place, event] of events.entries()) {
    const isTold = place >= page.from && place < page.to
    const isRemoved = event.type === entity.removed
    if (isTold || isRemoved) before = entity.view(state)
    if (isRemoved) last = before
    state = entity.decider.evolve(state, event)
    if (!isTold) continue
    const { actor, cause, occurredAt } = event.meta
    facts.push({
      version: event.revision + 1,
      type: event.type,
      at: occurredAt,
      actor: { kind: actor.kind, id: actor.id, name: actor.name ?? actor.id },
      cause,
      isEdit: (entity.edits ?? []).includes(event.type),
      isInternal: (entity.internal ?? []).includes(event.type),
      // The last state says what a removal took away.
      changes: isRemoved ? [] : [...differences(entity, before, entity.view(state))],
      position: event.position,
    })
  }
  const record = entity.view(state)
  return { facts, record, last: record ?? last }
}

/** The values at a path; a list on the path gives those of each entry. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  return isObject(value) ? valuesAt(value[key], rest) : []
}

/** A nested object with one value at a path. */
const nested = (path: readonly string[], value: unknown): Readonly<Record<string, unknown>> => {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

/** The ids that references name, in a state and in changes. */
export function referencesOf(entity: Entity, view: View, facts: readonly Fact[]) {
  const of = (state: View) =>
    Object.entries(entity.refers ?? {}).flatMap(([path, target]) =>
      valuesAt(state, path.split('.')).flatMap((id) =>
        typeof id === 'string' && id !== '' ? [{ entity: target, id }] : [],
      ),
    )
  return [
    ...of(view),
    ...facts.flatMap(({ changes }) =>
      changes.flatMap(({ field, from, to }) =>
        [from, to].flatMap((value) => of(nested(field.split('.'), value))),
      ),
    ),
  ]
}
