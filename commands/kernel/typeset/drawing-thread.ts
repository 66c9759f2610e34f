import { Worker } from 'node:worker_threads'
import { catalogue } from '#domain/kernel/errors.ts'

/** An owner has too many papers waiting. */
export const paperRefusal = catalogue({ PAPER_BUSY: 'too-many' })

/** An order to the thread, and what it delivers. */
export type Drawing<O> = { readonly id: number; readonly order: O }
export type Drawn = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

/** A drawing that takes longer has hung: its thread is ended, and the next paper starts another. */
const DRAWING_MS = 30_000

type Waiter = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }

/**
 * Draws papers on a thread of its own, one at a time, so that requests are answered meanwhile. The thread starts with
 * the first paper. An idle thread does not keep the process alive.
 *
 * @param module answers each `Drawing` by a `Drawn`, as `answerDrawings` does
 * @param paper what is drawn, for the messages of failures
 */
export function createDrawingThread<O>(module: URL, paper: string, drawingMs = DRAWING_MS) {
  let waiting: (Waiter & { readonly id: number }) | null = null
  let thread: Worker | null = null
  let orders = 0

  const settle = (act: (waiter: Waiter) => void): void => {
    const waiter = waiting
    waiting = null
    thread?.unref()
    if (waiter) act(waiter)
  }
  /** When the thread dies, the paper it was given fails; the next paper starts another thread. */
  const lost = (error: Error): void => {
    thread = null
    settle((waiter) => waiter.reject(error))
  }
  const running = (): Worker => {
    if (thread) return thread
    const started = new Worker(module)
    started.on('message', (delivery: Drawn) => {
      if (delivery.id !== waiting?.id) return
      settle((waiter) =>
        'bytes' in delivery
          ? waiter.resolve(delivery.bytes)
          : waiter.reject(new Error(`The ${paper} could not be drawn: ${delivery.failure}`)),
      )
    })
    started.on(
      'error',
      (error) => thread === started && lost(error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', (code) => thread === started && lost(new Error(`The drawing thread ended with ${code}`)))
    return (thread = started)
  }

  return {
    /** One paper; the caller asks for the next when this one is drawn. */
    async draw(order: O): Promise<Uint8Array> {
      const id = ++orders
      const drawn = new Promise<Uint8Array>((resolve, reject) => {
        waiting = { id, resolve, reject }
        const worker = running()
        worker.ref()
        worker.postMessage({ id, order } satisfies Drawing<O>)
      })
      const timer = setTimeout(() => {
        const hung = thread
        lost(new Error(`The ${paper} was not drawn within ${drawingMs} ms`))
        void hung?.terminate()
      }, drawingMs)
      return drawn.finally(() => clearTimeout(timer))
    },
    async close(): Promise<void> {
      const ending = thread
      thread = null
      await ending?.terminate()
      settle((waiter) => waiter.reject(new Error('The press is closed')))
    },
  }
}
