import type { Card, Cite } from '#domain/assistant/chat.ts'

/** Records that the tools of one question found. */
export type Findings = {
  /** The mark of a record, as an answer writes it between brackets: `R1`. */
  refer(entity: string, id: string, title: string): string
  /** The record behind a mark; null for one that no tool gave, or of another entity. */
  recordOf(mark: string, entity: string): Cite | null
  /** Takes a result down, so that its numbers are known. */
  tell(result: unknown): void
  propose(card: Card): boolean
  readonly results: readonly unknown[]
  readonly cards: readonly Card[]
  /** The records that an answer names, in the order in which it does. */
  citedIn(answer: string): readonly Cite[]
  /** All records, in the order in which they were found. */
  readonly found: readonly Cite[]
}

/** Cards of one answer: a person confirms each one alone. */
const MOST_CARDS = 3

export function findingsOf(): Findings {
  const found: Cite[] = []
  const results: unknown[] = []
  const cards: Card[] = []
  return {
    found,
    results,
    cards,
    refer(entity, id, title) {
      let cite = found.find((one) => one.entity === entity && one.id === id)
      if (cite === undefined) found.push((cite = { n: found.length + 1, entity, id, title }))
      return `R${cite.n}`
    },
    recordOf: (mark, entity) =>
      found.find((one) => `R${one.n}` === mark && one.entity === entity) ?? null,
    tell: (result) => void results.push(result),
    propose(card) {
      if (cards.length >= MOST_CARDS) return false
      cards.push(card)
      return true
    },
    citedIn(answer) {
      const marks = [...answer.matchAll(/\[R(\d+)\]/g)].map(([, n]) => Number(n))
      return [...new Set(marks)].flatMap((n) => found[n - 1] ?? [])
    },
  }
}
