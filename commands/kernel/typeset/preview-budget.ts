import type { Order } from '#commands/kernel/fair-queue.ts'
import { paperRefusal } from '#domain/kernel/paper-size.ts'

/** Drawing time at once, and how much of it comes back. @unit milliseconds */
type Budget = { readonly most: number; readonly aSecond: number }

/** A page that is edited takes 100 ms for each look; a guest's looks count for all guests too. */
const BUDGETS: Readonly<Record<'user' | 'guest' | 'guests', Budget>> = {
  user: { most: 20_000, aSecond: 500 },
  guest: { most: 10_000, aSecond: 250 },
  guests: { most: 30_000, aSecond: 500 },
}
/** Owners whose time is known; those who drew longest ago are forgotten first. */
const MOST_OWNERS = 10_000

/**
 * Counts previews by the time that they took to draw, not by their number. The time is known
 * afterwards: an owner whose time is spent waits until some has come back.
 */
export function previewBudget(now: () => number = () => performance.now()) {
  const spent = new Map<string, { readonly ms: number; readonly at: number }>()
  const budgetsOf = ({ owner, isGuest }: Order): readonly (readonly [string, Budget])[] =>
    isGuest
      ? [
          [owner, BUDGETS.guest],
          ['guests', BUDGETS.guests],
        ]
      : [[owner, BUDGETS.user]]
  const spentOf = (key: string, { aSecond }: Budget): number => {
    const before = spent.get(key)
    return before ? Math.max(0, before.ms - ((now() - before.at) * aSecond) / 1000) : 0
  }
  return {
    /** @throws PREVIEWS_SPENT with the seconds until there is time again */
    assertLeft(order: Order): void {
      if (order.urgency === 'final') return
      for (const [key, budget] of budgetsOf(order)) {
        const above = spentOf(key, budget) - budget.most
        if (above >= 0)
          throw paperRefusal('PREVIEWS_SPENT', {
            seconds: Math.max(1, Math.ceil(above / budget.aSecond)),
          })
      }
    },
    /** @param ms the time that a paper took */
    spend(order: Order, ms: number): void {
      if (order.urgency === 'final') return
      for (const [key, budget] of budgetsOf(order)) {
        const sum = spentOf(key, budget) + ms
        spent.delete(key)
        spent.set(key, { ms: sum, at: now() })
      }
      const [oldest] = spent.keys()
      if (spent.size > MOST_OWNERS && oldest !== undefined) spent.delete(oldest)
    },
  }
}
