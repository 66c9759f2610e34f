import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { createFairQueue, type Order } from '#commands/kernel/fair-queue.ts'
import { paperRefusal } from '#domain/kernel/paper-size.ts'
import type { PressAnswer, PressRequest } from './press-process.ts'
import { previewBudget } from './preview-budget.ts'
import type { Manuscript } from './typesetter.ts'

/**
 * Sets papers in processes of their own, so that requests are answered meanwhile. A bill takes 10
 * ms. A long paper, or a process's first one, takes 100 ms and more. Processes start by need, end
 * after a rest, and do not keep the product alive. Owners take turns. The paper of an issued bill
 * goes before a preview, and no preview takes the last free process. Previews prefer processes
 * beside the first, which yield the processor to requests.
 *
 * Typst keeps 75 kB of each paper, so a process ends after some thousands of them. A paper whose
 * process dies is set once more by another one.
 */
export type Press = {
  /**
   * @param make called when it is the order's turn; bytes that it answers are taken as they are
   *
   * @throws PAPER_BUSY · PREVIEWS_SPENT · PAPER_TOO_SLOW for a preview above 5 seconds
   */
  print(order: Order, make: () => Promise<Manuscript | Uint8Array>): Promise<Uint8Array>
  /** Starts a process, so that the next paper need not wait for it. */
  readonly warm: () => void
  close(): Promise<void>
}

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
/** A preview that takes longer is given up: what is being written waits for none. */
const PREVIEW_MS = 5_000
/** A process that has not begun by then never will. */
const STARTING_MS = 30_000
/** A process without a paper for so long ends: it holds some 150 MB. */
const REST_MS = 120_000
/** Papers that a process sets before another takes its place: some 200 MB of what Typst keeps. */
const PAPERS_A_PROCESS = 2_500
/** Places for processes: one for previews, and one that stays free for what is issued. */
const PROCESSES = Math.max(2, Math.min(4, availableParallelism() - 1))

type Waiter = {
  readonly id: number
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
  /** Called when the process has begun: its time runs from then. */
  readonly begun: () => void
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

/** A process that has ended already needs no priority. */
function yielding(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    return
  }
}

export type PressOptions = {
  readonly drawingMs?: number
  readonly previewMs?: number
  readonly restMs?: number
  readonly papersAProcess?: number
  readonly processes?: number
  readonly start?: () => ChildProcess
}

export function startPress({
  drawingMs = DRAWING_MS,
  previewMs = PREVIEW_MS,
  restMs = REST_MS,
  papersAProcess = PAPERS_A_PROCESS,
  processes = PROCESSES,
  start = begin,
}: PressOptions = {}): Press {
  const queue = createFairQueue({
    perOwner: PER_OWNER,
    waitMs: WAIT_MS,
    busy: () => paperRefusal('PAPER_BUSY'),
    atOnce: processes,
    spare: processes > 1 ? 1 : 0,
  })
  const budget = previewBudget()
  let orders = 0
  let lastOwner = ''
  let isClosed = false
  const setters = Array.from({ length: processes }, (_, place) => setter(place))

  /** One place for a process, with at most one paper at a time. */
  function setter(place: number) {
    let child: ChildProcess | null = null
    let isReady = false
    let papers = 0
    let waiting: Waiter | null = null
    let rest: NodeJS.Timeout | undefined

    const settle = (act: (waiter: Waiter) => void): void => {
      const waiter = waiting
      waiting = null
      child?.unref()
      child?.channel?.unref()
      restLater()
      if (waiter) act(waiter)
    }
    const restLater = (): void => {
      clearTimeout(rest)
      rest = setTimeout(() => waiting === null && leave()?.kill(), restMs).unref()
    }
    const leave = (): ChildProcess | null => {
      const left = child
      child = null
      isReady = false
      papers = 0
      return left
    }
    function running(): ChildProcess {
      if (child) return child
      const started = start()
      if (place > 0) yielding(started)
      started.on('message', (result: PressAnswer) => {
        if (child !== started) return
        if (result === 'ready') {
          isReady = true
          return waiting?.begun()
        }
        if (result.id !== waiting?.id) return
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
      isWarm: () => child !== null,
      warm(): void {
        running()
        restLater()
      },
      async draw(manuscript: Manuscript, { urgency }: Order): Promise<Uint8Array> {
        const id = ++orders
        const worker = running()
        const limitMs = urgency === 'preview' ? Math.min(previewMs, drawingMs) : drawingMs
        const giveUp = (why: () => Error) => () => {
          leave()?.kill('SIGKILL')
          settle((waiter) => waiter.reject(why()))
        }
        const tooLong = giveUp(() =>
          urgency === 'preview'
            ? paperRefusal('PAPER_TOO_SLOW', { seconds: Math.ceil(limitMs / 1000) })
            : new Error(`The paper was not drawn within ${limitMs} ms`),
        )
        const neverBegun = giveUp(() => new Error('The drawing process did not begin'))
        let timer = isReady ? setTimeout(tooLong, limitMs) : setTimeout(neverBegun, STARTING_MS)
        const drawn = new Promise<Uint8Array>((resolve, reject) => {
          const begun = () => {
            clearTimeout(timer)
            timer = setTimeout(tooLong, limitMs)
          }
          waiting = { id, resolve, reject, begun }
        })
        worker.ref()
        worker.channel?.ref()
        worker.send({
          id,
          manuscript: { ...manuscript, template: manuscript.template.href },
        } satisfies PressRequest)
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
        clearTimeout(rest)
        leave()?.kill()
        settle((waiter) => waiter.reject(new Error('The press is closed')))
      },
    }
  }

  async function draw(manuscript: Manuscript, order: Order): Promise<Uint8Array> {
    const idle = setters.filter(({ isIdle }) => isIdle())
    if (order.urgency !== 'final') idle.reverse()
    const free = idle.find(({ isWarm }) => isWarm()) ?? idle[0]
    if (free === undefined || isClosed) throw new Error('The press is closed')
    // Where several owners draw, the next one does not wait for a process to start.
    if (order.owner !== lastOwner && lastOwner !== '') idle.find((one) => one !== free)?.warm()
    lastOwner = order.owner
    const from = performance.now()
    try {
      return await free.draw(manuscript, order)
    } catch (error) {
      if (!(error instanceof Lost) || isClosed) throw error
      return await free.draw(manuscript, order)
    } finally {
      budget.spend(order, performance.now() - from)
    }
  }

  return {
    async print(order, make) {
      budget.assertLeft(order)
      return queue.run(order, async () => {
        const made = await make()
        return made instanceof Uint8Array ? made : draw(made, order)
      })
    },
    warm: () => setters[0]?.warm(),
    async close() {
      isClosed = true
      for (const one of setters) one.close()
    },
  }
}
