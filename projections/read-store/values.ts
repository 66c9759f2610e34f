import { foldText } from '#domain/kernel/fold-text.values.ts'
import type { Scalar } from '#domain/kernel/ports/read-store.ts'

/**
 * A field's value for sorting: a missing field sorts as null. Arrays and objects cannot be sorted.
 */
export const sortable = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null

/** True for a value that an index cannot order, so that a query must check each document. */
export const unsortable = (value: unknown): boolean => typeof value === 'object' && value !== null

type Bag = Readonly<Record<string, unknown>>

/** Reads a dotted field; an array on the path is returned whole. */
export function reader(path: string): (doc: object) => unknown {
  if (!path.includes('.')) return (doc) => (doc as Bag)[path] // documents are plain objects
  const steps = path.split('.')
  return (doc) => {
    let value: unknown = doc
    for (const step of steps) {
      if (typeof value !== 'object' || value === null) return undefined
      if (Array.isArray(value)) return value
      value = (value as Bag)[step] // neither null nor an array
    }
    return value
  }
}

/**
 * Every value of a dotted field in a document. Each element of an array counts, also of arrays on
 * the path.
 */
export function valuesAt(value: unknown, steps: readonly string[], from = 0): readonly unknown[] {
  if (from === steps.length) return Array.isArray(value) ? value : [value]
  if (Array.isArray(value))
    return value.flatMap((element) =>
      typeof element === 'object' && element !== null ? valuesAt(element, steps, from) : [],
    )
  if (typeof value !== 'object' || value === null) return [undefined]
  // steps[from] exists: from < length
  return valuesAt((value as Bag)[steps[from] ?? ''], steps, from + 1)
}

/** A word with a number that begins with zeros, as `2026-0021` and `01J`. */
const ZEROS = /\S*(?<!\d)0+(?=\d)\S*/g
/**
 * Text as it is searched: folded, and numbers without their leading zeros too. `2026-21` finds
 * `2026-0021`.
 */
export function searchable(text: string): string {
  const folded = foldText(text)
  const padded = folded.includes('0') ? folded.match(ZEROS) : null
  return padded === null
    ? folded
    : `${folded}\n${padded.join('\n').replace(/(?<!\d)0+(?=\d)/g, '')}`
}
/** The words of a search, folded. */
export const searchWords = (text: string): readonly string[] =>
  foldText(text).split(/\s+/).filter(Boolean)
