import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { KeptAccount } from '#commands/gateways/accounts/accounts-kept.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { LogDamaged, exportArchive } from '#commands/operations/export-archive.ts'
import {
  ArchiveDamaged,
  TargetTaken,
  checkArchive,
  importArchive,
} from '#commands/operations/import-archive.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { documentDecider } from '#domain/documents/document.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { START } from '#domain/kernel/event.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { memoryWitness, write } from './sealing.ts'
import { type TamperedLog, eventStoreDbLog, sqliteLog } from './tampered-logs.ts'

const account: KeptAccount = {
  id: '01J0000000000000000000000A',
  user_name: 'anna',
  user_name_key: 'anna',
  mail: 'anna@carnet.example',
  mail_key: 'anna@carnet.example',
  first_name: 'Anna',
  last_name: 'Exemple',
  password_hash: '$argon2id$v=19$m=19456,t=2,p=1$c2Vs$aGFjaMOp',
  created_at: AT,
  first_password: '',
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'carnet-archive-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const opened = async (make: () => Promise<TamperedLog>): Promise<TamperedLog> => {
  const log = await make()
  onTestFinished(() => log.dispose())
  return log
}

/** Ten events of four streams, sealed twice, two of which name a document each. */
async function source(make: () => Promise<TamperedLog> = sqliteLog) {
  const log = await opened(make)
  const documents = memoryDocuments()
  const [logo, paper] = [
    await documents.keep(bytesOf('a logo'), 'image/png'),
    await documents.keep(bytesOf('%PDF a bill'), 'application/pdf'),
  ]
  const { store } = log
  await write(store, 'profile-1', { name: 'Atelier Quartz', logo })
  await write(
    store,
    'bill-1',
    { n: 1 },
    { n: 2, text: 'Prestation “été” عقد 🧾', deep: { list: [1, 2.5, null] } },
  )
  await write(store, 'note-1', null)
  await sealLog({ store, clock: { now: () => AT }, witness: memoryWitness() })
  await write(store, 'bill-1', { documentSha256: paper }, { n: 4 }, { n: 5 })
  await write(store, 'note-1', 'a word')
  await sealLog({ store, clock: { now: () => AT }, witness: memoryWitness() })
  const exported = (file: string, more: { signal?: AbortSignal } = {}) =>
    exportArchive({ store, from: 'SQLite', documents, accounts: [account], file, now: AT, ...more })
  return { log, store, documents, exported }
}

async function everything(store: EventStore) {
  const { events } = await store.readAll(START, { limit: 1_000 })
  return events.map(({ stream, revision, id, type, data, meta }) => ({
    stream,
    revision,
    id,
    type,
    data,
    meta,
  }))
}

describe.each([
  ['SQLite', 'EventStoreDB (its protocol double)', sqliteLog, eventStoreDbLog, 'carnet.jsonl'],
  ['EventStoreDB (its protocol double)', 'SQLite', eventStoreDbLog, sqliteLog, 'carnet.jsonl.gz'],
])('a Carnet moved from %s to %s', (_from, _to, from, to, name) => {
  test('has the same events in the same order, with their ids, times and hashes, and the same documents', async () => {
    const { store, exported } = await source(from)
    const file = path.join(directory, name)
    expect(await exported(file)).toMatchObject({
      accounts: 1,
      documents: 2,
      events: 10,
      missing: [],
      sealed: { events: 9 },
    })
    expect(
      readFileSync(file)
        .subarray(0, 2)
        .equals(Buffer.from([0x1f, 0x8b])),
    ).toBe(name.endsWith('.gz'))
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(directory)).toEqual([name])

    const target = await opened(to)
    const documents = memoryDocuments()
    const archive = await checkArchive(file, target.store)
    expect(archive).toMatchObject({ accounts: [account], there: 0, seal: { events: 9 } })
    await importArchive({
      file,
      archive,
      store: target.store,
      documents,
      atOnce: to === sqliteLog ? 500 : 1,
    })
    expect(await everything(target.store)).toEqual(await everything(store))
    for (const sha256 of await documents.names())
      expect(['image/png', 'application/pdf']).toContain((await documents.read(sha256))?.mediaType)
    expect(await documents.names()).toHaveLength(2)
    expect((await target.verify()).damages).toEqual([])

    // And the archive of it is the same, but for where and when.
    const again = path.join(directory, `again-${name}`)
    await exportArchive({
      store: target.store,
      from: 'elsewhere',
      documents,
      accounts: archive.accounts.filter((account) => 'password_hash' in account),
      file: again,
      now: AT + 1,
    })
    const lines = (of: string) =>
      (of.endsWith('.gz') ? gunzipSync(readFileSync(of)) : readFileSync(of))
        .toString()
        .split('\n')
        .slice(1, -2)
    expect(lines(again)).toEqual(lines(file))
  })
})

