import { beforeAll, expect, test } from 'vitest'
import { tellDemoYear } from '#commands/operations/demo-data.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Marking, ofClient, ofLaw, ofOwner } from '#domain/kernel/personal.ts'
import { personalData } from '#domain/personal.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { startContext } from './context-server.ts'

/**
 * Read models are folded from the first event after an upgrade. Every projection then meets the
 * people who were forgotten since: each marked field has its forgotten value.
 */

const NOW = Date.UTC(2026, 10, 20, 9)

let year: readonly RecordedEvent[]
beforeAll(async () => {
  const context = await startContext(projections, () => {})
  await tellDemoYear({ handler: context.handler, commands: context.commands }, 'user-1', NOW)
  year = (await context.store.readAll('0', { limit: Number.POSITIVE_INFINITY })).events
  await context.stop()
}, 120_000)

/** The event as readers get it once the key of its marked fields is destroyed. */
function forgotten(
  event: RecordedEvent,
  { fields, when }: Pick<Marking, 'fields' | 'when'>,
): RecordedEvent {
  if (when !== undefined && !when(event.data)) return event
  const data: Record<string, unknown> = structuredClone(Object(event.data))
  for (const [path, value] of Object.entries(fields)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const holder = steps.reduce<unknown>((at, step) => Object(at)[step], data)
    if (holder !== undefined && holder !== null && (Object(holder)[last] ?? null) !== null)
      Object(holder)[last] = value
  }
  return { ...event, data }
}

test.each([
  ['everybody', () => true],
  ['clients', ({ whose }: Pick<Marking, 'whose'>) => whose === ofClient],
  ['users, whose papers the law keeps', ({ whose }: Pick<Marking, 'whose'>) => whose !== ofLaw],
  ['users alone', ({ whose }: Pick<Marking, 'whose'>) => whose === ofOwner],
  ['people of records', ({ whose }: Pick<Marking, 'whose'>) => whose === 'stream'],
  ['papers after the legal term', ({ whose }: Pick<Marking, 'whose'>) => whose === ofLaw],
])(
  'every projection folds a year of forgotten %s',
  async (_, isForgotten) => {
    let changed = 0
    const events = year.map((event) => {
      const marking = personalData.get(event.type)
      const parts = [marking, marking?.aside].filter(
        (part) => part !== undefined && isForgotten(part),
      )
      if (parts.length === 0) return event
      changed++
      return parts.reduce((read, part) => (part ? forgotten(read, part) : read), event)
    })
    expect(changed).toBeGreaterThan(4)
    const log = memoryLog()
    const projector = createProjector({
      store: eventLog(events),
      readStore: sqliteReadStore(),
      queue: { wake: async () => {} },
      clock: { now: () => NOW },
      log,
      projections,
    })
    for (const group of projector.groups) await projector.catchUp(group)
    const { projections: states } = await projector.status()
    expect(states.filter(({ state }) => state !== 'live').map(({ name }) => name)).toEqual([])
  },
  60_000,
)
