import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { Verdict } from './sqlite-check-thread.ts'
import { EventStoreDamaged, messageOf } from './sqlite-file.ts'

/**
 * A check that runs on another thread while the log is read. `head` is the last position, once all
 * is found sound.
 */
export type CheckBeside = { readonly head: Promise<number>; stop(): Promise<unknown> }

/** Runs `check` on a thread of its own. Damage rejects with `EventStoreDamaged`. */
export function checkBeside(file: string): CheckBeside {
  const thread = new Worker(new URL('sqlite-check-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const head = new Promise<number>((resolve, reject) => {
    thread.once('message', (verdict: Verdict) =>
      'damage' in verdict
        ? reject(new EventStoreDamaged(file, verdict.damage))
        : resolve(verdict.head),
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
  head.catch(() => {}) // the one who opens the log gets the error
  return { head, stop: () => thread.terminate() }
}

/**
 * A check that began before the log was opened. It is made again where another process has written
 * meanwhile.
 *
 * @param head last position at the time of the lock
 */
export function checkedTo(head: number, file: string, begun: CheckBeside): CheckBeside {
  let after: CheckBeside | undefined
  return {
    head: begun.head.then((checked) =>
      checked === head ? checked : (after = checkBeside(file)).head,
    ),
    stop: () => Promise.all([begun.stop(), after?.stop()]),
  }
}
