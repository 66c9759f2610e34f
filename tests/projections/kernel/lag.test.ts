import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { createLagMeter } from '#projections/kernel/lag.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { recorded } from '#tests/kernel/events.ts'

const NOW = Date.UTC(2026, 5, 1)

function sqlite(): EventStore {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-lag-'))
  const store = openSqliteEventStore(path.join(directory, 'events.sqlite'))
  onTestFinished(async () => {
    await store.close()
    rmSync(directory, { recursive: true })
  })
  return store
}

/** Positions there are bytes, and the server's own events lie between. */
async function eventStoreDb(): Promise<EventStore> {
  const server = await new EventStoreDouble().start()
  const store = openEventStoreDb(server.url)
  onTestFinished(async () => {
    await store.close()
    server.stop()
  })
  return store
}

describe.each([
  ['SQLite', sqlite],
  ['EventStoreDB', eventStoreDb],
])('the lag behind the head of a log in %s', (_, open) => {
  async function log(counted?: number) {
    const store = await open()
    const reads = { events: 0, calls: 0 }
    const seen = (events: readonly unknown[]) => {
      reads.events += events.length
      reads.calls++
    }
    const watched: EventStore = {
      append: (...call) => store.append(...call),
      appendAll: (...call) => store.appendAll(...call),
      readStream: (...call) => store.readStream(...call),
      async readAll(...call) {
        const slice = await store.readAll(...call)
        seen(slice.events)
        return slice
      },
      async readAllBackwards(...call) {
        const slice = await store.readAllBackwards(...call)
        seen(slice.events)
        return slice
      },
      watch: (...call) => store.watch(...call),
      head: () => store.head(),
      close: () => store.close(),
    }
    let written = 0
    /**
     * The first event is `first` seconds old, each that follows a second younger. @returns their
     * positions
     */
    async function write(count: number, first: number): Promise<readonly Position[]> {
      const positions: Position[] = []
      for (let i = 0; i < count; i++) {
        const { id: _id, ...event } = recorded(
          `counter-${++written}`,
          'Added',
          {},
          { occurredAt: NOW - (first - i) * 1_000 },
        )
        const id = `00000000-0000-8000-8000-${String(written).padStart(12, '0')}`
        positions.push(
          (
            await store.append(event.stream, -1, [
              { ...event, id, meta: { ...event.meta, hash: 'x' } },
            ])
          ).position,
        )
      }
      return positions
    }
    const meter = createLagMeter({
      store: watched,
      clock: { now: () => NOW },
      ...(counted !== undefined && { counted }),
    })
    const lag = async (place: Position) => (await meter([place], await store.head())).get(place)
    return { store, write, meter, lag, reads }
  }

  test('is nothing at the head, and nothing is read to know it', async () => {
    const { write, lag, reads } = await log()
    const positions = await write(3, 60)
    expect(await lag(positions[2] ?? '')).toEqual({ events: 0, more: false, seconds: 0 })
    expect(reads.calls).toBe(0)
  })

  test('is nothing in an empty log', async () => {
    const { lag } = await log()
    expect(await lag(START)).toEqual({ events: 0, more: false, seconds: 0 })
  })

  test('counts events, not positions, and is as old as the oldest of them', async () => {
    const { write, lag } = await log()
    const positions = await write(5, 60)
    expect(await lag(positions[3] ?? '')).toEqual({ events: 1, more: false, seconds: 56 })
    expect(await lag(positions[1] ?? '')).toEqual({ events: 3, more: false, seconds: 58 })
    expect(await lag(START)).toEqual({ events: 5, more: false, seconds: 60 })
  })

  test('is told of several places at once, and counts what came since the last look', async () => {
    const { store, write, meter } = await log()
    const [first = '', second = ''] = await write(2, 60)
    expect(
      [...(await meter([START, first, second, START], await store.head())).values()].map(
        ({ events }) => events,
      ),
    ).toEqual([2, 1, 0])
    await write(3, 10)
    expect([...(await meter([START, first, second], await store.head())).values()]).toEqual([
      { events: 5, more: false, seconds: 60 },
      { events: 4, more: false, seconds: 59 },
      { events: 3, more: false, seconds: 10 },
    ])
  })

  test('stops counting at the limit, and still tells how old the oldest is', async () => {
    const { write, lag } = await log(4)
    const positions = await write(6, 60)
    expect(await lag(positions[1] ?? '')).toEqual({ events: 4, more: false, seconds: 58 })
    expect(await lag(positions[0] ?? '')).toEqual({ events: 4, more: true, seconds: 59 })
    expect(await lag(START)).toEqual({ events: 4, more: true, seconds: 60 })
    await write(9, 20)
    expect(await lag(positions[4] ?? '')).toEqual({ events: 4, more: true, seconds: 55 })
  })

  test('reads each event once, however often it is asked for', async () => {
    const { write, lag, reads } = await log()
    await write(20, 60)
    await lag(START)
    const once = reads.events
    expect(once).toBe(20)
    for (let i = 0; i < 10; i++) await lag(START)
    expect(reads.events).toBe(once)
    await write(1, 1)
    expect(await lag(START)).toMatchObject({ events: 21 })
    expect(reads.events - once).toBeLessThanOrEqual(16)
  })
})
