import { beforeAll, expect, test } from 'vitest'
import { tellDemoYear } from '#commands/operations/demo-data.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Marking, ofLaw, ofOwner } from '#domain/kernel/personal.ts'
import { personalData } from '#domain/personal.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { memoryReadStore } from '#projections/read-store/memory.ts'
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
function forgotten(event: RecordedEvent, { fields, when }: Marking): RecordedEvent {
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
  ['users, whose papers the law keeps', ({ whose }: Marking) => whose !== ofLaw],
  ['users alone', ({ whose }: Marking) => whose === ofOwner],
  ['people of records', ({ whose }: Marking) => whose === 'stream'],
  ['papers after the legal term', ({ whose }: Marking) => whose === ofLaw],
])(
  'every projection folds a year of forgotten %s',
  async (_, isForgotten) => {
    let changed = 0
    const events = year.map((event) => {
      const marking = personalData.get(event.type)
      if (marking === undefined || !isForgotten(marking)) return event
      changed++
      return forgotten(event, marking)
    })
    expect(changed).toBeGreaterThan(4)
    const log = memoryLog()
    const projector = createProjector({
      store: eventLog(events),
      readStore: memoryReadStore(),
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
