import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { documentScrub, documentsFound } from '#commands/operations/scrub-documents.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { recorded } from '#tests/kernel/events.ts'

let dataDir: string
let now: number
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-scrub-'))
  now = Date.UTC(2026, 2, 14)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const fileOf = (sha256: string) => path.join(dataDir, 'documents', sha256.slice(0, 2), sha256)
const uploaded = (sha256: string, at: number) =>
  recorded(`document-${at}`, 'DocumentUploaded', { name: 'a.pdf', sha256 }, { position: at })

async function scrubbed(count: number) {
  const documents = openFileDocuments(dataDir)
  const names: string[] = []
  for (let n = 0; n < count; n++)
    names.push(await documents.keep(Buffer.from(`%PDF-${n}`), 'application/pdf'))
  names.sort()
  const store = eventLog(names.map((name, i) => uploaded(name, i + 1)))
  const log = memoryLog()
  const scrub = (run = { bytes: 1e9, documents: 100 }) =>
    documentScrub({ store, documents, dataDir, clock: { now: () => now }, log, run })
  return { names, store, log, scrub }
}

test('sound documents are checked once a day, and nothing is told', async () => {
  const { scrub, log } = await scrubbed(3)
  expect(await scrub()()).toBe('done')
  expect(await documentsFound(dataDir)).toEqual({ damaged: 0, missing: 0, checkedAt: now })
  expect(log.lines).toEqual([])
  const first = now
  now += DAY_MS - 1
  await scrub()()
  expect((await documentsFound(dataDir)).checkedAt).toBe(first)
  now += 1
  await scrub()()
  expect((await documentsFound(dataDir)).checkedAt).toBe(now)
})

test('a damaged and a missing document are counted and named, until they are back', async () => {
  const { scrub, log, names } = await scrubbed(4)
  const [damaged = '', missing = ''] = names
  writeFileSync(fileOf(damaged), '%PDF-other')
  rmSync(fileOf(missing))
  await scrub()()
  expect(await documentsFound(dataDir)).toMatchObject({ damaged: 1, missing: 1 })
  expect(log.lines).toMatchObject([{ level: 'error', details: { names: [damaged, missing] } }])
  for (let n = 0; n < 4; n++)
    await openFileDocuments(dataDir).keep(Buffer.from(`%PDF-${n}`), 'application/pdf')
  now += DAY_MS
  await scrub()()
  expect(await documentsFound(dataDir)).toMatchObject({ damaged: 0, missing: 0 })
})

test('a round of before the clock was set back does not put off the next one', async () => {
  const { scrub } = await scrubbed(1)
  await scrub()()
  now -= 30 * DAY_MS
  await scrub()()
  expect((await documentsFound(dataDir)).checkedAt).toBe(now)
})

test('a document that cannot be read is damaged, and the round goes on to its end', async () => {
  const { scrub, names } = await scrubbed(3)
  const [folder = '', file = ''] = names
  rmSync(fileOf(folder))
  mkdirSync(fileOf(folder))
  rmSync(path.dirname(fileOf(file)), { recursive: true })
  writeFileSync(path.dirname(fileOf(file)), 'no folder')
  expect(await scrub()()).toBe('done')
  expect(await documentsFound(dataDir)).toMatchObject({ damaged: 1, missing: 1, checkedAt: now })
})

test('a document that is added while the log is read is not missing', async () => {
  const { store, log, names } = await scrubbed(1)
  const documents = openFileDocuments(dataDir)
  const adding = {
    ...documents,
    names: async () => {
      const before = await documents.names()
      const added = await documents.keep(Buffer.from('%PDF-added'), 'application/pdf')
      if (!names.includes(added)) {
        names.push(added)
        store.add(uploaded(added, 2))
      }
      return before
    },
  }
  const clock = { now: () => now }
  await documentScrub({ store, documents: adding, dataDir, clock, log })()
  expect(await documentsFound(dataDir)).toMatchObject({ missing: 0 })
})

test('a document whose bytes were released is not missing', async () => {
  const { scrub, store, names } = await scrubbed(2)
  rmSync(fileOf(names[0] ?? ''))
  store.add(recorded('document-1', 'DocumentReleased', {}, { revision: 1 }))
  await scrub()()
  expect(await documentsFound(dataDir)).toMatchObject({ missing: 0 })
})

test.each([
  ['documents', { bytes: 1e9, documents: 2 }],
  ['bytes', { bytes: 8, documents: 100 }],
])('a run is bounded in %s; another process goes on where it stopped', async (_, bound) => {
  const { scrub, names } = await scrubbed(5)
  writeFileSync(fileOf(names[4] ?? ''), '%PDF-other')
  expect(await scrub(bound)()).toBe('more')
  expect(await documentsFound(dataDir)).toEqual({ damaged: 0, missing: 0, checkedAt: null })
  expect(await scrub(bound)()).toBe('more')
  expect(await scrub(bound)()).toBe('done')
  expect(await documentsFound(dataDir)).toMatchObject({ damaged: 1, checkedAt: now })
})

test('a run that is told to end stops before the next document', async () => {
  const { scrub } = await scrubbed(2)
  const ended = new AbortController()
  const running = scrub()(ended.signal)
  ended.abort()
  await expect(running).rejects.toThrow()
  expect(readdirSync(dataDir)).toEqual(['documents'])
})
