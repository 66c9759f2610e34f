import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { messageOf, openAgain } from './sqlite-file.ts'
import { LOG_REPLACED, watchLogFile } from './sqlite-file-watch.ts'
import { COLUMNS, type Row } from './sqlite-row.ts'

/** Rows to commit together, flattened into one array; or `close`. */
export type Order = readonly Row[number][] | 'close'
/** The answer to each order, in order. */
export type Outcome =
  | 'written'
  | {
      readonly failed: string
      /** SQLite's name of the failure; empty for any other. */
      readonly code: string
      readonly written: 'nothing' | 'unknown'
    }

const file = String(workerData)
const db = openAgain(file)
const begin = db.prepare('BEGIN IMMEDIATE')
const insert = db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`)
const commit = db.prepare('COMMIT')
const rollback = db.prepare('ROLLBACK')
let head = Number(db.prepare('SELECT ifnull(max(position), 0) FROM events').pluck().get())
const watched = watchLogFile(file)
let stuck: string | null = null
let stuckCode = ''

function write(rows: readonly Row[number][]): Outcome {
  try {
    const change = stuck === null ? watched.change() : null
    if (change !== null) {
      stuck = `${change} while the product runs. Stop the product and put the right file back`
      stuckCode = LOG_REPLACED
    }
  } catch (error) {
    return { failed: messageOf(error), code: codeOf(error), written: 'nothing' }
  }
  if (stuck !== null) return { failed: stuck, code: stuckCode, written: 'nothing' }
  // Rows that were sent before the failure of the previous ones was known.
  if (rows[0] !== head + 1)
    return { failed: 'what was to come before it was not written', code: '', written: 'nothing' }
  try {
    begin.run()
    for (let at = 0; at < rows.length; at += 5)
      insert.run(rows[at], rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4])
  } catch (error) {
    undo()
    return { failed: messageOf(error), code: codeOf(error), written: 'nothing' }
  }
  try {
    commit.run()
  } catch (error) {
    undo()
    // A full disk fails before the commit's last page is written. After any other failure the
    // commit may be on the disk, and the page cache can no longer be trusted.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')
      return { failed: messageOf(error), code: codeOf(error), written: 'nothing' }
    stuck = `a commit failed (${messageOf(error)})`
    return { failed: messageOf(error), code: codeOf(error), written: 'unknown' }
  }
  head += rows.length / 5
  watched.note()
  return 'written'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

function undo(): void {
  if (db.inTransaction) rollback.run() // SQLite rolls back by itself after some errors
  watched.note()
}

parentPort?.on('message', (order: Order) => {
  if (order !== 'close') return parentPort?.postMessage(write(order))
  db.close()
  parentPort?.close()
})
