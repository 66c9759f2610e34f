import { Worker } from 'node:worker_threads'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/event-store.ts'
import { messageOf } from './sqlite-file.ts'
import type { Row } from './sqlite-row.ts'
import type { Outcome } from './sqlite-writer-thread.ts'

/** The one that writes to the file. Its thread waits for the disk; the caller's goes on. */
export type SqliteWriter = {
  /**
   * Commits rows, one behind the other, durably; in the order in which it is called, also before the last call was answered. What
   * follows a write that failed fails too, as it stands behind what is not there.
   *
   * @throws StoreUnavailable when nothing was written · AppendOutcomeUnknown after which nothing is written any more
   */
  write(rows: readonly Row[number][]): Promise<void>
  /** Ends once what was asked for is written. */
  close(): Promise<void>
}

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
    gone = new StoreUnavailable(`The event log ${file} takes nothing more until it is reopened: ${why}.`, { cause })
    for (const { reject } of waiting.splice(0))
      reject(new AppendOutcomeUnknown(`The thread that writes to ${file} ended: ${why}`, { cause }))
  }
  thread.once('error', lost)
  thread.once('exit', () => gone ?? lost())
  thread.on('message', (outcome: Outcome) => {
    const { resolve, reject } = waiting.shift() as Waiting // each order is answered once
    if (waiting.length === 0) thread.unref()
    if (outcome === 'written') resolve()
    else if (outcome.written === 'nothing') reject(new StoreUnavailable(`Nothing was written: ${outcome.failed}`))
    else reject(new AppendOutcomeUnknown(`The commit failed: ${outcome.failed}`))
  })
  // Nothing keeps the process alive but what is to be written.
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
