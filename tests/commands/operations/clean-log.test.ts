import { expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogBook } from '#commands/gateways/log-entries/log-book.ts'
import { openSqliteLogEntries } from '#commands/gateways/log-entries/log-entries-sqlite.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { logCleaner } from '#commands/operations/clean-log.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 10, 20)

function desk() {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-cleaning-'))
  const time = { now: START }
  const clock = { now: () => time.now }
  const store = eventLog()
  const book = openLogBook({
    entries: openSqliteLogEntries(directory, FILE_KEY),
    clock,
    log: memoryLog(),
  })
  onTestFinished(async () => {
    await book.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const cleaner = logCleaner({
    book,
    handler: createHandler({ store, clock }),
    clock,
    retentionDays: 90,
  })
  const facts = async () => (await store.readStream('logCleaning-log')).events
  const write = async (message: string) => {
    book.write({ level: 'Info', source: 'Insee', message })
    await book.flush()
  }
  const messages = async () =>
    (await book.find({ levels: [], sources: [], words: [] }, { limit: 10 })).items.map(
      ({ message }) => message,
    )
  return { time, book, cleaner, facts, write, messages }
}

test('a cleaning deletes lines past the retention and appends an event; without any it writes a line alone', async () => {
  const { time, cleaner, facts, write, messages } = desk()
  const by = (commandId: string) =>
    ({ commandId, actor: { kind: 'process', id: 'log-cleaner' }, cause: 'schedule' }) as const
  await write('OLD')
  time.now += HOUR
  await write('AN_HOUR_YOUNGER')
  time.now = START + 90 * DAY
  expect(await cleaner.clean(by('c1'))).toMatchObject({ removed: 0 })
  expect(await messages()).toEqual(['LOG_CLEANED', 'AN_HOUR_YOUNGER', 'OLD'])
  expect(await facts()).toEqual([])
  time.now += 1
  expect(await cleaner.preview()).toMatchObject({ removed: 1, kept: 2 })
  await cleaner.clean(by('c2'))
  expect(await messages()).toEqual(['LOG_CLEANED', 'LOG_CLEANED', 'AN_HOUR_YOUNGER'])
  expect(await facts()).toMatchObject([
    {
      type: 'LogCleaned',
      data: { before: START + 1, removed: 1, retentionDays: 90 },
      meta: { owner: 'system', actor: { kind: 'process', id: 'log-cleaner' }, cause: 'schedule' },
    },
  ])
})

test('an administrator’s own term replaces the usual one for that cleaning', async () => {
  const { time, cleaner, write } = desk()
  await write('OLD')
  time.now += 8 * DAY
  expect(await cleaner.preview()).toMatchObject({ removed: 0, kept: 1 })
  expect(await cleaner.preview(7)).toMatchObject({ removed: 1, kept: 0 })
})
