import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { messageOf, openAgain } from './sqlite-file.ts'
import { COLUMNS, type Row } from './sqlite-row.ts'

export type Task = {
  readonly file: string /** Whether all that is there is read before anything is written. */
  readonly check: boolean
}
/** Rows one behind the other, to be committed at once; or the end. */
export type Order = readonly Row[number][] | 'close'
/** What is told of each order, in turn. */
export type Outcome = 'written' | { readonly failed: string; readonly written: 'nothing' | 'unknown' }

const db = openAgain(String(workerData))
const begin = db.prepare('BEGIN IMMEDIATE')
const insert = db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`)
const commit = db.prepare('COMMIT')
const rollback = db.prepare('ROLLBACK')
let head = Number(db.prepare('SELECT ifnull(max(position), 0) FROM events').pluck().get())
let stuck: string | null = null

function write(rows: readonly Row[number][]): Outcome {
  if (stuck !== null) return { failed: stuck, written: 'nothing' }
  // Sent on before it was known that what is in front of it failed.
  if (rows[0] !== head + 1) return { failed: 'what was to come before it was not written', written: 'nothing' }
  try {
    begin.run()
    for (let at = 0; at < rows.length; at += 5)
      insert.run(rows[at], rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4])
  } catch (error) {
    undo()
    return { failed: messageOf(error), written: 'nothing' }
  }
  try {
    commit.run()
  } catch (error) {
    undo()
    // A full disk is found before the commit's last page; any other failure may have left the commit behind, and the page cache can no longer be trusted.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')
      return { failed: messageOf(error), written: 'nothing' }
    stuck = `a commit failed (${messageOf(error)})`
    return { failed: messageOf(error), written: 'unknown' }
  }
  head += rows.length / 5
  return 'written'
}

function undo(): void {
  if (db.inTransaction) rollback.run() // SQLite has rolled back by itself after some errors
}

parentPort?.on('message', (order: Order) => {
  if (order !== 'close') return parentPort?.postMessage(write(order))
  db.close()
  parentPort?.close()
})
