import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { PastLine } from '#contract/billing/billing.schemas.ts'
import { foldText } from '#contract/kernel/fold-text.values.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useSettled } from '#web/kernel/data/settled.tsx'
import { pastLinesQuery } from './bill.queries.ts'

/** Letters before past lines are offered, and how many are. */
const [FEWEST, MOST] = [2, 5]

/**
 * Past lines that begin with what is typed, then those that have it within; in the bill's own
 * currency.
 */
export function offersFor(
  past: readonly PastLine[],
  typed: string,
  currency: string,
): readonly PastLine[] {
  const search = foldText(typed.trim())
  if (search.length < FEWEST) return []
  const fitting = past.filter(
    (line) =>
      line.currency === currency &&
      line.description !== typed &&
      foldText(line.description).includes(search),
  )
  const begins = (line: PastLine) => (foldText(line.description).startsWith(search) ? 0 : 1)
  return fitting.toSorted((a, b) => begins(a) - begins(b)).slice(0, MOST)
}

/**
 * Lines billed before, offered while one describes a line: arrows choose, Tab takes, Esc closes.
 */
export function useLineMemory(profileId: string, currency: string) {
  const isSettled = useSettled()
  const mayRead = useSession().can('perm_billing_menu')
  const past = useQuery({
    ...pastLinesQuery(profileId),
    enabled: isSettled && profileId !== '' && mayRead,
  })
  const [at, setAt] = useState<{
    readonly index: number
    readonly typed: string
    readonly chosen: number
  } | null>(null)
  const offers = at ? offersFor(past.data ?? [], at.typed, currency) : []
  const chosen = Math.min(at?.chosen ?? 0, offers.length - 1)
  return {
    /** Past lines offered for the line whose description the user types. */
    offersAt: (index: number): readonly PastLine[] => (at?.index === index ? offers : []),
    chosen,
    type: (index: number, typed: string) => setAt({ index, typed, chosen: 0 }),
    close: () => setAt(null),
    /**
     * @returns the line taken, `heard` when the key only chose or closed, null when it is another's
     */
    press(event: KeyboardEvent, index: number): PastLine | 'heard' | null {
      if (at?.index !== index || offers.length === 0 || event.altKey || event.shiftKey) return null
      if (event.key === 'Tab') return offers[chosen] ?? null
      if (event.key === 'Escape') {
        // The panel or dialog around must not hear it.
        event.stopPropagation()
        setAt(null)
        return 'heard'
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return null
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt({ ...at, chosen: (chosen + step + offers.length) % offers.length })
      return 'heard'
    },
  }
}
export type LineMemory = ReturnType<typeof useLineMemory>
