import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { positionOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { openOwnReadModels } from '#workers/kernel/own-read-models.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'

const NAME = 'Marion Brumaire'
const KEY = FILE_KEY
const event = (n: number, stream = 's-1') => recorded(stream, 'Added', { n })
const EVENTS = committed([event(1), event(2), event(3)])
type Row = Doc & { readonly name: string }

function dataDirectory() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-own-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = path.join(dataDir, 'read-models.sqlite')
  const log = memoryLog()
  const opened = async (events: readonly RecordedEvent[] = EVENTS, key = KEY) => {
    const own = await openOwnReadModels({
      dataDir,
      keyring: { fileKey: async () => Buffer.from(key) },
      store: eventLog(events),
      log,
    })
    const rows = own.readStore.collection<Row>('rows__v1')
    return { ...own, rows, count: () => rows.count({}) }
  }
  /** Read models that hold the whole log, with one document. */
  async function filled() {
    const { rows, mark, close } = await opened()
    await rows.apply(
      [
        {
          id: 'a',
          ifPos: null,
          doc: { _id: 'a', owner: 'user-1', name: NAME, _pos: positionOf(3) },
        },
      ],
      { from: positionOf(0), to: positionOf(3) },
    )
    await rows.find({ filter: { search: { fields: ['name'], text: 'brumaire' } } })
    await mark()
    await close()
  }
  return { dataDir, file, log, opened, filled }
}
const warnings = ({ lines }: ReturnType<typeof memoryLog>) =>
  lines.filter(({ level }) => level === 'warn')

test('read models are there after a start, and no text of them is in the file', async () => {
  const { file, opened, filled, log } = dataDirectory()
  await filled()
  for (const end of ['', '-wal'])
    if (existsSync(`${file}${end}`))
      for (const text of [NAME, NAME.toLowerCase(), 'brumaire', 'rows__v1'])
        expect(readFileSync(`${file}${end}`).includes(text)).toBe(false)
  const { rows, count, readStore, close } = await opened()
  expect(await count()).toBe(1)
  expect((await readStore.checkpoints.load('rows__v1')).position).toBe(positionOf(3))
  expect(await rows.get('a')).toMatchObject({ name: NAME })
  expect(warnings(log)).toEqual([])
  await close()
})

test('what is written is committed by itself, so that a process that is killed loses little', async () => {
  const { file, opened } = dataDirectory()
  const { rows, close } = await opened()
  await rows.apply([
    { id: 'a', ifPos: null, doc: { _id: 'a', owner: 'user-1', name: NAME, _pos: positionOf(1) } },
  ])
  const other = openEncrypted(file, KEY, { readonly: true })
  await expect
    .poll(() => other.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
    .not.toBe(0)
  await expect.poll(() => other.prepare('SELECT count(*) FROM "rows__v1"').pluck().get()).toBe(1)
  other.close()
  await close()
})

type Spoil = (file: string) => void
const onSql =
  (statement: string): Spoil =>
  (file) => {
    const sql = openEncrypted(file, KEY)
    sql.exec(statement)
    sql.close()
  }
test.each<readonly [string, Spoil, readonly RecordedEvent[], RegExp]>([
  [
    'is damaged',
    (file) => writeFileSync(file, readFileSync(file).fill(1, 100, 4_000)),
    EVENTS,
    /database/,
  ],
  ['is no database', (file) => writeFileSync(file, 'hello'), EVENTS, /database/],
  ['was made by a newer program', onSql('PRAGMA user_version = 2'), EVENTS, /newer program/],
  ['is of another kind', onSql('PRAGMA application_id = 5'), EVENTS, /this release/],
  ['was found damaged', (file) => writeFileSync(`${file}.damaged`, ''), EVENTS, /damaged/],
])('a file that %s is put aside with a message and built again', async (_, spoil, events, why) => {
  const { file, opened, filled, log } = dataDirectory()
  await filled()
  spoil(file)
  const { count, close } = await opened(events)
  expect(await count()).toBe(0)
  expect(warnings(log)).toMatchObject([{ details: { file, reason: expect.stringMatching(why) } }])
  expect(existsSync(`${file}.aside`)).toBe(true)
  await close()
  const again = await opened(events)
  expect(warnings(log)).toHaveLength(1)
  await again.close()
})

test.each([
  ['is older', EVENTS.slice(0, 2), 'older than its read models'],
  ['is another one', committed([event(1, 's-2'), event(2, 's-2'), event(3, 's-2')]), 'another one'],
])(
  'a log that %s than the one of the file is refused, and nothing changes',
  async (_, events, why) => {
    const { file, opened, filled } = dataDirectory()
    await filled()
    await expect(opened(events)).rejects.toThrow(why)
    await expect(opened(events)).rejects.toThrow('npm run give-up -- seal.json')
    expect(existsSync(`${file}.aside`)).toBe(false)
    const { count, close } = await opened()
    expect(await count()).toBe(1)
    await close()
  },
)

test('read models are opened while the log is still being checked', async () => {
  const { dataDir, filled, log } = dataDirectory()
  await filled()
  const own = await openOwnReadModels({
    dataDir,
    keyring: { fileKey: async () => Buffer.from(KEY) },
    // The head is told once the whole log was checked.
    store: Object.assign(eventLog(EVENTS), { head: () => new Promise<never>(() => {}) }),
    log,
  })
  expect(await own.readStore.collection('rows__v1').count({})).toBe(1)
  await own.close()
})

test('a file of an earlier release, which is not encrypted, is put aside', async () => {
  const { file, opened, log } = dataDirectory()
  const plain = new Database(file)
  plain.exec('CREATE TABLE documents (body BLOB)')
  plain.close()
  await (await opened()).close()
  expect(warnings(log)).toHaveLength(1)
})

test('a file whose key is another is put aside', async () => {
  const { opened, filled, log } = dataDirectory()
  await filled()
  const { count, close } = await opened(EVENTS, Buffer.alloc(32, 8))
  expect(await count()).toBe(0)
  expect(warnings(log)).toHaveLength(1)
  await close()
})

test('damage that is found while it serves is told, and the next start builds anew', async () => {
  const { file, opened, filled, log } = dataDirectory()
  await filled()
  const { readStore, tidy, close } = await opened()
  await readStore.ping()
  const bytes = readFileSync(file)
  // Pages beyond the first ones, which are in memory.
  writeFileSync(file, bytes.fill(1, bytes.length - 4_096))
  await tidy()
  await expect(readStore.ping()).rejects.toThrow()
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  await close()
  const again = await opened()
  expect(warnings(log)).toHaveLength(1)
  await again.readStore.ping()
  await again.close()
})

test('erasing rewrites the file while reads go on', async () => {
  const { opened, filled } = dataDirectory()
  await filled()
  const { rows, count, erase, close } = await opened()
  const erased = erase()
  expect(await count()).toBe(1)
  await erased
  await rows.apply([
    { id: 'b', ifPos: null, doc: { _id: 'b', owner: 'user-1', name: NAME, _pos: positionOf(4) } },
  ])
  expect(await count()).toBe(2)
  await close()
})