describe('an archive', () => {
  type Lines = string[]
  /** Line 1 header, 2 account, 3 and 4 documents, 5 to 14 events, 15 the end. */
  const lines = async (): Promise<Lines> => {
    const file = path.join(directory, 'whole.jsonl')
    await (await source()).exported(file)
    const text = readFileSync(file, 'utf8')
    expect(text.endsWith('\n')).toBe(true)
    return text.slice(0, -1).split('\n')
  }
  const refusal = async (content: string | Buffer) => {
    const file = path.join(directory, 'damaged.jsonl')
    writeFileSync(file, content)
    const target = await opened(sqliteLog)
    const error: unknown = await checkArchive(file, target.store).catch((thrown: unknown) => thrown)
    if (!(error instanceof ArchiveDamaged))
      throw new Error(`It was taken, or refused otherwise: ${String(error)}`)
    expect(error.message).toMatch(/Nothing was imported\.$/)
    expect((await everything(target.store)).length).toBe(0)
    return { line: error.line, message: error.message }
  }
  const at = (all: Lines, line: number, change: (text: string) => string): string =>
    `${all.map((text, i) => (i === line - 1 ? change(text) : text)).join('\n')}\n`
  const without = (all: Lines, line: number): string =>
    `${all.filter((_, i) => i !== line - 1).join('\n')}\n`
  /** As a forger would who knows the format: counts and checksum are right again. */
  const forged = (all: Lines): string => {
    const count = (kind: string) => all.filter((text) => text.startsWith(`{"${kind}"`)).length
    const counts = {
      accounts: count('account'),
      documents: count('document'),
      events: count('event'),
    }
    const header = JSON.parse(all[0] ?? '') as { carnet: object }
    const before = [
      JSON.stringify({ carnet: { ...header.carnet, ...counts } }),
      ...all.slice(1, -1),
    ]
      .map((text) => `${text}\n`)
      .join('')
    let root = ''
    for (const text of all) {
      const { event } = JSON.parse(text) as { event?: { meta: { hash: string } } }
      if (event)
        root = createHash('sha256')
          .update(root + event.meta.hash)
          .digest('hex')
    }
    return `${before}${JSON.stringify({ end: { ...counts, root, sha256: createHash('sha256').update(before).digest('hex') } })}\n`
  }

  test('is taken as it was written, and forged as a whole it is not told from one', async () => {
    const file = path.join(directory, 'forged.jsonl')
    writeFileSync(file, forged(await lines()))
    await expect(checkArchive(file, (await opened(sqliteLog)).store)).resolves.toMatchObject({
      header: { events: 10 },
    })
  })

  test('is refused with the line of an event that was changed', async () => {
    expect(
      await refusal(at(await lines(), 6, (text) => text.replace('"n":1', '"n":9'))),
    ).toMatchObject({
      line: 6,
      message: expect.stringContaining('line 6: bill-1, revision 0: it is not what was written'),
    })
  })

  test.each([
    ['left out', (all: Lines) => all.filter((_, i) => i !== 5), 6, 'revision 0 is missing'],
    // there are fifteen
    [
      'doubled',
      (all: Lines) => all.toSpliced(6, 0, all[5]!),
      7,
      'revision 0 comes after revision 0',
    ],
    [
      'moved',
      (all: Lines) => [...all.slice(0, 5), all[7]!, all[5]!, all[6]!, ...all.slice(8)],
      8,
      'not those that were sealed, or not in that order',
    ], // the same
  ])(
    'is refused with the line where one of its events was %s',
    async (_, change, line, message) => {
      expect(await refusal(forged(change(await lines())))).toMatchObject({
        line,
        message: expect.stringContaining(message),
      })
    },
  )

  test('is refused when a whole stream was left out, by its seals', async () => {
    const all = await lines()
    expect(
      await refusal(forged(all.filter((text) => !text.startsWith('{"event":{"stream":"note-1"')))),
    ).toMatchObject({
      message: expect.stringContaining('note-1, revision 1: the stream is gone'),
    })
  })

  test.each([
    [
      'a document whose bytes were changed',
      3,
      (text: string) => text.replace(/"bytes":"./, '"bytes":"Z'),
      'the document is not the one it is named after',
    ],
    ['what is no JSON', 7, (text: string) => text.slice(0, 40), 'it is no JSON'],
    [
      'a line of another file',
      8,
      () => '{"order":{"id":1}}',
      'it is no line of an archive of Carnet',
    ],
    [
      'an event without its hash',
      9,
      (text: string) => text.replace(/,"hash":"[0-9a-f]{64}"/, ''),
      'it holds no event as it should',
    ],
    [
      'a header of another format',
      1,
      (text: string) => text.replace('"format":2', '"format":3'),
      'it is of format 3, and this Carnet reads format 2',
    ],
    [
      'an account that was changed',
      2,
      (text: string) => text.replace('$argon2id', '$argon3id'),
      'what stands before it is not what was exported',
    ],
  ])('is refused for %s, with the line', async (_, line, change, message) => {
    const found = await refusal(at(await lines(), line, change))
    expect(found.message).toContain(message)
    expect(found.line).toBe(line === 2 ? 15 : line)
  })

  test('is refused when it lacks its header, its end, or an event that it counted', async () => {
    const all = await lines()
    expect(await refusal(without(all, 1))).toMatchObject({
      line: 1,
      message: expect.stringContaining('the header is missing'),
    })
    expect(await refusal(without(all, 15))).toMatchObject({
      line: 14,
      message: expect.stringContaining('the file ends here, before its last line'),
    })
    expect(await refusal(without(all, 14))).toMatchObject({
      line: 14,
      message: expect.stringContaining('9 events stand before it, where there were 10'),
    })
    expect(await refusal(`${all.join('\n')}\n${all[12]}\n`)).toMatchObject({
      line: 16,
      message: expect.stringContaining('event stands behind end'),
    })
    expect(await refusal('')).toMatchObject({
      line: null,
      message: expect.stringContaining('it is empty'),
    })
  })

  test('is refused when it was cut, zipped or not, wherever that was', async () => {
    const whole = `${(await lines()).join('\n')}\n`
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.999]) {
      const { line } = await refusal(whole.slice(0, Math.floor(whole.length * share)))
      expect(line).toBeGreaterThan(0)
    }
    const zipped = gzipSync(whole)
    for (const share of [0.1, 0.5, 0.9])
      expect(
        (await refusal(zipped.subarray(0, Math.floor(zipped.length * share)))).message,
      ).toMatch(/line \d+: (the gzip file is damaged, or ends here|the file ends)/)
    expect(
      (
        await refusal(
          Buffer.concat([zipped.subarray(0, 200), Buffer.from([0, 1, 2]), zipped.subarray(203)]),
        )
      ).line,
    ).toBeGreaterThan(0)
  })
})

