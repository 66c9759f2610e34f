import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { EventStoreDamaged, check } from './sqlite-file.ts'

/** The thread's one answer. Any other failure ends the thread with its error. */
export type Verdict = { readonly head: number } | { readonly damage: string }

const file = String(workerData)
const db = new Database(file, { readonly: true, fileMustExist: true })
try {
  parentPort?.postMessage({ head: check(db, file) } satisfies Verdict)
} catch (error) {
  if (!(error instanceof EventStoreDamaged)) throw error
  parentPort?.postMessage({ damage: error.what } satisfies Verdict)
} finally {
  db.close()
}
