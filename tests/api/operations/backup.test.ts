import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { EventStoreLocked } from '#commands/event-store/sqlite-file.ts'
import { LogDamaged } from '#commands/operations/export-archive.ts'
import { backUp } from '#workers/operations/backup.ts'
import { restore } from '#workers/operations/restore.ts'
import { verifyConfigured } from '#workers/operations/verify.ts'
import { passwordOf, startProduct } from '#tests/kernel/start-product.ts'

const run = promisify(execFile)
const WRITERS = 16

const made: string[] = []
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})
function freshDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-backup-'))
  made.push(directory)
  return directory
}

/** A data directory with documents, accounts and keys; made once. */
let sample: Promise<string> | undefined
const sampleDirectory = (): Promise<string> =>
  (sample ??= (async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-backed-up-'))
    await (await startProduct({ dataDir, sampleData: 'year' })).stop()
    return dataDir
  })())
afterAll(async () => rmSync(await sampleDirectory(), { recursive: true }))

test('an embedded Carnet is backed up while it is written to, and starts from the backup with all that was acknowledged before', async () => {
  const folder = freshDirectory()
  const product = await startProduct({ dataDir: path.join(folder, 'data'), sampleData: 'year' })
  const user = await product.freelancer('marion')
  const acknowledged: string[] = []
  let going = true
  const refused: number[] = []
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; going; i++) {
        const name = `Atelier ${writer}-${i}`
        const { statusCode } = await product.as(user, 'POST', `company/${user.userId}`, { name })
        if (statusCode === 200) acknowledged.push(name)
        else refused.push(statusCode)
      }
    }),
  )
  const atLeast = (count: number) =>
    expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count)
  await atLeast(200)

  const target = path.join(folder, 'backup')
  const before = [...acknowledged]
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/backup.ts', target],
    {
      env: { ...process.env, DATA_DIR: product.dataDir, EVENTSTORE_URL: '', MONGODB_URL: '' },
    },
  )
  const during = acknowledged.length - before.length
  await product.freelancer('later')
  await atLeast(acknowledged.length)
  going = false
  await writing
  expect(refused).toEqual([])
  expect(during, 'written while it was copied').toBeGreaterThan(0)
  expect(stdout).toMatch(/\d+ events in \d+ streams, \d+ documents and the accounts, verified/)
  expect(existsSync(`${target}.part`)).toBe(false)
  expect((await verifyConfigured({ DATA_DIR: target })).damages).toEqual([])
  expect((await verifyConfigured({ DATA_DIR: product.dataDir })).damages).toEqual([])
  await product.stop(true)

  // Restored: put in the place of the data directory.
  const restored = path.join(folder, 'restored')
  cpSync(target, restored, { recursive: true })
  const again = await startProduct({ dataDir: restored })
  const back = await again.signIn('marion', passwordOf('marion'))
  const names: string[] = []
  for (let cursor = ''; ; ) {
    const url = `company/${back.userId}/all?limit=200${cursor && `&cursor=${cursor}`}`
    const page = await again.as(back, 'GET', url)
    const { data } = page.json<{ result: { data: readonly { name: string }[] } }>().result
    names.push(...data.map(({ name }) => name))
    cursor = String(page.headers['x-next-cursor'] ?? '')
    if (cursor === '') break
  }
  expect(names.filter((name) => !acknowledged.includes(name))).toEqual([])
  expect(before.filter((name) => !names.includes(name))).toEqual([])
  expect(names.length).toBeLessThan(acknowledged.length)
  expect(
    (await again.as(back, 'GET', `company/${back.userId}/all?limit=1`)).headers['x-total-count'],
  ).toBe(String(names.length))
  await expect(again.signIn('later', passwordOf('later'))).rejects.toThrow('could not sign in')
  const demo = await again.signIn('demo', 'Carnet-demo-2026')
  const [profile] = await again.data<{ id: string }[]>(
    demo,
    'GET',
    `professionalInfo/${demo.userId}/all`,
  )
  const bills = await again.data<{ id: string; state: string }[]>(
    demo,
    'GET',
    `bill/${demo.userId}/all/${profile?.id}`,
  )
  const issued = bills.filter(({ state }) => state !== 'draft')
  expect(issued.length).toBeGreaterThan(20)
  for (const { id } of issued)
    expect(
      (await again.as(demo, 'GET', `bill/${demo.userId}/${profile?.id}/${id}/pdf`)).rawPayload
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  expect(
    await again.data(back, 'POST', `company/${back.userId}`, { name: 'Atelier de la suite' }),
  ).toMatchObject({
    version: 1,
  })
  await again.stop(true)
}, 240_000)

test('a backup is refused of a damaged log, over what is there, and of nothing, and leaves nothing behind', async () => {
  const folder = freshDirectory()
  const data = path.join(folder, 'data')
  await expect(backUp({ DATA_DIR: data }, path.join(folder, 'backup'))).rejects.toThrow(
    'There is no event log',
  )
  await (await startProduct({ dataDir: data })).stop(true)
  await expect(backUp({ DATA_DIR: data }, data)).rejects.toThrow('is there already')
  await expect(backUp({ DATA_DIR: data }, path.join(folder, 'whole'))).resolves.toMatchObject({
    documents: 0,
  })

  const db = new Database(path.join(data, 'events.sqlite'))
  db.exec("UPDATE events SET body = replace(body, 'Admin', 'Nimda') WHERE position = 1")
  db.close()
  await expect(backUp({ DATA_DIR: data }, path.join(folder, 'backup'))).rejects.toBeInstanceOf(
    LogDamaged,
  )
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'whole'])
})

