import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createFairQueue, type Order } from '#commands/kernel/fair-queue.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { PressRequest, PressResult } from './press-process.ts'
import type { Manuscript } from './typesetter.ts'

/**
 * Sets papers in processes of their own, so that requests are answered meanwhile. A bill takes 10
 * ms. A long paper, or a process's first one, takes 100 ms and more. An idle process does not keep
 * the product alive. Owners take turns, and the paper of an issued bill goes before a preview.
 *
 * Typst keeps 75 kB of each paper, so a process ends after some thousands of them. A paper whose
 * process dies is set once more by another one.
 */
export type Press = {
  /** @param make called when it is the order's turn; bytes that it answers are taken as they are */
  print(order: Order, make: () => Promise<Manuscript | Uint8Array>): Promise<Uint8Array>
  /** Starts a process, so that the next paper need not wait for it. */
  readonly warm: () => void
  close(): Promise<void>
}

export const busyRefusal = catalogue({ PAPER_BUSY: 'too-many' })
/**
 * Papers of one owner that wait at most. A user looks at a few at once, and issues the bills of a
 * month together.
 */
const PER_OWNER = { final: 64, preview: 8 }
const WAIT_MS = 30_000
/**
 * A drawing that takes longer has hung: its process is ended, and the next paper starts another.
 */
const DRAWING_MS = 30_000
/** Papers that a process sets before another takes its place: some 200 MB of what Typst keeps. */
const PAPERS_A_PROCESS = 2_500
/** Processes beside the one that answers requests. */
const PROCESSES = Math.max(1, Math.min(4, availableParallelism() - 1))

type Waiter = {
  readonly id: number
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}
/** Paper of a process that ended without having set it. */
class Lost extends Error {}

const begin = (): ChildProcess =>
  fork(new URL('press-process.ts', import.meta.url), {
    // Bytes go as bytes; the environment holds secrets, which setting papers needs none of.
    serialization: 'advanced',
    env: {},
    execArgv: [],
  })

export type PressOptions = {
  readonly drawingMs?: number
  readonly papersAProcess?: number
  readonly processes?: number
  readonly start?: () => ChildProcess
}

export function startPress({
  drawingMs = DRAWING_MS,
  papersAProcess = PAPERS_A_PROCESS,
  processes = PROCESSES,
  start = begin,
}: PressOptions = {}): Press {
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => busyRefusal('PAPER_BUSY'),
    atOnce: processes,
  })
  let orders = 0
  let isClosed = false
  const setters = Array.from({ length: processes }, () => setter())

  /** One place for a process, with at most one paper at a time. */
  function setter() {
    let child: ChildProcess | null = null
    let papers = 0
    let waiting: Waiter | null = null

    const settle = (act: (waiter: Waiter) => void): void => {
      const waiter = waiting
      waiting = null
      child?.unref()
      child?.channel?.unref()
      if (waiter) act(waiter)
    }
    const leave = (): ChildProcess | null => {
      const left = child
      child = null
      papers = 0
      return left
    }
    function running(): ChildProcess {
      if (child) return child
      const started = start()
      started.on('message', (result: PressResult) => {
        if (child !== started || result.id !== waiting?.id) return
        settle((waiter) =>
          'bytes' in result
            ? waiter.resolve(result.bytes)
            : waiter.reject(new Error(`The paper could not be drawn: ${result.failure}`)),
        )
      })
      const lost = (why: string) => {
        if (child !== started) return
        leave()
        settle((waiter) => waiter.reject(new Lost(`The drawing process ended with ${why}`)))
      }
      started.on('error', (error) => lost(error.message))
      started.on('exit', (code, signal) => lost(String(signal ?? code)))
      started.unref()
      started.channel?.unref()
      return (child = started)
    }

    return {
      isIdle: () => waiting === null,
      warm: () => void running(),
      async draw(manuscript: Manuscript): Promise<Uint8Array> {
        const id = ++orders
        const worker = running()
        const drawn = new Promise<Uint8Array>((resolve, reject) => {
          waiting = { id, resolve, reject }
        })
        worker.ref()
        worker.channel?.ref()
        worker.send({
          id,
          manuscript: { ...manuscript, template: manuscript.template.href },
        } satisfies PressRequest)
        const timer = setTimeout(() => {
          leave()?.kill('SIGKILL')
          settle((waiter) =>
            waiter.reject(new Error(`The paper was not drawn within ${drawingMs} ms`)),
          )
        }, drawingMs)
        try {
          return await drawn
        } finally {
          clearTimeout(timer)
          if (child === worker && ++papers >= papersAProcess) {
            leave()?.kill()
            running()
          }
        }
      },
      close(): void {
        leave()?.kill()
        settle((waiter) => waiter.reject(new Error('The press is closed')))
      },
    }
  }

  async function draw(manuscript: Manuscript): Promise<Uint8Array> {
    const free = setters.find(({ isIdle }) => isIdle())
    if (free === undefined || isClosed) throw new Error('The press is closed')
    try {
      return await free.draw(manuscript)
    } catch (error) {
      if (!(error instanceof Lost) || isClosed) throw error
      return free.draw(manuscript)
    }
  }

  return {
    print: (order, make) =>
      queue.run(order, async () => {
        const made = await make()
        return made instanceof Uint8Array ? made : draw(made)
      }),
    warm: () => setters[0]?.warm(),
    async close() {
      isClosed = true
      for (const one of setters) one.close()
    },
  }
}
