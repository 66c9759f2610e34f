import { Worker } from 'node:worker_threads'
import { createFairQueue, type Order } from '#commands/kernel/fair-queue.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { PressRequest, PressResult } from './press-thread.ts'
import type { Manuscript } from './typesetter.ts'

/**
 * Sets papers on a thread of its own, so that requests are answered meanwhile. A bill takes 10 ms. One of many pages,
 * or the first one, takes 100 ms and more. The thread starts with the first paper. An idle thread does not keep the
 * process alive. Owners take turns, and a bill that is issued goes before a preview.
 */
export type Press = {
  /** @param make called when it is the order's turn; bytes that it answers are taken as they are */
  print(order: Order, make: () => Promise<Manuscript | Uint8Array>): Promise<Uint8Array>
  close(): Promise<void>
}

const busyRefusal = catalogue({ PAPER_BUSY: 'too-many' })
/** Papers of one owner that wait at most. A user looks at a few at once, and issues the bills of a month together. */
const PER_OWNER = { final: 64, preview: 8 }
const WAIT_MS = 30_000
/** A drawing that takes longer has hung: its thread is ended, and the next paper starts another. */
const DRAWING_MS = 30_000

type Waiter = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }

export function startPress(drawingMs = DRAWING_MS): Press {
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => busyRefusal('PAPER_BUSY'),
  })
  let waiting: (Waiter & { readonly id: number }) | null = null
  let thread: Worker | null = null
  let orders = 0

  const settle = (act: (waiter: Waiter) => void): void => {
    const waiter = waiting
    waiting = null
    thread?.unref()
    if (waiter) act(waiter)
  }
  /** When the thread dies, the paper it was given fails; the next one starts another thread. */
  const lost = (error: Error): void => {
    thread = null
    settle((waiter) => waiter.reject(error))
  }
  const running = (): Worker => {
    if (thread) return thread
    const started = new Worker(new URL('press-thread.ts', import.meta.url))
    started.on('message', (result: PressResult) => {
      if (result.id !== waiting?.id) return
      settle((waiter) =>
        'bytes' in result
          ? waiter.resolve(result.bytes)
          : waiter.reject(new Error(`The paper could not be drawn: ${result.failure}`)),
      )
    })
    started.on(
      'error',
      (error) => thread === started && lost(error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', (code) => thread === started && lost(new Error(`The drawing thread ended with ${code}`)))
    return (thread = started)
  }

  async function draw(manuscript: Manuscript): Promise<Uint8Array> {
    const id = ++orders
    const drawn = new Promise<Uint8Array>((resolve, reject) => {
      waiting = { id, resolve, reject }
      const worker = running()
      worker.ref()
      worker.postMessage({
        id,
        manuscript: { ...manuscript, template: manuscript.template.href },
      } satisfies PressRequest)
    })
    const timer = setTimeout(() => {
      const hung = thread
      lost(new Error(`The paper was not drawn within ${drawingMs} ms`))
      void hung?.terminate()
    }, drawingMs)
    return drawn.finally(() => clearTimeout(timer))
  }

  return {
    print: (order, make) =>
      queue.run(order, async () => {
        const made = await make()
        return made instanceof Uint8Array ? made : draw(made)
      }),
    async close() {
      const ending = thread
      thread = null
      await ending?.terminate()
      settle((waiter) => waiter.reject(new Error('The press is closed')))
    },
  }
}
