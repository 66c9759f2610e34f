/** `paper`: asked for as `preview` is, but whole: a long one may take its time. */
export type Urgency = 'final' | 'paper' | 'preview'

/** Owner of the work, and its waiting calls. */
export type Order = {
  readonly owner: string
  /** Work that is final goes before work that only shows something. */
  readonly urgency: Urgency
  /** A guest, whose previews are fewer, and who shares them with all other guests. */
  readonly isGuest?: boolean | undefined
  /** Aborted when the request that wants it was closed. */
  readonly signal?: AbortSignal | undefined
}

type Waiting = Order & { readonly start: () => void; readonly end: (error: Error) => void }

/**
 * Work that is done a few pieces at a time, each owner's in turn. An owner who orders a hundred
 * pieces waits for them. Another owner's next piece comes after one of them.
 *
 * @param atOnce pieces that are done at the same time; one unless said
 * @param spare places among them that stay free for final work; none unless said
 * @param perOwner pieces of one owner and urgency that wait at most @param waitMs longest wait
 * before a piece begins
 * @param busy what is thrown when a piece can't wait
 */
export function createFairQueue({
  perOwner,
  waitMs,
  busy,
  atOnce = 1,
  spare = 0,
}: {
  readonly perOwner: Readonly<Record<'final' | 'preview', number>>
  readonly waitMs: number
  readonly busy: () => Error
  readonly atOnce?: number
  readonly spare?: number
}) {
  let waiting: readonly Waiting[] = []
  let running = 0
  let turns = 0
  /** When each owner's last piece began, in turns. */
  const served = new Map<string, number>()

  function next(): Waiting | undefined {
    const final = waiting.filter(({ urgency }) => urgency === 'final')
    const others = running < atOnce - spare ? waiting : []
    const candidates = final.length > 0 ? final : others
    return candidates.toSorted((a, b) => (served.get(a.owner) ?? 0) - (served.get(b.owner) ?? 0))[0]
  }

  function advance(): void {
    if (running >= atOnce) return
    const chosen = next()
    if (chosen === undefined) {
      if (running === 0 && waiting.length === 0) served.clear()
      return
    }
    waiting = waiting.filter((one) => one !== chosen)
    served.set(chosen.owner, ++turns)
    running++
    chosen.start()
  }

  const turnOf = (order: Order): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        waiting = waiting.filter((other) => other !== one)
        one.end(error)
      }
      const closed = () => leave(busy())
      const timer = setTimeout(closed, waitMs)
      const stop = () => {
        clearTimeout(timer)
        order.signal?.removeEventListener('abort', closed)
      }
      const one: Waiting = {
        ...order,
        start() {
          stop()
          resolve()
        },
        end(error) {
          stop()
          reject(error)
        },
      }
      order.signal?.addEventListener('abort', closed)
      waiting = [...waiting, one]
      advance()
    })

  return {
    /**
     * @throws `busy` when the owner has too much waiting, waited too long or went away · what the
     * work throws
     */
    async run<T>(order: Order, work: () => Promise<T>): Promise<T> {
      const { owner, urgency } = order
      const isFinal = urgency === 'final'
      const before = waiting.filter(
        (one) => one.owner === owner && (one.urgency === 'final') === isFinal,
      ).length
      if (order.signal?.aborted || before >= perOwner[isFinal ? 'final' : 'preview']) throw busy()
      await turnOf(order)
      try {
        return await work()
      } finally {
        running--
        advance()
      }
    },
  }
}
