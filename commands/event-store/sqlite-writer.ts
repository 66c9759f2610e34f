import { Worker } from 'node:worker_threads'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { LOG_REPLACED } from './sqlite-file-watch.ts'
import { messageOf } from './sqlite-file.ts'
import type { Row } from './sqlite-row.ts'
import type { Outcome } from './sqlite-writer-thread.ts'

/** The log's only writer. Its thread waits for the disk, so that the caller's thread does not. */
export type SqliteWriter = {
  /**
   * Commits rows durably, in the order of the calls; a call may follow before the last one was
   * answered. When a write fails, the writes sent behind it fail too.
   *
   * @throws StoreUnavailable when nothing was written
   * @throws AppendOutcomeUnknown when it may have been written; every later write is refused
   */
  write(rows: readonly Row[number][]): Promise<void>
  /** Resolves once all pending writes are done. */
  close(): Promise<void>
}

/** The file of the log is not the one that was opened. Nothing more is written. */
export class LogReplaced extends StoreUnavailable {}

type Waiting = { readonly resolve: () => void; readonly reject: (error: Error) => void }

export function openSqliteWriter(file: string): SqliteWriter {
  const thread = new Worker(new URL('sqlite-writer-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const waiting: Waiting[] = []
  let gone: Error | null = null
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))

  const lost = (cause?: unknown): void => {
    const why = cause === undefined ? 'it was closed' : messageOf(cause)
    gone = new StoreUnavailable(
      `The event log ${file} takes nothing more until it is reopened: ${why}.`,
      { cause },
    )
    for (const { reject } of waiting.splice(0))
      reject(new AppendOutcomeUnknown(`The thread that writes to ${file} ended: ${why}`, { cause }))
  }
  thread.once('error', lost)
  thread.once('exit', () => gone ?? lost())
  thread.on('message', (outcome: Outcome) => {
    const { resolve, reject } = waiting.shift() as Waiting // every order has one answer
    if (waiting.length === 0) thread.unref()
    if (outcome === 'written') resolve()
    else if (outcome.code === LOG_REPLACED) {
      gone = new LogReplaced(outcome.failed)
      reject(gone)
    } else if (outcome.written === 'nothing')
      reject(
        new StoreUnavailable(`Nothing was written: ${outcome.failed}`, { cause: causeOf(outcome) }),
      )
    else
      reject(
        new AppendOutcomeUnknown(`The commit failed: ${outcome.failed}`, {
          cause: causeOf(outcome),
        }),
      )
  })
  // The thread keeps the process alive only while it has something to write.
  thread.unref()

  return {
    write(rows) {
      if (gone) return Promise.reject(gone)
      if (waiting.length === 0) thread.ref()
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        thread.postMessage(rows)
      })
    },
    async close() {
      thread.ref()
      thread.postMessage('close')
      await ended
    },
  }
}

/** The failure with its code, which says whether the disk caused it. */
const causeOf = ({ failed, code }: Exclude<Outcome, string>): Error =>
  Object.assign(new Error(failed), { code })
