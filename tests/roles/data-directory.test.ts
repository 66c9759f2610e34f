import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { EventStoreLocked, lock } from '#commands/event-store/sqlite-file.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { start } from '../../main.ts'
import { namingKinds } from '#commands/event-store/event-kinds.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { event } from '#tests/commands/kernel/events.ts'
import { capturedLog } from '#tests/doubles/captured-log.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'
import { giveUp, MANIFEST_FILE } from '#workers/kernel/data-directory.ts'

/** A used data directory, an older copy of it, and the one that a test breaks. */
let root: string
const used = () => path.join(root, 'used')
const older = () => path.join(root, 'older')
const broken = () => path.join(root, 'broken')

/** Keeps a document of its own for a user. */
async function uploads({ address }: Product, { userId, token }: SignedIn): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([`note of ${userId}`], { type: 'text/plain' }), 'note.txt')
  const headers = { authorization: `Bearer ${token}` }
  const url = `${address}/api/document/${userId}`
  const answer = await fetch(url, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'carnet-directory-'))
  const first = await startProduct({ dataDir: used() })
  await uploads(first, await first.freelancer('anna'))
  await first.stop()
  cpSync(used(), older(), { recursive: true })
  const second = await startProduct({ dataDir: used() })
  const bob = await second.freelancer('bob')
  await second.data(bob, 'POST', `contact/${bob.userId}`, { lastName: 'Exemple' })
  await uploads(second, bob)
  await second.stop()
  const store = openSqliteEventStore(path.join(used(), 'events.sqlite'))
  await sealLog({ store, clock: Date, witness: externalSealAt({ DATA_DIR: used() }) })
  await store.close()
  // The end of a process notes the files that came meanwhile.
  await (await startProduct({ dataDir: used() })).stop()
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  rmSync(broken(), { recursive: true, force: true })
  cpSync(used(), broken(), { recursive: true })
})

