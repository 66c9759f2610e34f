import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { StatusKind } from './status.tsx'

type Stated = Pick<Bill, 'type' | 'state'>
export type StateWord =
  | 'draft'
  | 'issuing'
  | 'issued'
  | 'partlyPaid'
  | 'paid'
  | 'collected'
  | 'late'
  | 'writtenOff'
  | 'credited'
  | 'creditNote'

/** The word of a bill's state; an issued credit note is always called one. */
export const wordOfState = (bill: Stated): StateWord =>
  bill.type === 'creditNote' && bill.state !== 'draft' && bill.state !== 'issuing'
    ? 'creditNote'
    : bill.state

const KINDS: Readonly<Record<StateWord, StatusKind>> = {
  draft: 'draft',
  issuing: 'wait',
  issued: 'issued',
  partlyPaid: 'part',
  paid: 'paid',
  collected: 'collected',
  late: 'late',
  writtenOff: 'stop',
  credited: 'stop',
  creditNote: 'credit',
}
/** Glyph in lists. */
export const kindOfState = (bill: Stated): StatusKind => KINDS[wordOfState(bill)]
/** The glyph of a word that a search answered; undefined for another entity's word. */
export const kindOfWord = (word: string | undefined): StatusKind | undefined =>
  // one of its own keys
  word !== undefined && Object.hasOwn(KINDS, word) ? KINDS[word as StateWord] : undefined
