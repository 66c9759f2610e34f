import { afterEach, beforeEach, expect, test } from 'vitest'
import { chained } from '#commands/kernel/hash-chain.ts'
import { createVerifiedStreams } from '#commands/kernel/verified-streams.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { write } from '#tests/commands/operations/sealing.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { event } from './events.ts'

const STREAM = 'contact-a'
let log: EventStore
let read = 0
let now = 0
let onDisk: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]
let isVerified: (stream: string) => Promise<boolean>
beforeEach(() => {
  ;[read, now, onDisk] = [0, 0, (events) => events]
  log = eventLog()
  const store: EventStore = {
    ...log,
    async readStream(stream, options) {
      const slice = await log.readStream(stream, options)
      read += slice.events.length
      return { ...slice, events: onDisk(slice.events) }
    },
  }
  isVerified = createVerifiedStreams(store, () => now)
})
afterEach(() => log.close())

const changes = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Nom ${n}` }))
const counted = async () => {
  read = 0
  return { verified: await isVerified(STREAM), read }
}

test('a stream is verified whole once; then its last event and what came since', async () => {
  await write(log, STREAM, ...changes(2_500))
  // Each page of a thousand begins with the last event of the one before.
  expect(await counted()).toEqual({ verified: true, read: 2_502 })
  expect(await counted()).toEqual({ verified: true, read: 1 })
  await write(log, STREAM, ...changes(3))
  expect(await counted()).toEqual({ verified: true, read: 4 })
})

test('a new event that is chained to another than the last is found, each time it is asked', async () => {
  await write(log, STREAM, ...changes(3))
  expect(await isVerified(STREAM)).toBe(true)
  await log.append(STREAM, 2, chained(STREAM, 'f'.repeat(64), [event({ name: 'Faux' })]))
  expect(await isVerified(STREAM)).toBe(false)
  expect(await isVerified(STREAM)).toBe(false)
})

test('a last event that is another than the verified one is found at once', async () => {
  await write(log, STREAM, ...changes(3))
  expect(await isVerified(STREAM)).toBe(true)
  onDisk = (events) =>
    events.map((one) => (one.revision === 2 ? { ...one, data: { name: 'Faux' } } : one))
  expect(await isVerified(STREAM)).toBe(false)
})

test('an earlier event that was changed on the disk is found ten minutes later', async () => {
  await write(log, STREAM, ...changes(3))
  expect(await isVerified(STREAM)).toBe(true)
  onDisk = (events) =>
    events.map((one) => (one.revision === 0 ? { ...one, data: { name: 'Faux' } } : one))
  now = 599_999
  expect(await isVerified(STREAM)).toBe(true)
  now = 600_000
  expect(await isVerified(STREAM)).toBe(false)
})

test('a stream that does not exist has no damage', async () =>
  expect(await isVerified('contact-none')).toBe(true))