const at = (name: string) => path.join(broken(), name)
const starts = async (): Promise<string> => {
  try {
    const product = await startProduct({ dataDir: broken() })
    await product.stop()
    return 'started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const FILES = ['events.sqlite', 'keys.sqlite', 'identity.sqlite'] as const
const SETS = [
  ...FILES.map((name) => [name]),
  ...FILES.flatMap((one, i) => FILES.slice(i + 1).map((other) => [one, other])),
  ['seal.json'],
]

describe('a data directory', () => {
  test('notes the files that belong together', () => {
    expect(JSON.parse(readFileSync(at(MANIFEST_FILE), 'utf8')).files).toEqual(
      expect.arrayContaining([...FILES, 'seal.json']),
    )
  })

  test.each(SETS.map((names) => ({ names, which: names.join(' and ') })))(
    'without $which is not started, and starts once it is back',
    async ({ names }) => {
      const aside = path.join(root, 'aside')
      rmSync(aside, { recursive: true, force: true })
      cpSync(broken(), aside, { recursive: true })
      for (const name of names) rmSync(at(name))
      const before = readdirSync(broken()).toSorted()
      const said = await starts()
      expect(said).toContain(`${names[0]} is missing or empty`)
      expect(said).toContain('npm run give-up')
      expect(readdirSync(broken()).toSorted()).toEqual(before)
      for (const name of names) copyFileSync(path.join(aside, name), at(name))
      expect(await starts()).toBe('started')
    },
  )

  test.each([...FILES, 'seal.json'])('with an emptied %s is not started', async (name) => {
    truncateSync(at(name))
    expect(await starts()).toContain(`${name} is missing or empty`)
  })

  test.each([...FILES, 'seal.json'])('whose %s is something else names the file', async (name) => {
    writeFileSync(at(name), 'something else '.repeat(20))
    expect(await starts()).toContain(at(name))
  })

  test('with a manifest that cannot be read names the file, not its content', async () => {
    rmSync(at(MANIFEST_FILE))
    mkdirSync(path.join(at(MANIFEST_FILE), 'a'), { recursive: true })
    expect(await starts()).not.toContain('is no manifest of this program')
  })

  test.each(FILES)('of an earlier release, without manifest, misses %s too', async (name) => {
    rmSync(at(MANIFEST_FILE))
    expect(await starts()).toBe('started')
    rmSync(at(MANIFEST_FILE))
    rmSync(at(name))
    expect(await starts()).toContain(`${name} is missing or empty`)
  })

  test.each(['read models', 'seal', 'log-mark.json'])(
    'with an older log than its %s is not started',
    async (by) => {
      if (by !== 'read models') rmSync(at('read-models.sqlite'))
      else rmSync(at('log-mark.json'))
      // As where nothing was ever sealed.
      if (by !== 'seal') for (const name of ['seal.json', MANIFEST_FILE]) rmSync(at(name))
      for (const name of readdirSync(older()).filter((one) => one.startsWith('events.sqlite')))
        copyFileSync(path.join(older(), name), at(name))
      const before = readFileSync(at('events.sqlite'))
      expect(await starts()).toContain(`The log is older than its ${by}`)
      expect(readFileSync(at('events.sqlite')).equals(before)).toBe(true)
      // The log was not folded before.
      if (by !== 'read models') expect(readdirSync(broken())).not.toContain('read-models.sqlite')
      await giveUp(broken(), 'seal.json', Date.now())
      expect(await starts()).toBe('started')
    },
  )

  test.each(['removed', 'emptied', 'older'])(
    'with an older log, and read models that are %s, is not started',
    async (state) => {
      // As where nothing was sealed since.
      for (const name of ['seal.json', MANIFEST_FILE]) rmSync(at(name))
      for (const name of readdirSync(older()))
        if (
          name.startsWith('events.sqlite') ||
          (state === 'older' && name.startsWith('read-models'))
        )
          copyFileSync(path.join(older(), name), at(name))
      if (state === 'removed') rmSync(at('read-models.sqlite'))
      if (state === 'emptied') truncateSync(at('read-models.sqlite'))
      const before = readFileSync(at('events.sqlite'))
      expect(await starts()).toContain('The log is older than its log-mark.json')
      expect(readFileSync(at('events.sqlite')).equals(before)).toBe(true)
    },
  )

  test('with a damaged log is not started, and nothing is folded from it', async () => {
    rmSync(at('read-models.sqlite'))
    const sql = new Database(at('events.sqlite'))
    const body = sql.prepare("SELECT * FROM events WHERE stream LIKE 'contact-%' LIMIT 1").get()
    sql.exec("DELETE FROM events WHERE stream LIKE 'contact-%'")
    sql.close()
    expect(await starts()).toMatch(/events\.sqlite is damaged: position \d+ is missing/)
    const good = new Database(at('events.sqlite'))
    good.prepare('INSERT INTO events VALUES (@position, @stream, @revision, @crc, @body)').run(body)
    good.close()
    const product = await startProduct({ dataDir: broken() })
    const bob = await product.signIn('bob', passwordOf('bob'))
    expect(
      await product.data<readonly object[]>(bob, 'GET', `contact/${bob.userId}/all`),
    ).toMatchObject([{ lastName: 'Exemple' }])
    await product.stop()
  })

  test('without documents and manifest is not started, unless they are given up', async () => {
    for (const name of ['documents', MANIFEST_FILE]) rmSync(at(name), { recursive: true })
    expect(await starts()).toContain('documents is missing or empty')
    // The refused start has made the folder, without any document.
    expect(await starts()).toContain('documents is missing or empty')
    await giveUp(broken(), 'documents', Date.now())
    expect(await starts()).toBe('started')
    expect(await starts()).toBe('started')
  })

  test.each(['documents and manifest', 'documents'])(
    'with older %s tells which are missing, and nothing with the right ones',
    { timeout: 120_000 },
    async (which) => {
      const told = async () => {
        const captured = capturedLog()
        await (await startProduct({ dataDir: broken(), logger: captured.logger })).stop()
        return captured
          .lines()
          .filter(({ msg }) => msg.startsWith('The folder of documents is older than the log'))
      }
      expect(await told()).toEqual([])
      if (which !== 'documents') rmSync(at(MANIFEST_FILE))
      rmSync(at('documents'), { recursive: true })
      cpSync(path.join(older(), 'documents'), at('documents'), { recursive: true })
      expect(await told()).toMatchObject([{ missing: 1 }])
    },
  )

  test('of the log and its keys alone is not started', async () => {
    for (const name of readdirSync(broken()))
      if (
        !name.startsWith('events.sqlite') &&
        !name.startsWith('keys.sqlite') &&
        name !== 'personal.key'
      )
        rmSync(at(name), { recursive: true })
    expect(await starts()).toContain('identity.sqlite is missing or empty')
  })

  test.each(['read-models.sqlite', 'log-mark.json', 'documents'])(
    'of %s alone is not started',
    async (name) => {
      for (const one of readdirSync(broken()))
        if (!one.startsWith(name)) rmSync(at(one), { recursive: true })
      expect(await starts()).toContain('events.sqlite is missing or empty')
    },
  )

  test('with older keys than its log is not started, and no key is made', async () => {
    const right = path.join(root, 'keys-right')
    renameSync(at('keys.sqlite'), right)
    copyFileSync(path.join(older(), 'keys.sqlite'), at('keys.sqlite'))
    expect(await starts()).toMatch(/The key .* of personal data is missing/)
    copyFileSync(right, at('keys.sqlite'))
    const product = await startProduct({ dataDir: broken() })
    const bob = await product.signIn('bob', passwordOf('bob'))
    expect(
      await product.data<readonly object[]>(bob, 'GET', `contact/${bob.userId}/all`),
    ).toMatchObject([{ lastName: 'Exemple' }])
    await product.stop()
  })

  test('with older accounts than its log tells of users without one, and with the right ones of none', async () => {
    const lost = async () => {
      const captured = capturedLog()
      await (await startProduct({ dataDir: broken(), logger: captured.logger })).stop()
      return captured
        .lines()
        .filter(({ msg }) => msg.startsWith('Users of the log have no account'))
    }
    expect(await lost()).toEqual([])
    const product = await startProduct({ dataDir: broken() })
    const bob = await product.signIn('bob', passwordOf('bob'))
    await product.stop()
    copyFileSync(path.join(older(), 'identity.sqlite'), at('identity.sqlite'))
    expect(await lost()).toMatchObject([{ users: [bob.userId] }])
  })

  test('that cannot be started says why before it closes what it has opened', async () => {
    for (const name of readdirSync(older()).filter((one) => one.startsWith('events.sqlite')))
      copyFileSync(path.join(older(), name), at(name))
    const told: string[] = []
    const onFailed = (error: unknown) => {
      expect(() => lock(at('events.sqlite'))()).toThrow(EventStoreLocked)
      told.push(String(error))
    }
    await expect(
      start(readConfiguration({ PORT: '0', DATA_DIR: broken() }), { onFailed, logger: silentLog }),
    ).rejects.toThrow('older')
    expect(told).toEqual([expect.stringContaining('The log is older than its seal')])
    lock(at('events.sqlite'))()
  })

  test.each(['identity.sqlite', 'events.sqlite'])(
    'whose damaged %s is given up has it set aside, and starts',
    async (name) => {
      writeFileSync(at(name), 'something else '.repeat(900))
      expect(await starts()).toContain(at(name))
      const aside = await giveUp(broken(), name, Date.now())
      expect(readFileSync(path.join(aside ?? '', name), 'utf8')).toContain('something else')
      expect(await starts()).toBe('started')
    },
  )

  test('whose accounts were given up gets an administrator, and no sample data', async () => {
    rmSync(at('identity.sqlite'))
    await giveUp(broken(), 'identity.sqlite', Date.now())
    const product = await startProduct({ dataDir: broken(), sampleData: 'year' })
    await expect(product.admin()).resolves.toBeDefined()
    await expect(product.signIn('demo', 'Carnet-demo-2026')).rejects.toThrow('could not sign in')
    await product.stop()
  })

  test('that is given up as a whole is set aside and begun anew', async () => {
    rmSync(at('events.sqlite'))
    const aside = await giveUp(broken(), 'events.sqlite', Date.now())
    expect(readdirSync(aside ?? '')).toEqual(expect.arrayContaining(['keys.sqlite']))
    expect(await starts()).toBe('started')
  })

  test('of a newer program is not started by one that lacks its kinds of facts', async () => {
    const store = openSqliteEventStore(path.join(broken(), 'events.sqlite'))
    const newer = namingKinds(store, { knows: () => true, isFirst: (type) => type !== 'Weighed' })
    const [weighed] = chained('scales-1', '', [{ ...event({}), type: 'Weighed' }])
    if (weighed) await newer.append('scales-1', -1, [weighed])
    await store.close()
    const said = await starts()
    expect(said).toContain('A newer Carnet has written to this log')
    expect(said).toContain('Weighed')
  })

  test('whose log is moved away under the product refuses writes, and is not ready', async () => {
    const product = await startProduct({ dataDir: broken() })
    try {
      const bob = await product.signIn('bob', passwordOf('bob'))
      await product.data(bob, 'POST', `contact/${bob.userId}`, { lastName: 'Avant' })
      renameSync(at('events.sqlite'), at('events.moved'))
      const refused = await product.as(bob, 'POST', `contact/${bob.userId}`, { lastName: 'Après' })
      expect([refused.statusCode, refused.json().result.code]).toEqual([503, 'LOG_REPLACED'])
      expect((await product.app.inject('/api/ready')).statusCode).toBe(503)
      const list = await product.as(bob, 'GET', `contact/${bob.userId}/all`)
      expect(list.statusCode).toBe(200)
    } finally {
      await product.stop()
    }
  })

  test.each(['keys.sqlite', 'identity.sqlite'])(
    'whose %s is moved away under the product refuses writes until it is back',
    async (name) => {
      const product = await startProduct({ dataDir: broken() })
      try {
        const bob = await product.signIn('bob', passwordOf('bob'))
        const add = () => product.as(bob, 'POST', `contact/${bob.userId}`, { lastName: 'Exemple' })
        const ready = async () => (await product.app.inject('/api/ready')).statusCode
        renameSync(at(name), at('moved'))
        const refused = await add()
        expect([refused.statusCode, refused.json().result.code]).toEqual([503, 'LOG_REPLACED'])
        expect(await ready()).toBe(503)
        copyFileSync(at('moved'), at(name))
        expect((await add()).statusCode, 'a copy').toBe(503)
        renameSync(at('moved'), at(name))
        expect((await add()).statusCode).toBe(200)
        expect(await ready()).toBe(200)
      } finally {
        await product.stop()
      }
    },
  )
})
