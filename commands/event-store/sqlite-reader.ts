import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { type EventStore, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { sqliteReads } from './sqlite-reads.ts'
import { APPLICATION_ID } from './sqlite-row.ts'

/**
 * The log in one SQLite file, read-only, while another process may write to it. Its watchers are
 * never called, and it refuses appends.
 *
 * @throws Error when there is no event log at `file`
 */
export function openSqliteReader(file: string): EventStore {
  if (!existsSync(file)) throw new Error(`There is no event log at ${file}.`)
  const db = new Database(file, { readonly: true, fileMustExist: true })
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    db.close()
    throw new Error(`${file} is no event log.`)
  }
  const head = db.prepare('SELECT ifnull(max(position), 0) FROM events').pluck()
  const revision = db
    .prepare('SELECT ifnull(max(revision), -1) FROM events WHERE stream = ?')
    .pluck()
  const {
    readStream,
    readAll,
    readAllBackwards,
    head: headOf,
  } = sqliteReads(db, file, {
    head: () => Number(head.get()),
    revision: (stream) => Number(revision.get(stream)),
  })
  const refused = () =>
    Promise.reject(new StoreUnavailable(`The event log ${file} is open for reading alone.`))
  return {
    append: refused,
    appendAll: refused,
    readStream,
    readAll,
    readAllBackwards,
    watch: () => () => {},
    head: headOf,
    async close() {
      db.close()
    },
  }
}
