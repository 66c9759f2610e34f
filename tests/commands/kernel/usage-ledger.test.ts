import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { usageLedger } from '#commands/kernel/usage-ledger.ts'
import type { Actor } from '#domain/kernel/decider.ts'
import { START } from '#domain/kernel/event.ts'
import { NO_USAGE } from '#domain/subscription/budgets.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { event as anEvent } from './events.ts'

const fail = (error: unknown) => {
  throw error
}

function given() {
  const store = eventLog()
  const append = (
    stream: string,
    expected: number,
    {
      owner = 'anna',
      type = 'Noted',
      data = { text: 'abc' },
      actor,
    }: {
      owner?: string
      type?: string
      data?: unknown
      actor?: Actor
    } = {},
  ) => {
    const event = anEvent(data)
    const meta = { ...event.meta, owner, actor: actor ?? { kind: 'user' as const, id: owner } }
    return store.append(stream, expected, [{ ...event, type, meta }])
  }
  return { store, append }
}
const LETTERS = '{"text":"abc"}'.length

test('counts streams, events and letters of each owner, those of before and those that are added', async () => {
  const { store, append } = given()
  await append('note-1', -1)
  await append('note-1', 0)
  await append('note-2', -1, { owner: 'bert' })
  const ledger = usageLedger(store, fail)
  await ledger.counted()
  expect(ledger.of('anna')).toEqual({ records: 1, events: 2, letters: 2 * LETTERS })
  await append('note-3', -1)
  await ledger.counted()
  expect(ledger.of('anna')).toEqual({ records: 2, events: 3, letters: 3 * LETTERS })
  expect(ledger.of('bert')).toEqual({ records: 1, events: 1, letters: LETTERS })
  expect(ledger.of('carla')).toEqual(NO_USAGE)
  await ledger.stop()
})

test('what a stranger sends does not count for the user who receives it', async () => {
  const { store, append } = given()
  await append('jobApplication-1', -1, { actor: { kind: 'system', id: 'public' } })
  await append('jobApplication-1', 0)
  const ledger = usageLedger(store, fail)
  await ledger.counted()
  expect(ledger.of('anna')).toEqual({ records: 0, events: 1, letters: LETTERS })
  await ledger.stop()
})

test('a demo begins anew when it is set back, a guest does not', async () => {
  const { store, append } = given()
  for (const [owner, data] of [
    ['anna', {}],
    ['guest', { isGuest: true }],
  ] as const) {
    await append(`user-${owner}`, -1, { owner, type: 'UserRegistered', data })
    await append(`note-${owner}`, -1, { owner })
    await append(`user-${owner}`, 0, { owner, type: 'UserDemoReset', data: {} })
  }
  const ledger = usageLedger(store, fail)
  await ledger.counted()
  expect(ledger.of('anna').events).toBe(1)
  expect(ledger.of('guest').events).toBe(3)
  await ledger.stop()
})

test('the count waits for the first requests of a start, and begins with the first write', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { store, append } = given()
  await append('note-1', -1)
  const read = vi.spyOn(store, 'readAll')
  const [still, ended] = [usageLedger(store, fail), usageLedger(store, fail)]
  await ended.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(still.of('anna').records).toBe(1)
  expect(ended.of('anna').records).toBe(0)
  await still.stop()
  const next = usageLedger(store, fail)
  await append('note-2', -1)
  await vi.advanceTimersByTimeAsync(0)
  expect(next.of('anna').records).toBe(2)
  await next.stop()
})

test('a file keeps the count: a start reads what came after it, once for each event', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-usage-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = path.join(directory, 'usage.json')
  const { store, append } = given()
  await append('user-guest', -1, {
    owner: 'guest',
    type: 'UserRegistered',
    data: { isGuest: true },
  })
  await append('note-1', -1)
  const first = usageLedger(store, fail, file)
  await first.counted()
  await first.stop()
  await append('user-guest', 0, { owner: 'guest', type: 'UserDemoReset', data: {} })
  await append('note-1', 0)

  const read = vi.spyOn(store, 'readAll')
  const next = usageLedger(store, fail, file)
  await next.counted()
  expect(next.of('anna')).toEqual({ records: 1, events: 2, letters: 2 * LETTERS })
  expect(next.of('guest').events).toBe(2)
  expect(read.mock.calls[0]?.[0]).not.toBe(START)
  await next.stop()

  // A file that was cut short, or of another log, counts nothing.
  const text = readFileSync(file, 'utf8')
  const other = given()
  await other.append('note-1', -1)
  for (const [log, content] of [
    [store, text.slice(0, -20)],
    [other.store, text],
  ] as const) {
    writeFileSync(file, content)
    const anew = usageLedger(log, fail, file)
    await anew.counted()
    expect(anew.of('anna').records).toBe(1)
    expect(anew.of('anna').events).toBe(log === store ? 2 : 1)
    await anew.stop()
  }
})
