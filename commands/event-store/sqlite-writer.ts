import { Worker } from 'node:worker_threads'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/event-store.ts'
import { EventStoreDamaged, type Standing, messageOf } from './sqlite-file.ts'
import type { Row } from './sqlite-row.ts'
import type { Outcome, Task, Verdict } from './sqlite-writer-thread.ts'

/** The one that writes to the file. Its thread waits for the disk; the caller's goes on. */
export type SqliteWriter = {
  /** What the check found, in a writer that was asked for one. @throws EventStoreDamaged · StoreUnavailable when it is closed before */
  readonly checked: Promise<Standing>
  /**
   * Commits rows, one behind the other, durably; in the order in which it is called, also before the last call was answered. What
   * follows a write that failed fails too, as it stands behind what is not there.
   *
   * @throws StoreUnavailable when nothing was written · AppendOutcomeUnknown after which nothing is written any more
   */
  write(rows: readonly Row[number][]): Promise<void>
  /** Ends once what was asked for is written; at once when the check is still on. */
  close(): Promise<void>
}

type Waiting = { readonly resolve: () => void; readonly reject: (error: Error) => void }

export function openSqliteWriter(task: Task): SqliteWriter {
  const { file } = task
  const thread = new Worker(new URL('sqlite-writer-thread.ts', import.meta.url), { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  const waiting: Waiting[] = []
  let checking = task.check
  let gone: Error | null = null
  let settle: { readonly resolve: (standing: Standing) => void; readonly reject: (error: Error) => void }
  const checked = new Promise<Standing>((resolve, reject) => (settle = { resolve, reject }))
  checked.catch(() => {}) // told to whoever asks
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))

  /** Nothing keeps the process alive but what is to be written. */
  const rest = (): void => {
    if (waiting.length === 0 && !checking) thread.unref()
  }
  const lost = (cause?: unknown): void => {
    const why = cause === undefined ? 'it was closed' : messageOf(cause)
    gone = new StoreUnavailable(`The event log ${file} takes nothing more until it is reopened: ${why}.`, { cause })
    settle.reject(
      cause === undefined
        ? new StoreUnavailable(`The event log ${file} was closed before it was checked.`)
        : new Error(`The event log ${file} could not be checked: ${why}`, { cause }),
    )
    for (const { reject } of waiting.splice(0)) reject(new AppendOutcomeUnknown(`The thread that writes to ${file} ended: ${why}`, { cause }))
  }
  thread.once('error', lost)
  thread.once('exit', () => gone ?? lost())
  thread.on('message', (told: Verdict | Outcome) => {
    if (typeof told === 'object' && 'standing' in told) settle.resolve(told.standing)
    else if (typeof told === 'object' && 'damage' in told) settle.reject(new EventStoreDamaged(file, told.damage))
    else {
      const { resolve, reject } = waiting.shift() as Waiting // each order is answered once
      if (told === 'written') resolve()
      else if (told.written === 'nothing') reject(new StoreUnavailable(`Nothing was written: ${told.failed}`))
      else reject(new AppendOutcomeUnknown(`The commit failed: ${told.failed}`))
    }
    checking = false
    rest()
  })
  rest()

  return {
    checked,
    write(rows) {
      if (gone) return Promise.reject(gone)
      if (waiting.length === 0) thread.ref()
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        thread.postMessage(rows)
      })
    },
    async close() {
      if (checking) await thread.terminate()
      else {
        thread.ref()
        thread.postMessage('close')
      }
      await ended
    },
  }
}
