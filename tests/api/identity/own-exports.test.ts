import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createExports } from '#api/identity/own-data/exports.ts'
import { DocumentDamaged } from '#commands/gateways/documents/documents.ts'
import { openExportFiles } from '#commands/gateways/documents/export-files.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryKeyring } from '#tests/doubles/keys.ts'
import { recorded } from '#tests/kernel/events.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
/** A process says that it lives every five seconds. */
const SILENT = 20_000
const USER = '01JD00000000000000000000AA'
const request = {
  userId: USER,
  userName: 'anna',
  timeZone: 'Europe/Paris',
  language: 'fr',
  now: NOW,
} as const

/** An export whose process ended: it is kept as running, and no process makes it. */
async function cutShort() {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-exports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = openExportFiles(folder)
  const keyring = memoryKeyring()
  const failures: unknown[] = []
  type Deps = Parameters<typeof createExports>[0]
  const aProcess = (
    log: Deps['log'] = eventLog(),
    documents: Deps['documents'] = memoryDocuments(),
  ) =>
    createExports({
      files,
      keyring,
      log,
      documents,
      clock: { now: () => NOW },
      newId: newUlid,
      onFailed: (error) => failures.push(error),
    })
  const id = await aProcess().begin(request)
  await expect.poll(async () => (await files.find(USER, id))?.state).toBe('ready')
  const made = await files.find(USER, id)
  if (made === null) throw new Error('There is an export')
  const put = (changes: Partial<typeof made>) =>
    files.put(USER, { ...made, state: 'running', tag: '', ...changes })
  await put({})
  const state = async () => (await files.find(USER, id))?.state
  const kept = () => readdirSync(path.join(folder, 'exports', USER)).toSorted()
  return { id, files, aProcess, put, state, failures, kept, folder }
}

test('an export is begun again once its process was silent for twenty seconds', async () => {
  const { aProcess, state, id } = await cutShort()
  const next = aProcess()
  await next.resume(NOW + SILENT - 1)
  expect(await state()).toBe('running')
  expect(await next.begin({ ...request, now: NOW + SILENT - 1 }), 'the one that is made').toBe(id)
  await next.resume(NOW + SILENT)
  await expect.poll(state).toBe('ready')
  const { url } = await next.one(USER, id, NOW + SILENT)
  const secret = url.slice(url.lastIndexOf('/') + 1)
  const file = Readable.from(await next.file(USER, id, secret, NOW + SILENT))
  expect(
    Buffer.concat(await file.toArray())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('an export is begun again whose process spoke before the clock was set back', async () => {
  const { aProcess, put, state } = await cutShort()
  await put({ aliveAt: NOW + 3_600_000 })
  await aProcess().resume(NOW)
  await expect.poll(state).toBe('ready')
})

test('an export goes on without a document that is damaged, and says so', async () => {
  const { aProcess, files } = await cutShort()
  const sha256 = 'a'.repeat(64)
  const log = eventLog([
    recorded('document-1', 'DocumentUploaded', { name: 'lettre.txt', sha256 }, { owner: USER }),
  ])
  const read = () => Promise.reject(new DocumentDamaged('It is damaged'))
  const next = aProcess(log, { ...memoryDocuments(), read })
  const id = await next.begin({ ...request, now: NOW + SILENT })
  await expect.poll(async () => (await files.find(USER, id))?.state).toBe('ready')
  const zip = Buffer.concat(await Readable.from(next.whole({ ...request })).toArray())
  expect(zip.includes('index.html')).toBe(true)
  expect(zip.includes('files/lettre.txt')).toBe(false)
})

test('requests at once get one export', async () => {
  const { aProcess, kept } = await cutShort()
  const next = aProcess()
  const later = { ...request, now: NOW + SILENT }
  const ids = await Promise.all([next.begin(later), next.begin(later), next.begin(later)])
  expect(new Set(ids).size).toBe(1)
  await expect.poll(kept).toContain(`${ids[0]}.zip`)
})

test('of two processes one begins it again', async () => {
  const { aProcess, state, files, id, failures } = await cutShort()
  await Promise.all([aProcess().resume(NOW + SILENT), aProcess().resume(NOW + SILENT)])
  await expect.poll(state).toBe('ready')
  expect((await files.find(USER, id))?.attempts).toBe(2)
  expect(failures).toEqual([])
})

test('an export that ended three processes is not begun a fourth time', async () => {
  const { aProcess, put, state } = await cutShort()
  await put({ attempts: 2 })
  await aProcess().resume(NOW + SILENT)
  await expect.poll(state).toBe('ready')
  await put({ attempts: 3 })
  await aProcess().resume(NOW + SILENT)
  expect(await state()).toBe('failed')
})

test('a user has one finished export: the next one takes its place on the disk', async () => {
  const { id, aProcess, put, files, kept } = await cutShort()
  await put({ state: 'ready' })
  const next = await aProcess().begin(request)
  expect(next).not.toBe(id)
  await expect.poll(async () => (await files.find(USER, next))?.state).toBe('ready')
  await expect.poll(kept).toEqual([`${next}.json`, `${next}.zip`])
})

test('an export that fails leaves nothing of its file', async () => {
  const { id, aProcess, state, kept, failures } = await cutShort()
  const readAll = () => Promise.reject(new Error('The log is away'))
  await aProcess({ ...eventLog(), readAll }).resume(NOW + SILENT)
  await expect.poll(state).toBe('failed')
  expect(failures).toHaveLength(1)
  await expect.poll(kept).not.toContain(`${id}.zip`)
})

test('an export whose file was removed from the disk is none', async () => {
  const { id, aProcess, put, folder, kept } = await cutShort()
  await put({ state: 'ready', tag: 'x' })
  expect(await aProcess().all(USER, NOW)).toHaveLength(1)
  rmSync(path.join(folder, 'exports', USER, `${id}.zip`))
  await expect(aProcess().one(USER, id, NOW)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await aProcess().all(USER, NOW)).toEqual([])
  expect(kept()).toEqual([])
})

test('an export whose description is damaged is removed, and stops no other', async () => {
  const { id, aProcess, files, kept, folder } = await cutShort()
  writeFileSync(path.join(folder, 'exports', USER, `${id}.json`), '{"id":')
  expect(await aProcess().all(USER, NOW)).toEqual([])
  expect(kept()).toEqual([])
  const next = await aProcess().begin(request)
  await expect.poll(async () => (await files.find(USER, next))?.state).toBe('ready')
})
