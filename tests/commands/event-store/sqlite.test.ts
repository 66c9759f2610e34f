import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { START, positionOf } from '#domain/kernel/event.ts'
import { checkBeside } from '#commands/event-store/sqlite-check.ts'
import { EventStoreDamaged, EventStoreLocked } from '#commands/event-store/sqlite-file.ts'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { openSqliteWriter } from '#commands/event-store/sqlite-writer.ts'
import { logFaultOf } from '#commands/event-store/log-fault.ts'
import { openSqliteReader } from '#commands/event-store/sqlite-reader.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { type VerifyReport, verifyEntries } from '#commands/kernel/verify.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'
import { eventStoreSuite } from '#tests/conformance/event-store.ts'

const made: string[] = []
const freshDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-events-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const underTest = async () => {
  const file = join(freshDirectory(), 'events.sqlite')
  let store = openSqliteEventStore(file)
  return {
    store,
    reopen: async () => {
      await store.close()
      store = openSqliteEventStore(file)
      return store
    },
    dispose: () => store.close(),
  }
}
eventStoreSuite('SQLite', underTest, { isAtomic: true })

const verify = (file: string): Promise<VerifyReport> =>
  verifyEntries(scanSqliteLog(file), { gapless: true })

describe('the SQLite event log', () => {
  let directory: string
  let file: string
  beforeEach(() => {
    directory = freshDirectory()
    file = join(directory, 'events.sqlite')
  })
  const change = (sql: string) => {
    const db = new Database(file)
    db.exec(sql)
    db.close()
  }

  const appended = async (count: number) => {
    const store = openSqliteEventStore(file)
    const stream = streamNamed('bill')
    await store.append(
      stream,
      -1,
      chained(
        stream,
        '',
        Array.from({ length: count }, (_, i) =>
          event({ number: i, text: 'Développement '.repeat(20) }),
        ),
      ),
    )
    return { store, stream }
  }
  const written = async (count: number) => {
    const { store, stream } = await appended(count)
    await store.close()
    return stream
  }

  test('counts its positions from 1 without a gap, also past conflicts', async () => {
    const store = openSqliteEventStore(file)
    const stream = streamNamed('bill')
    await Promise.allSettled([
      store.append(stream, -1, [event(1)]),
      store.append(stream, -1, [event(2)]),
      store.append(streamNamed('bill'), -1, [event(3), event(4)]),
    ])
    const { events } = await store.readAll(START, { limit: 10 })
    expect(events.map((e) => e.position)).toEqual([positionOf(1), positionOf(2), positionOf(3)])
    await store.close()
  })

  test('answers behind every position what its file holds, near the head and far from it', async () => {
    const store = openSqliteEventStore(file)
    const stream = streamNamed('bill')
    const typed = (n: number) => ({ ...event(n), type: n % 3 === 0 ? 'Third' : 'Noted' })
    const fromFile = (after: number, limit: number) => {
      const reader = openSqliteReader(file)
      return reader.readAll(positionOf(after), { limit }).finally(() => reader.close())
    }
    for (let head = 0; head < 200; ) {
      // Lengths that leave what is in memory behind, and a reader that has fallen back.
      const added = head % 7 === 0 ? 25 : 1
      const events = Array.from({ length: added }, (_, i) => typed(head + i))
      await store.append(stream, head - 1, events)
      head += added
      for (const after of [head - 1, head - 3, head - added, head - 70, 0]) {
        if (after < 0) continue
        const [whole, page] = [{ limit: 500 }, { limit: 2 }]
        expect(await store.readAll(positionOf(after), whole)).toEqual(await fromFile(after, 500))
        const few = await store.readAll(positionOf(after), page)
        expect(few).toEqual(await fromFile(after, 2))
        expect(few.atHead).toBe(head - after <= 2)
        const types = new Set(['Third'])
        const third = await store.readAll(positionOf(after), { ...page, types })
        expect(third.events).toEqual(few.events.filter(({ type }) => type === 'Third'))
        expect(third.next).toBe(few.next)
      }
      expect(await store.readAll(positionOf(head), { limit: 5 })).toEqual({
        events: [],
        next: positionOf(head),
        atHead: true,
      })
    }
    await store.close()
  })

  test('shares a few commits among the appends of one turn', async () => {
    const store = openSqliteEventStore(file)
    let commits = 0
    store.watch(() => void commits++)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.append(streamNamed('bill'), -1, [event(n)])),
    )
    expect(commits).toBe(1)
    await Promise.all(
      Array.from({ length: 640 }, (_, n) => store.append(streamNamed('bill'), -1, [event(n)])),
    )
    expect(commits).toBeLessThan(10)
    await store.close()
  })

  test('commits what is waiting when it is closed, then takes nothing more', async () => {
    const store = openSqliteEventStore(file)
    const stream = streamNamed('bill')
    const waiting = store.append(stream, -1, [event(1)])
    await store.close()
    expect(await waiting).toMatchObject({ revision: 0 })
    await expect(store.append(stream, 0, [event(2)])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.readStream(stream)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  const asideOf = (name: string) => `${name}.moved`
  test.each<readonly [string, string, () => void]>([
    ['was moved', 'was moved or removed', () => renameSync(file, asideOf(file))],
    [
      'was replaced by another file',
      'another file was put in the place',
      () => {
        copyFileSync(file, asideOf(file))
        renameSync(asideOf(file), file)
      },
    ],
    ['lost its journal', 'was moved or removed', () => rmSync(`${file}-wal`)],
    ['lost its end', 'became shorter', () => truncateSync(file, statSync(file).size - 8_192)],
    [
      'was written over in its place',
      'another program wrote',
      () => {
        const bytes = readFileSync(file)
        bytes[27] = 99 // the counter of changes
        writeFileSync(file, bytes)
      },
    ],
  ])('writes nothing more once the file %s', async (_, why, change) => {
    const { store, stream } = await appended(60)
    change()
    const refused = store.append(stream, 59, [event(1)])
    await expect(refused).rejects.toThrow(why)
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable)
    expect(logFaultOf(await refused.catch((error: unknown) => error))).toBe('LOG_REPLACED')
    await expect(store.append(streamNamed('bill'), -1, [event(1)])).rejects.toThrow(why)
    expect(store.fault()?.message).toContain(why)
    await store.close()
  })

  test('goes on with a file that was touched, copied or read by another process', async () => {
    const { store, stream } = await appended(2)
    utimesSync(file, new Date(), new Date(1_000))
    copyFileSync(file, asideOf(file))
    const reader = openSqliteReader(file)
    await reader.readAll(START, { limit: 10 })
    await reader.close()
    await store.append(stream, 1, [event(1)])
    expect(store.fault()).toBeNull()
    await store.close()
  })

  test('of its first version is opened, and refused by programs that know no other', async () => {
    await written(1)
    const before = new Database(file)
    before.pragma('user_version = 1')
    before.close()
    await openSqliteEventStore(file).close()
    const after = new Database(file)
    expect(after.pragma('user_version', { simple: true })).toBe(2)
    after.pragma('user_version = 3')
    after.close()
    expect(() => openSqliteEventStore(file)).toThrow('was written by a newer version')
  })

  test('writes nothing of a commit that fails, and goes on where it stood', async () => {
    const { store, stream } = await appended(1)
    const beside = new Database(file)
    beside.exec(
      "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.stream = 'bill-last' BEGIN SELECT raise(ABORT, 'disk full'); END",
    )
    const fresh = streamNamed('bill')
    const outcomes = await Promise.allSettled([
      store.append(stream, 0, [event(1), event(2)]),
      store.append(fresh, -1, [event(3)]),
      store.append('bill-last', -1, [event(4)]),
    ])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'StoreUnavailable', message: 'Nothing was written: disk full' },
      })
    expect(await store.head()).toBe(positionOf(1))
    beside.exec('DROP TRIGGER full')
    beside.close()
    expect(await store.append(stream, 0, [event(5)])).toEqual({
      revision: 1,
      position: positionOf(2),
      replayed: false,
    })
    expect(await store.append(fresh, -1, [event(6)])).toMatchObject({ revision: 0 })
    await store.close()
  })

  describe('with several commits on their way', () => {
    /** Refuses the streams whose name says so, as a full disk would. */
    const refusing = () => {
      const beside = new Database(file)
      beside.exec(
        "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.stream LIKE '%-refused%' BEGIN SELECT raise(ABORT, 'disk full'); END",
      )
      return () => {
        beside.exec('DROP TRIGGER full')
        beside.close()
      }
    }
    const reasons = (outcomes: readonly PromiseSettledResult<unknown>[]) => [
      ...new Set(
        outcomes.map((outcome) =>
          outcome.status === 'rejected' ? String(outcome.reason) : outcome.status,
        ),
      ),
    ]

    test('one that fails takes those behind it along, and the log goes on without a gap', async () => {
      const { store, stream } = await appended(1)
      const accept = refusing()
      const first = Array.from({ length: 32 }, (_, n) =>
        store.append(`bill-early${n}`, -1, [event(n)]),
      )
      const second = Array.from({ length: 32 }, (_, n) =>
        store.append(`bill-${n === 5 ? 'refused' : `late${n}`}`, -1, [event(n)]),
      )
      const third = Array.from({ length: 32 }, (_, n) =>
        store.append(`bill-later${n}`, -1, [event(n)]),
      )
      expect(reasons(await Promise.allSettled(first))).toEqual(['fulfilled'])
      expect(reasons(await Promise.allSettled(second))).toEqual([
        'StoreUnavailable: Nothing was written: disk full',
      ])
      expect(reasons(await Promise.allSettled(third))).toEqual([
        'StoreUnavailable: Nothing was written: what was to come before it was not written',
      ])
      accept()
      expect(await store.append(stream, 0, [event(2)])).toMatchObject({
        revision: 1,
        position: positionOf(34),
      })
      expect(await store.append('bill-early0', 0, [event(3)])).toMatchObject({
        revision: 1,
        position: positionOf(35),
      })
      expect(
        (await store.readAll(START, { limit: 100 })).events.map(({ position }) => Number(position)),
      ).toEqual(Array.from({ length: 35 }, (_, n) => n + 1))
      await store.close()
      await openSqliteEventStore(file).close()
    })

    test('an append that stands in the way of another makes way when it fails, and wins when it does not', async () => {
      const store = openSqliteEventStore(file)
      await store.append('bill-other', -1, [event(0)])
      const accept = refusing()
      const stream = 'bill-refused'
      const failing = store.append(stream, -1, [event(1)])
      const waiting = store.append(stream, -1, [event(2)])
      await expect(failing).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable)
      accept()
      const winner = store.append(stream, -1, [event(3)])
      const loser = store.append(stream, -1, [event(4)])
      expect(await winner).toMatchObject({ revision: 0 })
      await expect(loser).rejects.toMatchObject({ name: 'StaleRevision', actual: 0 })
      await store.close()
    })

    test('each reader sees a stream no shorter than what it reads of it', async () => {
      const store = openSqliteEventStore(file)
      const stream = streamNamed('bill')
      let written = 0
      const writing = (async () => {
        for (; written < 300; written++) await store.append(stream, written - 1, [event(written)])
      })()
      while (written < 300) {
        const { events, revision } = await store.readStream(stream, {
          direction: 'backwards',
          limit: 1,
        })
        expect(revision).toBe(events[0]?.revision ?? -1)
        const all = await store.readStream(stream)
        expect(all.revision).toBe(all.events.length - 1)
        expect(all.revision).toBeGreaterThanOrEqual(written - 1)
        await new Promise((resolve) => setImmediate(resolve))
      }
      await writing
      await store.close()
    })
  })

  test('does not keep its process alive, but for what is on its way', async () => {
    const program = join(directory, 'program.mjs')
    writeFileSync(
      program,
      `import { openSqliteEventStore } from '${new URL('../../../commands/event-store/sqlite.ts', import.meta.url).href}'
       const store = openSqliteEventStore('${file}')
       const { revision } = await store.append('bill-1', -1, [{ id: 'a', type: 'Noted', data: 1, meta: {} }])
       console.log('revision', revision)`,
    )
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect([out, code]).toEqual(['revision 0\n', 0])
  })

  test('says that nobody knows when its writer is gone, and takes nothing more', async () => {
    const writer = openSqliteWriter(join(directory, 'nowhere.sqlite'))
    await expect(writer.write([1, 'bill-1', 0, 0, '[]'])).rejects.toBeInstanceOf(
      AppendOutcomeUnknown,
    )
    await expect(writer.write([1, 'bill-1', 0, 0, '[]'])).rejects.toBeInstanceOf(StoreUnavailable)
    await writer.close()
  })

  describe('with one writer', () => {
    test('refuses a second one with the data directory and what to do', async () => {
      const { store } = await appended(1)
      expect(() => openSqliteEventStore(file)).toThrow(EventStoreLocked)
      expect(() => openSqliteEventStore(file)).toThrow(
        `${directory}. Stop it first, or start this one with another DATA_DIR`,
      )
      await store.close()
      await openSqliteEventStore(file).close()
    })

    test('refuses while another process writes, and opens once that one is killed', async () => {
      const writer = spawn(
        process.execPath,
        [new URL('../../crash/writer.ts', import.meta.url).pathname, file, '2', '0'],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      await once(writer.stdout, 'data')
      expect(() => openSqliteEventStore(file)).toThrow(EventStoreLocked)
      expect((await verify(file)).damages).toEqual([]) // reading beside the writer is fine
      writer.kill('SIGKILL')
      await once(writer, 'close')
      await openSqliteEventStore(file).close()
    })
  })

  describe('damaged, refuses to open and names it:', () => {
    const refusal = () => {
      try {
        void openSqliteEventStore(file).close()
      } catch (error) {
        expect(error).toBeInstanceOf(EventStoreDamaged)
        expect((error as Error).message).toMatch(
          /Nothing was changed\. Restore the data directory from a backup, or run `npm run verify`/,
        )
        return (error as Error).message
      }
      throw new Error('it opened')
    }
    const flip = (at: (bytes: Buffer) => number, target = file) => {
      const bytes = readFileSync(target)
      const where = at(bytes)
      expect(where).toBeGreaterThan(0)
      bytes[where] = bytes[where]! ^ 1 // `where` is in the file
      writeFileSync(target, bytes)
    }

    test('a byte of a body that flipped', async () => {
      const stream = await written(30)
      const bytes = readFileSync(file)
      // Every copy: SQLite leaves old ones in the free space of a page that it split.
      for (
        let at = bytes.indexOf('"number":7');
        at !== -1;
        at = bytes.indexOf('"number":7', at + 1)
      )
        bytes[at + 20] = bytes[at + 20]! ^ 1 // inside the text
      writeFileSync(file, bytes)
      expect(refusal()).toMatch(
        new RegExp(`position 8 \\(${stream}, revision 7\\) does not match its checksum`),
      )
      expect((await verify(file)).damages).toMatchObject([
        { what: 'unreadable', position: positionOf(8), stream, revision: 7 },
      ])
    })

    test('a row that was changed with the checksum left', async () => {
      await written(5)
      change(`UPDATE events SET body = replace(body, '"number":3', '"number":4')`)
      expect(refusal()).toMatch(/position 4/)
    })

    test('a row whose stream was changed', async () => {
      const stream = await written(5)
      change(`UPDATE events SET stream = 'bill-other', revision = 0 WHERE revision = 4`)
      expect(refusal()).toMatch(/position 5/)
      expect((await verify(file)).damages).toMatchObject([
        { what: 'unreadable', stream: 'bill-other' },
      ])
      expect(stream).not.toBe('bill-other')
    })

    test('a row that is missing', async () => {
      const stream = await written(5)
      change('DELETE FROM events WHERE position = 3')
      expect(refusal()).toMatch(/position 3 is missing/)
      expect((await verify(file)).damages).toMatchObject([
        { what: 'position', position: positionOf(4) },
        { what: 'revision', stream, revision: 3 },
      ])
    })

    test.each([
      [
        'a row that was changed',
        `UPDATE events SET body = replace(body, '"number":3', '"number":4')`,
      ],
      [
        'a row of another stream',
        `UPDATE events SET stream = 'bill-other', revision = 0 WHERE revision = 4`,
      ],
      ['a row in the middle that is missing', 'DELETE FROM events WHERE position = 3'],
      ['a first row that is missing', 'DELETE FROM events WHERE position = 1'],
      ['a revision that was skipped', 'UPDATE events SET revision = 9 WHERE revision = 4'],
    ])('%s, by the check beside or by whoever reads it whole meanwhile', async (_, sql) => {
      await written(5)
      const readWhole = async () => {
        const store = openSqliteEventStore(file, { check: 'beside' })
        try {
          const { events } = await store.readAll(START, { limit: 100, types: new Set(['Nothing']) })
          await store.head()
          return events.length
        } finally {
          await store.close()
        }
      }
      expect(await readWhole()).toBe(0)
      change(sql)
      await expect(readWhole()).rejects.toBeInstanceOf(EventStoreDamaged)
    })

    test('whatever is asked for before the check beside has found it', async () => {
      const stream = await written(5)
      change('DELETE FROM events WHERE position = 3')
      const store = openSqliteEventStore(file, { check: 'beside' })
      const refused = [
        store.append(stream, 4, [event({ number: 6 })]),
        store.readStream(stream),
        store.readAllBackwards(null, { limit: 1 }),
        store.head(),
      ]
      expect(
        (await Promise.allSettled(refused)).map(
          (asked) => asked.status === 'rejected' && asked.reason instanceof EventStoreDamaged,
        ),
      ).toEqual([true, true, true, true])
      await expect(store.append(stream, 4, [event({ number: 6 })])).rejects.toThrow(
        /positions|position/,
      )
      await store.close()
      expect((await verify(file)).events).toBe(4)
    })

    test('an index that lost a row', async () => {
      await written(40)
      const db = new Database(file, { readonly: true })
      const page = db
        .prepare(`SELECT rootpage FROM sqlite_schema WHERE type = 'index'`)
        .pluck()
        .get() as number
      db.close()
      flip((bytes) => bytes.indexOf('bill-', (page - 1) * 8192) + 10)
      refusal()
      expect((await verify(file)).damages.length).toBeGreaterThan(0)
    })

    test.each([0.9, 0.5, 0.1])('a file cut to %f of its length', async (share) => {
      await written(200)
      truncateSync(file, Math.floor(readFileSync(file).length * share))
      refusal()
      expect((await verify(file)).damages.length).toBeGreaterThan(0)
    })

    test('a page that was wiped, of which verify tells every position', async () => {
      await written(200)
      const bytes = readFileSync(file)
      const inside = bytes.indexOf('"number":100,')
      bytes.fill(0, inside - (inside % 8192), inside - (inside % 8192) + 8192)
      writeFileSync(file, bytes)
      refusal()
      const { damages, events } = await verify(file)
      expect(events).toBeGreaterThan(100)
      expect(damages.length).toBeGreaterThan(0)
    })

    test('an empty file', async () => {
      writeFileSync(file, '')
      expect(refusal()).toMatch(/the file is empty/)
    })

    test('a file that is no database', async () => {
      writeFileSync(file, 'Dear diary, '.repeat(1000))
      expect(refusal()).toMatch(/not a database/)
      expect((await verify(file)).damages).toMatchObject([{ what: 'file' }])
    })

    test('a database that is no event log', () => {
      new Database(file).exec('CREATE TABLE recipes (name TEXT)').close()
      expect(refusal()).toMatch(/no event log/)
    })

    describe('after a kill, in the write-ahead log,', () => {
      /** The files as a killed process leaves them: not checkpointed. */
      const killed = async (commits: number) => {
        const { store, stream } = await appended(1)
        for (let revision = 0; revision < commits; revision++)
          await store.append(stream, revision, [event({ revision })])
        const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)]
        await store.close()
        writeFileSync(file, main)
        writeFileSync(`${file}-wal`, wal)
        return stream
      }

      test('nothing, when it is whole', async () => {
        const stream = await killed(10)
        const store = openSqliteEventStore(file)
        expect((await store.readStream(stream)).revision).toBe(10)
        await store.close()
      })

      test('a byte that flipped in front of later commits', async () => {
        await killed(10)
        flip((bytes) => Math.floor(bytes.length / 2), `${file}-wal`)
        expect(refusal()).toMatch(/write-ahead log is damaged at byte/)
        expect((await verify(file)).damages).toContainEqual(
          expect.objectContaining({ what: 'file' }),
        )
      })

      test('its header', async () => {
        await killed(3)
        flip(() => 17, `${file}-wal`)
        expect(refusal()).toMatch(/no valid header/)
      })

      test('a file that went and left it behind', async () => {
        await killed(3)
        rmSync(file)
        expect(refusal()).toMatch(/the file is gone/)
      })

      test('but a last commit torn by a power cut was never acknowledged: the log opens without it', async () => {
        const stream = await killed(10)
        truncateSync(`${file}-wal`, readFileSync(`${file}-wal`).length - 100)
        const store = openSqliteEventStore(file)
        expect((await store.readStream(stream)).revision).toBe(9)
        await store.close()
      })
    })
  })

  test('takes appends that came before its check beside was done, and lets go of it when it closes', async () => {
    const stream = await written(5)
    const store = openSqliteEventStore(file, { check: 'beside' })
    expect(await store.append(stream, 4, [event({ number: 6 })])).toMatchObject({
      revision: 5,
      replayed: false,
    })
    await store.close()
    const again = openSqliteEventStore(file, { check: 'beside' })
    const late = again.head()
    await again.close()
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    await openSqliteEventStore(file).close()
  })

  describe('whose check began before it was opened', () => {
    test('answers with what that check has found', async () => {
      const stream = await written(5)
      const check = checkBeside(file)
      await check.head
      const store = openSqliteEventStore(file, { check })
      expect(await store.append(stream, 4, [event({ number: 6 })])).toMatchObject({ revision: 5 })
      await store.close()
    })

    test('is checked again where another process has written meanwhile', async () => {
      const stream = await written(5)
      const check = checkBeside(file)
      await check.head
      const other = openSqliteEventStore(file)
      await other.append(stream, 4, [event({ number: 6 })])
      await other.close()
      const store = openSqliteEventStore(file, { check })
      expect(await store.append(stream, 5, [event({ number: 7 })])).toMatchObject({ revision: 6 })
      await store.close()
    })

    test('is refused where that check has found damage', async () => {
      await written(5)
      change('DELETE FROM events WHERE position = 3')
      const check = checkBeside(file)
      await expect(check.head).rejects.toBeInstanceOf(EventStoreDamaged)
      const store = openSqliteEventStore(file, { check })
      await expect(store.head()).rejects.toBeInstanceOf(EventStoreDamaged)
      await store.close()
    })
  })

  test('finds a row that changes while it is open', async () => {
    const { store, stream } = await appended(3)
    const db = new Database(file)
    db.exec(`UPDATE events SET body = replace(body, '"number":1', '"number":9')`)
    db.close()
    await expect(store.readStream(stream)).rejects.toBeInstanceOf(EventStoreDamaged)
    await expect(store.readAll(START, { limit: 10 })).rejects.toBeInstanceOf(EventStoreDamaged)
    await store.close()
  })
})
