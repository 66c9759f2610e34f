import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { DrawnPicture, SentPicture } from './pictures.ts'
import type { DrawRequest, DrawResult } from './picture-drawer-thread.ts'

/** Pictures of one owner that wait at most. */
const PER_OWNER = { final: 12, preview: 0 }
const WAIT_MS = 20_000
/** A thread without a picture for so long ends: decoders and canvas hold some 60 MB. */
const REST_MS = 120_000

type Waiter = {
  readonly resolve: (drawn: DrawnPicture | null) => void
  readonly reject: (error: Error) => void
}

/**
 * Decodes and draws pictures on a thread of their own. A picture of 16 million pixels takes 64 MB
 * and a second, in which no request would be answered. Owners take turns. The thread starts by
 * need, ends after a rest, and does not keep the process alive.
 */
function pictureDrawer() {
  const busy = () => refusal('TOO_MANY_REQUESTS', { seconds: 5 })
  const queue = createFairQueue({ perOwner: PER_OWNER, waitMs: WAIT_MS, busy })
  const waiting = new Map<number, Waiter>()
  let thread: Worker | null = null
  let requests = 0

  let rest: NodeJS.Timeout | undefined
  const restLater = (): void => {
    thread?.unref()
    clearTimeout(rest)
    rest = setTimeout(() => {
      if (waiting.size > 0) return
      void thread?.terminate()
      thread = null
    }, REST_MS).unref()
  }
  const settle = (id: number, act: (waiter: Waiter) => void): void => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) restLater()
    if (waiter) act(waiter)
  }
  const lost = (error: Error): void => {
    thread = null
    for (const id of waiting.keys()) settle(id, (waiter) => waiter.reject(error))
  }
  const running = (): Worker => {
    if (thread) return thread
    const started = new Worker(new URL('picture-drawer-thread.ts', import.meta.url))
    started.on('message', ({ id, drawn }: DrawResult) =>
      settle(id, (waiter) =>
        waiter.resolve(drawn && { ...drawn, bytes: Buffer.from(drawn.bytes) }),
      ),
    )
    started.on(
      'error',
      (error) =>
        thread === started && lost(error instanceof Error ? error : new Error(String(error))),
    )
    started.on(
      'exit',
      (code) => thread === started && lost(new Error(`The thread of pictures ended with ${code}`)),
    )
    return (thread = started)
  }

  const draw = (picture: SentPicture): Promise<DrawnPicture | null> =>
    new Promise((resolve, reject) => {
      const id = ++requests
      waiting.set(id, { resolve, reject })
      const worker = running()
      worker.ref()
      worker.postMessage({ id, ...picture } satisfies DrawRequest)
    })

  return (owner: string, picture: SentPicture) =>
    queue.run({ owner, urgency: 'final' }, () => draw(picture))
}

/**
 * @returns null for what is no picture @throws TOO_MANY_REQUESTS when too many of this owner's
 * pictures wait
 */
export const drawnAnew = pictureDrawer()