test.each([
  ['a document', 'documents', /documents are missing, the first of them [0-9a-f]{64}/],
  ['the keys', 'keys.sqlite', /keys of personal data/],
  ['the master key', 'personal.key', /keys of personal data/],
  ['the accounts', 'identity.sqlite', /the accounts/],
])(
  'a backup without %s is refused and names it',
  async (_, name, said) => {
    const folder = freshDirectory()
    const data = path.join(folder, 'data')
    cpSync(await sampleDirectory(), data, { recursive: true })
    await expect(backUp({ DATA_DIR: data }, path.join(folder, 'whole'))).resolves.toBeDefined()
    rmSync(path.join(data, name), { recursive: true })
    const backup = path.join(folder, 'backup')
    await expect(backUp({ DATA_DIR: data }, backup)).rejects.toThrow(said)
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'whole'])
  },
  60_000,
)

/** Names below a folder, without what a lock and a reader leave. */
const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => !/\.lock$|-wal$|-shm$/.test(name))
    .toSorted()
const aDocumentOf = (folder: string): string => {
  const [name] = readdirSync(path.join(folder, 'documents')).filter((one) => one.length === 2)
  const below = path.join(folder, 'documents', name ?? '')
  return path.join(below, readdirSync(below)[0] ?? '')
}

test('a backup is restored over newer data, which is set aside whole', async () => {
  const folder = freshDirectory()
  const data = path.join(folder, 'data')
  const backup = path.join(folder, 'backup')
  cpSync(await sampleDirectory(), data, { recursive: true })
  const before = await startProduct({ dataDir: data })
  const anna = await before.freelancer('anna')
  await backUp({ DATA_DIR: data }, backup)
  const running = restore({ DATA_DIR: data }, backup, Date.now())
  await expect(running).rejects.toBeInstanceOf(EventStoreLocked)
  await before.data(anna, 'POST', `company/${anna.userId}`, { name: 'Après' })
  await before.stop(true)

  const there = namesIn(data)
  const restored = await restore({ DATA_DIR: data }, backup, Date.now())
  expect(restored.eventsBefore).toBeGreaterThan(restored.events)
  expect(restored).toMatchObject({ faults: [], documents: expect.any(Number) })
  expect(restored.accounts).toBeGreaterThan(2)
  expect(namesIn(restored.aside ?? '')).toEqual(there)
  expect(existsSync(path.join(backup, 'events.sqlite'))).toBe(true)

  const verified = await verifyConfigured({ DATA_DIR: data })
  expect([verified.damages, verified.parts?.faults]).toEqual([[], []])
  const again = await startProduct({ dataDir: data })
  const back = await again.signIn('anna', passwordOf('anna'))
  expect(await again.data(back, 'GET', `company/${back.userId}/all`)).toEqual([])
  await again.stop(true)
}, 120_000)

test.each<readonly [string, (folder: string) => void, RegExp]>([
  ['without documents', (at) => rmSync(path.join(at, 'documents'), { recursive: true }), /lacks/],
  ['without a document', (at) => rmSync(aDocumentOf(at)), /1 documents are missing/],
  ['with a changed document', (at) => writeFileSync(aDocumentOf(at), '%PDF-'), /are damaged/],
  ['without keys', (at) => rmSync(path.join(at, 'keys.sqlite')), /keys\.sqlite/],
  ['without its master key', (at) => rmSync(path.join(at, 'personal.key')), /keys of personal/],
  ['without accounts', (at) => rmSync(path.join(at, 'identity.sqlite')), /identity\.sqlite/],
  ['without a log', (at) => rmSync(path.join(at, 'events.sqlite')), /no event log/],
  [
    'with a changed fact',
    (at) => {
      const db = new Database(path.join(at, 'events.sqlite'))
      db.exec("UPDATE events SET body = replace(body, 'Admin', 'Nimda') WHERE position = 1")
      db.close()
    },
    /damaged/,
  ],
])(
  'a backup %s is not restored, and the data stays as it is',
  async (_, spoil, said) => {
    const folder = freshDirectory()
    const [data, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')]
    cpSync(await sampleDirectory(), data, { recursive: true })
    await backUp({ DATA_DIR: data }, backup)
    const before = namesIn(data)
    spoil(backup)
    await expect(restore({ DATA_DIR: data }, backup, Date.now())).rejects.toThrow(said)
    expect(namesIn(data)).toEqual(before)
    // The same damage in a used directory is found by verify.
    if (existsSync(path.join(backup, 'events.sqlite'))) {
      const { damages, parts } = await verifyConfigured({ DATA_DIR: backup })
      expect(damages.length + (parts?.faults.length ?? 0)).toBeGreaterThan(0)
    }
  },
  60_000,
)

test('a restore that was cut off is not started as a new installation', async () => {
  const folder = freshDirectory()
  const [data, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')]
  cpSync(await sampleDirectory(), data, { recursive: true })
  await backUp({ DATA_DIR: data }, backup)
  await restore({ DATA_DIR: data }, backup, Date.now())
  rmSync(path.join(data, 'events.sqlite'))
  cpSync(backup, path.join(data, 'before-restore-cut-off.part'), { recursive: true })
  await expect(startProduct({ dataDir: data })).rejects.toThrow('events.sqlite is missing')
  const { asideBefore } = await restore({ DATA_DIR: data }, backup, Date.now() + 1)
  expect(asideBefore).toHaveLength(1)
  expect(readdirSync(data)).not.toContain('before-restore-cut-off.part')
  await (await startProduct({ dataDir: data })).stop(true)
}, 60_000)
