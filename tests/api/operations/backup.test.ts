import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { LogDamaged } from '#commands/operations/export-archive.ts'
import { backUp } from '#workers/operations/backup.ts'
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
  const names = [...scanSqliteLog(path.join(target, 'events.sqlite'))].flatMap((entry) =>
    'event' in entry &&
    entry.event.type === 'CompanyAdded' &&
    entry.event.meta.owner === back.userId
      ? (entry.event.data as { values: { name: string } }).values.name
      : [],
  )
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
  ['a document', 'documents', /documents, the first of them [0-9a-f]{64}/],
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