describe('importing', () => {
  const archived = async () => {
    const { exported, store } = await source()
    const file = path.join(directory, 'carnet.jsonl')
    await exported(file)
    return { file, store }
  }

  test('goes on where an interrupted import stopped, and does nothing to what is there whole', async () => {
    const { file, store } = await archived()
    const target = (await opened(eventStoreDbLog)).store
    const documents = memoryDocuments()
    const interrupted = new AbortController()
    const first = importArchive({
      file,
      archive: await checkArchive(file, target),
      store: target,
      documents,
      signal: interrupted.signal,
      onProgress: (done) => done > 4 && interrupted.abort(new Error('Ctrl-C')),
    })
    await expect(first).rejects.toThrow('Ctrl-C')
    const there = (await everything(target)).length
    expect(there).toBeGreaterThan(2)
    expect(there).toBeLessThan(10)

    const archive = await checkArchive(file, target)
    expect(archive.there).toBe(there)
    await importArchive({ file, archive, store: target, documents })
    expect(await everything(target)).toEqual(await everything(store))
    const again = await checkArchive(file, target)
    expect(again.there).toBe(10)
    await importArchive({ file, archive: again, store: target, documents })
    expect(await everything(target)).toHaveLength(10)
  })

  test('throws what the store throws, and leaves the beginning of the log', async () => {
    const { file } = await archived()
    const target = (await opened(sqliteLog)).store
    let left = 4
    const failing: EventStore = {
      ...target,
      readAll: target.readAll.bind(target),
      readStream: target.readStream.bind(target),
      append: (...append) =>
        left-- > 0 ? target.append(...append) : Promise.reject(new Error('the disk is full')),
    }
    const archive = await checkArchive(file, target)
    await expect(
      importArchive({ file, archive, store: failing, documents: memoryDocuments(), atOnce: 500 }),
    ).rejects.toThrow('the disk is full')
    expect((await checkArchive(file, target)).there).toBe((await everything(target)).length)
  })

  test('is refused where another log stands, or this one that went on', async () => {
    const { file, store } = await archived()
    const other = (await opened(sqliteLog)).store
    await write(other, 'bill-1', { n: 1 })
    await expect(checkArchive(file, other)).rejects.toThrow(
      'The target holds another log: its event 1 is revision 0 of bill-1. Import into an empty one.',
    )
    await write(store, 'bill-1', 'more')
    await expect(checkArchive(file, store)).rejects.toThrow(
      'The target holds more than this archive',
    )
    await expect(checkArchive(file, store)).rejects.toBeInstanceOf(TargetTaken)
    expect(await everything(other)).toHaveLength(1)
  })
})

