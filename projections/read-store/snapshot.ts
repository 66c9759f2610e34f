import Database from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore } from '#domain/kernel/event-store.ts'
import { START, type Position, positionOf } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/log.ts'
import type { Collection, Doc, Stored } from '#domain/kernel/read-store.ts'
import type { Content, MemoryReadStore } from './memory.ts'

/** Documents a row holds. After each row other work of the process gets its turn. */
const ROW_DOCUMENTS = 250
/** `CRNR`, in the file's header. */
const APPLICATION_ID = 0x43_52_4e_52
const SCHEMA = `
  CREATE TABLE origin (code TEXT NOT NULL, position TEXT NOT NULL, event_id TEXT NOT NULL, key TEXT NOT NULL) STRICT;
  CREATE TABLE collections (name TEXT PRIMARY KEY, position TEXT NOT NULL, documents INTEGER NOT NULL) STRICT;
  CREATE TABLE documents (collection TEXT NOT NULL, body BLOB NOT NULL) STRICT;
`
/** The last event that any document holds, the code that folded it, and the wrapped key of the documents. */
type Origin = [code: string, position: Position, eventId: string, key: string]

/** Encrypts what is kept, each time with a key of its own: documents hold personal data in plain. */
export type SnapshotCipher = {
  /** A new key, as it is kept in the file, and what encrypts by it. `place` is bound to what it encrypts. */
  fresh(): { readonly wrapped: string; encrypt(place: string, bytes: Uint8Array): Buffer }
  /** @returns throws for what is damaged, or stands in another place @throws Error when the key is not its own */
  opened(wrapped: string): (place: string, bytes: Uint8Array) => Buffer
}

/**
 * Read models in memory, kept in a file from one start to the next, so that a start folds only the events that came
 * since.
 *
 * The file is a copy and may be deleted at any time. A file of another log, of other code, or a damaged one is not
 * used: the log is then folded from its first event.
 */
export type ReadModelSnapshot = {
  /** Fills an empty store with the documents and checkpoints of the file. @returns whether the file could be used */
  restore(): Promise<boolean>
  /**
   * Writes the store's documents to a new file, between other work, and replaces the old file when it is whole.
   *
   * @param atLeast does nothing while the log has fewer new events than this
   * @param signal ends the writing; the old file stays
   */
  save(options?: { readonly atLeast?: number; readonly signal?: AbortSignal }): Promise<void>
  /** Removes what was kept, and keeps the store again as it stands now. */
  renew(): Promise<void>
}

/**
 * @param options.code hash of the code that folds: documents made by other code are not used
 * @param options.readStore filled by the projections alone
 */
