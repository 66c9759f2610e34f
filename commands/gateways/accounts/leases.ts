import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import type { SignInStore } from './sign-in-store.ts'

/** Time for which the lease of a dead process blocks the others. */
const TERM_MS = 20_000
const RENEW_MS = 5_000
const LOOK_MS = 50

/**
 * Runs `work` while no other call of that name runs, in this process or another.
 *
 * @param waitMs the longest wait for its turn; for ever when absent
 * @throws StoreUnavailable when the turn does not come in time
 */
export type Alone = <T>(name: string, work: () => Promise<T>, waitMs?: number) => Promise<T>

/**
 * Turns by leases. A lease is no fence: a process that sleeps past its lease goes on beside its
 * successor. Use it only for work that is rare and can be repaired.
 */
export function inTurnsBy(leases: SignInStore['leases'], clock: Clock): Alone {
  return async (name, work, waitMs = Number.POSITIVE_INFINITY) => {
    const holder = randomUUID()
    const take = () => leases.take(name, holder, clock.now() + TERM_MS, clock.now())
    const since = performance.now()
    while (!(await take())) {
      if (performance.now() - since >= waitMs)
        throw new StoreUnavailable(`Another process is at "${name}" and does not finish`)
      await pause(LOOK_MS)
    }
    const renewal = setInterval(() => void take().catch(() => false), RENEW_MS).unref()
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await leases.release(name, holder).catch(() => {}) // the lease expires by itself
    }
  }
}