describe('exporting', () => {
  test('is refused of a damaged log, over a file that is there, and leaves nothing behind', async () => {
    const { log, exported } = await source(eventStoreDbLog)
    const file = path.join(directory, 'carnet.jsonl')
    writeFileSync(file, 'mine')
    await expect(exported(file)).rejects.toThrow('is there already')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    rmSync(file)
    await log.tamper((events) =>
      events.map((one) =>
        one.stream === 'profile-1' ? { ...one, data: { name: 'Atelier Faux' } } : one,
      ),
    )
    const error: unknown = await exported(file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LogDamaged)
    expect((error as LogDamaged).damages).toMatchObject([
      { what: 'hash', stream: 'profile-1', revision: 0 },
    ])
    expect(readdirSync(directory)).toEqual([])
  })

  test('leaves nothing behind when it is interrupted', async () => {
    const { exported } = await source()
    const interrupted = new AbortController()
    interrupted.abort(new Error('Ctrl-C'))
    await expect(
      exported(path.join(directory, 'carnet.jsonl.gz'), { signal: interrupted.signal }),
    ).rejects.toThrow('Ctrl-C')
    expect(readdirSync(directory)).toEqual([])
    expect(existsSync(path.join(directory, 'carnet.jsonl.gz.part'))).toBe(false)
  })

  test('tells the documents that events name and that are kept nowhere', async () => {
    const { store } = await source()
    const file = path.join(directory, 'carnet.jsonl')
    const { missing } = await exportArchive({
      store,
      from: 'SQLite',
      documents: memoryDocuments(),
      accounts: [],
      file,
      now: AT,
    })
    expect(missing).toHaveLength(2)
    expect(missing).toContain(createHash('sha256').update('a logo').digest('hex'))
  })

  test('tells no uploaded file whose bytes were let go', async () => {
    const { store, documents } = await source()
    const handler = createHandler({ store, clock: { now: () => AT } })
    const meta = (commandId: string) =>
      ({ commandId, owner: 'user-1', actor: { kind: 'user', id: 'user-1' } }) as const
    const upload = { name: 'a.pdf', mediaType: 'application/pdf', bytes: 3, sha256: 'e'.repeat(64) }
    const missing = async (name: string) => {
      const file = path.join(directory, name)
      return (
        await exportArchive({ store, from: 'SQLite', documents, accounts: [], file, now: AT })
      ).missing
    }
    await handler.run(documentDecider, 'D1', { type: 'Upload', ...upload }, meta('upload'))
    await handler.run(documentDecider, 'D1', { type: 'Remove' }, meta('remove'))
    expect(await missing('before')).toEqual(['e'.repeat(64)])
    await handler.run(documentDecider, 'D1', { type: 'Release' }, meta('release'))
    expect(await missing('after')).toEqual([])
  })

  test('takes what stands when it begins: what is written meanwhile is left', async () => {
    const { store, documents } = await source()
    const file = path.join(directory, 'carnet.jsonl')
    let written = false
    const busy = {
      readStream: store.readStream.bind(store),
      head: store.head.bind(store),
      readAll: async (after: string, limits: { limit: number }) => {
        if (!written) {
          written = true
          await write(store, 'bill-2', 'later')
          await sealLog({ store, clock: { now: () => AT }, witness: memoryWitness() })
        }
        return store.readAll(after, limits)
      },
    }
    expect(
      await exportArchive({ store: busy, from: 'SQLite', documents, accounts: [], file, now: AT }),
    ).toMatchObject({
      events: 10,
      sealed: { events: 9 },
    })
    await expect(checkArchive(file, (await opened(sqliteLog)).store)).resolves.toMatchObject({
      header: { events: 10 },
    })
  })
})
