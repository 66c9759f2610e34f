import Database from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { START, type Position, positionOf } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Collection, Doc, Stored } from '#domain/kernel/ports/read-store.ts'
import type { Content, MemoryReadStore } from './memory.ts'

/** Documents in one row. After each row other work of the process gets a turn. */
const ROW_DOCUMENTS = 250
/** `CRNR`, in the file's header. */
const APPLICATION_ID = 0x43_52_4e_52
const SCHEMA = `
  CREATE TABLE origin (code TEXT NOT NULL, position TEXT NOT NULL, event_id TEXT NOT NULL, key TEXT NOT NULL) STRICT;
  CREATE TABLE collections (name TEXT PRIMARY KEY, position TEXT NOT NULL, documents INTEGER NOT NULL) STRICT;
  CREATE TABLE documents (collection TEXT NOT NULL, body BLOB NOT NULL) STRICT;
`
/**
 * Last event that any document holds, hash of the code that folded it, and wrapped key of the
 * documents.
 */
type Origin = [code: string, position: Position, eventId: string, key: string]

/** Encrypts a snapshot, each with a key of its own: documents hold personal data in plain. */
export type SnapshotCipher = {
  /**
   * A new key, wrapped for the file, and its encryption. `place` is bound to the encrypted bytes.
   */
  fresh(): Promise<{ readonly wrapped: string; encrypt(place: string, bytes: Uint8Array): Buffer }>
  /**
   * @returns a decryption that throws for damaged bytes or another place @throws Error when the key
   * cannot be unwrapped
   */
  opened(wrapped: string): Promise<(place: string, bytes: Uint8Array) => Buffer>
}

/**
 * Read models in memory, saved in a file, so that the next start folds only the events since.
 *
 * The file is a copy and may be deleted at any time. A damaged file, or one of another log or code,
 * is not used. The log is then folded from its first event.
 */
export type ReadModelSnapshot = {
  /**
   * Fills an empty store with the file's documents and checkpoints. @returns whether the file could
   * be used
   */
  restore(): Promise<boolean>
  /**
   * Writes the store's documents to a new file, between other work, and replaces the old file when
   * it is complete.
   *
   * @param atLeast does nothing while the log has fewer new events than this
   * @param signal ends the writing; the old file stays
   */
  save(options?: { readonly atLeast?: number; readonly signal?: AbortSignal }): Promise<void>
  /** Removes the file, and saves the present read models again. */
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

  /** @param filled receives each collection that gets documents */
  async function fill(db: Database.Database, filled: Collection<Doc>[]): Promise<Position> {
    const origin = db.prepare('SELECT code, position, event_id, key FROM origin').raw().get() as
      | Origin
      | undefined
    if (origin === undefined) throw new Unfit('it is not whole')
    const [madeBy, position, eventId, key] = origin
    if (madeBy !== code) throw new Unfit('other code made it')
    if ((await eventAt(position)) !== eventId) throw new Unfit('it was made from another log')
    const decrypt = await cipher.opened(key)
    const rows = db
      .prepare('SELECT body FROM documents WHERE collection = ? ORDER BY rowid')
      .pluck()
    const collections = db
      .prepare('SELECT name, position, documents FROM collections')
      .raw()
      .all() as [name: string, position: Position, documents: number][]
    for (const [name, , documents] of collections) {
      const collection = readStore.collection<Doc>(name)
      filled.push(collection)
      let found = 0
      let row = 0
      for (const body of rows.iterate(name) as IterableIterator<Buffer>) {
        // decrypted with the file's key, so this process's code wrote it
        const some = JSON.parse(decrypt(placeOf(name, row++), body).toString()) as Stored<Doc>[]
        await collection.apply(some.map((doc) => ({ id: doc._id, ifPos: null, doc })))
        found += some.length
        await nextTurn()
      }
      if (found !== documents)
        throw new Unfit(`${found} of ${documents} documents of ${name} are there`)
    }
    for (const [name, to] of collections) await readStore.checkpoints.advance(name, START, to)
    return position
  }

  async function write(signal?: AbortSignal): Promise<Position> {
    // Checkpoints are read before the documents. A document that changes meanwhile is newer than
    // its checkpoint, and folding skips the events it holds.
    const contents = readStore.contents()
    let furthest = furthestOf(contents)
    const fresh = `${file}.new`
    rmSync(fresh, { force: true })
    const db = new Database(fresh)
    try {
      // No journal: a file that a power cut left incomplete does not decrypt, and loses nothing.
      db.pragma('journal_mode = OFF')
      db.pragma('synchronous = OFF')
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.exec(SCHEMA)
      db.exec('BEGIN')
      const insert = db.prepare('INSERT INTO documents VALUES (?, ?)')
      const key = await cipher.fresh()
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
      if (eventId === null)
        throw new Error(`The log has no event at ${furthest}, which a read model holds`)
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
      // One after the other: all write the same file.
      last = last.then(async () => {
        try {
          if (BigInt(furthestOf(readStore.contents())) - BigInt(keptTo) >= BigInt(atLeast))
            keptTo = await write(signal)
        } catch (error) {
          log.warn(
            { err: error, file },
            'The read models could not be kept; the next start folds more of the log',
          )
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
          log.warn(
            { err: error, file },
            'The read models could not be kept; the next start folds the whole log',
          )
        }
      })
      return last
    },
  }
}

const placeOf = (collection: string, row: number): string => `${collection} ${row}`

const furthestOf = (contents: readonly Content[]): Position =>
  contents.reduce((furthest, { position }) => (position > furthest ? position : furthest), START)

/** Why the file cannot be used. It is logged, and the start goes on. */
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
