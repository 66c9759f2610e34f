import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Verdict } from './sqlite-check-thread.ts'
import { EventStoreDamaged, type Standing, messageOf } from './sqlite-file.ts'

/** A check that runs on another thread while the log is read. */
export type CheckBeside = { readonly standing: Promise<Standing>; stop(): Promise<unknown> }

type CheckThread = { readonly worker: Worker; readonly check: CheckBeside }

/** A check that began before the log was opened. */
let ahead: (CheckThread & { readonly file: string }) | null = null

/**
 * Begins a check of a log that this process will open, while its code is loaded. An absent file
 * has none. The thread keeps no process alive until the log is opened.
 */
export function checkAhead(file: string): void {
  if (!existsSync(file)) return
  ahead = { file, ...begin(file) }
  ahead.worker.unref()
}

/**
 * Runs `check` on a thread of its own. Damage rejects with `EventStoreDamaged`.
 *
 * @param head last position at the time of the lock; a check that saw another one is made again
 */
export function checkBeside(file: string, head: number): CheckBeside {
  const begun = ahead?.file === file ? ahead : null
  ahead = null
  if (!begun) return begin(file).check
  begun.worker.ref()
  let after: CheckBeside | undefined
  return {
    standing: begun.check.standing.then((standing) =>
      standing.head === head ? standing : (after = begin(file).check).standing,
    ),
    stop: async () => Promise.all([begun.check.stop(), after?.stop()]),
  }
}

function begin(file: string): CheckThread {
  const thread = new Worker(new URL('sqlite-check-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const standing = new Promise<Standing>((resolve, reject) => {
    thread.once('message', (verdict: Verdict) =>
      'damage' in verdict
        ? reject(new EventStoreDamaged(file, verdict.damage))
        : resolve(verdict.standing),
    )
    thread.once('error', (error) =>
      reject(
        new Error(`The event log ${file} could not be checked: ${messageOf(error)}`, {
          cause: error,
        }),
      ),
    )
    thread.once('exit', () =>
      reject(new StoreUnavailable(`The event log ${file} was closed before it was checked.`)),
    )
  })
  standing.catch(() => {}) // the one who opens the log gets the error
  return { worker: thread, check: { standing, stop: () => thread.terminate() } }
}