export function readModelSnapshot(options: {
  readonly file: string
  readonly code: string
  readonly readStore: MemoryReadStore
  readonly store: EventStore
  readonly cipher: SnapshotCipher
  readonly log: Log
}): ReadModelSnapshot {
  const { file, code, readStore, store, cipher, log } = options
  let keptTo: Position = START
  let last: Promise<void> = Promise.resolve()

  /** The event at a position; positions have no gap in the log of one process. */
  async function eventAt(position: Position): Promise<string | null> {
    const { events } = await store.readAll(positionOf(BigInt(position) - 1n), { limit: 1 })
    return events[0]?.position === position ? events[0].id : null
  }

  /** @param filled gets each collection that something is written to */
  async function fill(db: Database.Database, filled: Collection<Doc>[]): Promise<Position> {
    const origin = db.prepare('SELECT code, position, event_id, key FROM origin').raw().get() as Origin | undefined
    if (origin === undefined) throw new Unfit('it is not whole')
    const [madeBy, position, eventId, key] = origin
    if (madeBy !== code) throw new Unfit('other code made it')
    if ((await eventAt(position)) !== eventId) throw new Unfit('it was made from another log')
    const decrypt = cipher.opened(key)
    const rows = db.prepare('SELECT body FROM documents WHERE collection = ? ORDER BY rowid').pluck()
    const collections = db.prepare('SELECT name, position, documents FROM collections').raw().all() as [
      name: string,
      position: Position,
      documents: number,
    ][]
    for (const [name, , documents] of collections) {
      const collection = readStore.collection<Doc>(name)
      filled.push(collection)
      let found = 0
      let row = 0
      for (const body of rows.iterate(name) as IterableIterator<Buffer>) {
        const some = JSON.parse(decrypt(placeOf(name, row++), body).toString()) as Stored<Doc>[] // it opened: it was written here
        await collection.apply(some.map((doc) => ({ id: doc._id, ifPos: null, doc })))
        found += some.length
        await nextTurn()
      }
      if (found !== documents) throw new Unfit(`${found} of ${documents} documents of ${name} are there`)
    }
    for (const [name, to] of collections) await readStore.checkpoints.advance(name, START, to)
    return position
  }

  async function write(signal?: AbortSignal): Promise<Position> {
    // Before the documents: one that changes while they are written is newer than its checkpoint, and folding passes
    // over what is in it.
    const contents = readStore.contents()
    let furthest = furthestOf(contents)
    const fresh = `${file}.new`
    rmSync(fresh, { force: true })
    const db = new Database(fresh)
    try {
      // Nothing is lost with it: what a power cut leaves half written does not decrypt.
      db.pragma('journal_mode = OFF')
      db.pragma('synchronous = OFF')
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.exec(SCHEMA)
      db.exec('BEGIN')
      const insert = db.prepare('INSERT INTO documents VALUES (?, ?)')
      const key = cipher.fresh()
      for (const content of contents) {
        const { name, position } = content
        let documents = 0
        let row = 0
        for (const some of pagesOf(content.documents(), ROW_DOCUMENTS)) {
          insert.run(name, key.encrypt(placeOf(name, row++), Buffer.from(JSON.stringify(some))))
          for (const { _pos } of some) if (_pos > furthest) furthest = _pos
          documents += some.length
          await nextTurn()
          signal?.throwIfAborted()
        }
        db.prepare('INSERT INTO collections VALUES (?, ?, ?)').run(name, position, documents)
      }
      const eventId = await eventAt(furthest)
      if (eventId === null) throw new Error(`The log has no event at ${furthest}, which a read model holds`)
      db.prepare('INSERT INTO origin VALUES (?, ?, ?, ?)').run(
        ...([code, furthest, eventId, key.wrapped] satisfies Origin),
      )
      db.exec('COMMIT')
      db.close()
      renameSync(fresh, file)
    } finally {
      db.close()
      rmSync(fresh, { force: true })
    }
    return furthest
  }

  return {
    async restore() {
      if (!existsSync(file)) return false
      const filled: Collection<Doc>[] = []
      let db: Database.Database | undefined
      try {
        db = new Database(file, { readonly: true, fileMustExist: true })
        keptTo = await fill(db, filled)
        return true
      } catch (error) {
        for (const collection of filled) await collection.drop()
        log.info(
          { file, reason: error instanceof Error ? error.message : String(error) },
          'The kept read models are passed over, and the log is folded from its beginning',
        )
        return false
      } finally {
        db?.close()
      }
    },
    save({ atLeast = 1, signal } = {}) {
      // One after the other: they write the same file.
      last = last.then(async () => {
        try {
          if (BigInt(furthestOf(readStore.contents())) - BigInt(keptTo) >= BigInt(atLeast)) keptTo = await write(signal)
        } catch (error) {
          log.warn({ err: error, file }, 'The read models could not be kept; the next start folds more of the log')
        }
      })
      return last
    },
    renew() {
      last = last.then(async () => {
        rmSync(file, { force: true })
        keptTo = START
        try {
          if (furthestOf(readStore.contents()) !== START) keptTo = await write()
        } catch (error) {
          log.warn({ err: error, file }, 'The read models could not be kept; the next start folds the whole log')
        }
      })
      return last
    },
  }
}

const placeOf = (collection: string, row: number): string => `${collection} ${row}`

const furthestOf = (contents: readonly Content[]): Position =>
  contents.reduce((furthest, { position }) => (position > furthest ? position : furthest), START)

/** Why the file cannot be used. It is logged and does not stop the start. */
class Unfit extends Error {
  override readonly name = 'Unfit'
}

function* pagesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let page: T[] = []
  for (const item of items) {
    page.push(item)
    if (page.length < size) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
