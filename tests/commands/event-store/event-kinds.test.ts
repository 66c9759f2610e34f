import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  assertKnown,
  type KnownKinds,
  LogNewer,
  namingKinds,
} from '#commands/event-store/event-kinds.ts'
import { type EventFile, openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { START } from '#domain/kernel/event.ts'
import { KINDS } from '#domain/operations/log-kinds.ts'
import { event } from '#tests/commands/kernel/events.ts'

let folder: string
let store: EventFile
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carnet-kinds-'))
  store = openSqliteEventStore(path.join(folder, 'events.sqlite'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A program of the first release, and later ones that know more. */
const program = (later: Readonly<Record<string, number>> = {}): KnownKinds => ({
  knows: (type, schema) => schema <= (later[type] ?? (type === 'Noted' ? 1 : 0)),
  isFirst: (type, schema) => type === 'Noted' && schema === 1,
})
const older = program()
const newer = program({ Weighed: 1, Noted: 2 })
const one = (stream: string, type: string, schema = 1) =>
  chained(stream, '', [{ ...event(1), type, meta: { ...event(1).meta, schema } }])
const named = async () =>
  (await store.readStream(KINDS)).events.flatMap(
    ({ data }) => (data as { kinds: readonly { type: string; schema: number }[] }).kinds,
  )

describe('a log', () => {
  test('of kinds that each program knows names none', async () => {
    await namingKinds(store, newer).append('thing-1', -1, one('thing-1', 'Noted'))
    expect(await named()).toEqual([])
    await assertKnown(store, older)
  })

  test.each([
    ['a later kind', 'Weighed', 1],
    ['a later shape of a kind', 'Noted', 2],
  ])('names %s once, before its first event', async (_, type, schema) => {
    const naming = namingKinds(store, newer)
    await naming.append('thing-1', -1, one('thing-1', type, schema))
    await naming.append('thing-2', -1, one('thing-2', type, schema))
    expect(await named()).toEqual([{ type, schema }])
    const { events } = await store.readAll(START, { limit: 10 })
    expect(events.map(({ stream }) => stream)).toEqual([KINDS, 'thing-1', 'thing-2'])
    expect((await verifyLog(store)).damages).toEqual([])
    await assertKnown(store, newer)
    await expect(assertKnown(store, older)).rejects.toThrow(`facts that this program does not know`)
  })

  test('keeps the order of appends while a kind is named', async () => {
    const naming = namingKinds(store, newer)
    const events = [...one('thing-1', 'Weighed'), ...one('thing-1', 'Noted')]
    await Promise.all(events.map((event, index) => naming.append('thing-1', index - 1, [event])))
    const { events: kept } = await store.readStream('thing-1')
    expect(kept.map(({ type }) => type)).toEqual(['Weighed', 'Noted'])
  })

  test('names a kind once when two processes write it at once', async () => {
    await Promise.all(
      ['thing-1', 'thing-2'].map((stream) =>
        namingKinds(store, newer).append(stream, -1, one(stream, 'Weighed')),
      ),
    )
    expect((await named()).length).toBe(1)
  })
})

describe('an older process beside a newer one', () => {
  test('writes until the newer one has written what it does not know', async () => {
    const old = namingKinds(store, older)
    await old.append('thing-1', -1, one('thing-1', 'Noted'))
    await namingKinds(store, newer).append('thing-2', -1, one('thing-2', 'Weighed'))
    await expect(old.look()).rejects.toThrow('Weighed')
    const refused = old.append('thing-3', -1, one('thing-3', 'Noted'))
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(refused).rejects.toMatchObject({ cause: expect.any(LogNewer) })
    expect((await store.readStream('thing-3')).revision).toBe(-1)
  })

  test('decides nothing on a stream that holds such a fact', async () => {
    const old = namingKinds(store, older)
    await namingKinds(store, newer).append('thing-1', -1, one('thing-1', 'Weighed'))
    await expect(old.readStream('thing-1')).rejects.toThrow('newer Carnet')
  })

  test('notices it while the log grows, and tells it once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const old = namingKinds(store, older)
    const onNewer = vi.fn()
    const end = old.follow(onNewer)
    await namingKinds(store, newer).append('thing-1', -1, one('thing-1', 'Weighed'))
    expect(onNewer).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    await vi.waitFor(() => expect(onNewer).toHaveBeenCalledTimes(1))
    vi.advanceTimersByTime(5_000)
    expect(onNewer).toHaveBeenCalledTimes(1)
    end()
    vi.useRealTimers()
  })
})
