import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'

/**
 * One step from a stored shape to the next. `to` renames the type; the schema always grows by one.
 */
export type UpcastStep = {
  readonly type: string
  /** The schema that this step reads. */
  readonly from: number
  readonly to?: string
  up(data: unknown, event: RecordedEvent): unknown
}

export type Upcasters = {
  /** The schema of new events of this type: 1 until a step reads an older one. */
  readonly schemaOf: (type: string) => number
  /** The event in its newest shape; the same object when it already has it. */
  readonly newest: (event: RecordedEvent) => RecordedEvent
  /** Types with all their earlier names. */
  readonly storedAs: (types: ReadonlySet<string>) => ReadonlySet<string>
  readonly steps: readonly UpcastStep[]
}

/** The stored event by its upcast one: hashes are over the stored shape. */
const stored = new WeakMap<RecordedEvent, RecordedEvent>()

/** The event as it is stored in the log, before any upcast. */
export const asStored = (event: RecordedEvent): RecordedEvent => stored.get(event) ?? event

/**
 * Steps from old event shapes to the newest, kept for ever; `tests/fixtures/events/` holds one
 * golden event a shape.
 *
 * @throws Error when two steps read the same shape
 */
export function defineUpcasters(steps: readonly UpcastStep[]): Upcasters {
  const byShape = new Map<string, UpcastStep>()
  const schemas = new Map<string, number>()
  const reshaped = new Set(steps.map(({ type }) => type))
  for (const step of steps) {
    const shape = `${step.type}@${step.from}`
    if (byShape.has(shape)) throw new Error(`Two upcasters read ${shape}`)
    byShape.set(shape, step)
    const to = step.to ?? step.type
    schemas.set(to, Math.max(schemas.get(to) ?? 1, step.from + 1))
  }
  return {
    steps,
    storedAs(types) {
      const names = new Set(types)
      // One pass for each renaming in a row.
      for (let before = -1; before < names.size; ) {
        before = names.size
        for (const { type, to } of steps) if (to !== undefined && names.has(to)) names.add(type)
      }
      return names
    },
    schemaOf: (type) => schemas.get(type) ?? 1,
    newest(event) {
      if (!reshaped.has(event.type)) return event
      let now = event
      for (
        let step = byShape.get(`${now.type}@${now.meta.schema}`);
        step;
        step = byShape.get(`${now.type}@${now.meta.schema}`)
      )
        now = {
          ...now,
          type: step.to ?? now.type,
          data: step.up(now.data, now),
          meta: { ...now.meta, schema: step.from + 1 },
        }
      if (now !== event) stored.set(now, event)
      return now
    },
  }
}

/** The same store; its readers see the newest shapes only. */
export function upcasting(store: EventStore, upcasters: Upcasters): EventStore {
  if (upcasters.steps.length === 0) return store
  return {
    append: (stream, expected, events) => store.append(stream, expected, events),
    appendAll: (appends) => store.appendAll(appends),
    async readStream(stream, options) {
      const slice = await store.readStream(stream, options)
      return { ...slice, events: slice.events.map(upcasters.newest) }
    },
    async readAll(after, { types, ...options }) {
      const slice = await store.readAll(after, {
        ...options,
        ...(types && { types: upcasters.storedAs(types) }),
      })
      return { ...slice, events: slice.events.map(upcasters.newest) }
    },
    async readAllBackwards(before, options) {
      const slice = await store.readAllBackwards(before, options)
      return { ...slice, events: slice.events.map(upcasters.newest) }
    },
    watch: (onGrown) => store.watch(onGrown),
    head: () => store.head(),
    ...(store.personal && { personal: store.personal }),
    close: () => store.close(),
  }
}
