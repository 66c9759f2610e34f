import type { Bound, Condition, Filter, Range, Scalar } from '#domain/kernel/ports/read-store.ts'
import { reader, searchable, searchWords, valuesAt } from './values.ts'

type Test = (value: unknown) => boolean
/** A document's search text, kept beside the document until the document is replaced. */
export type TextSlot = {
  folded: string | null
  /** The fields that the text was made of, see `Search`. */
  foldedOf: string | null
}
export type Predicate = (doc: object, slot?: TextSlot) => boolean
type Operators = Range & { readonly $in?: readonly Scalar[]; readonly $ne?: Scalar }

export const isScalar = (condition: Condition): condition is Scalar =>
  typeof condition !== 'object' || condition === null
export const isRange = (condition: Condition): condition is Range =>
  !isScalar(condition) &&
  Object.keys(condition).every(
    (op) => op === '$gt' || op === '$gte' || op === '$lt' || op === '$lte',
  )

const equals = (wanted: Scalar): Test =>
  wanted === null ? (value) => value === null || value === undefined : (value) => value === wanted

/** A bound holds only for a value of its own type. */
function bound(op: keyof Range, limit: Bound): Test {
  const type = typeof limit
  switch (op) {
    case '$gt':
      return (value) => typeof value === type && (value as string) > (limit as string) // both are of `type`
    case '$gte':
      return (value) => typeof value === type && (value as string) >= (limit as string) // both are of `type`
    case '$lt':
      return (value) => typeof value === type && (value as string) < (limit as string) // both are of `type`
    case '$lte':
      return (value) => typeof value === type && (value as string) <= (limit as string) // both are of `type`
  }
}

/** One operator on one field: an array matches when one of its elements does. */
function onField(path: string, test: Test): Predicate {
  if (path.includes('.')) {
    const steps = path.split('.')
    const read = reader(path)
    return (doc) => {
      const value = read(doc)
      return Array.isArray(value) ? valuesAt(doc, steps).some(test) : test(value)
    }
  }
  return (doc) => {
    const value = (doc as Readonly<Record<string, unknown>>)[path] // documents are plain objects
    return Array.isArray(value) ? value.some(test) : test(value)
  }
}

/** The tests of a condition but `$ne`, which no element of a list may fail. */
function testsOf(condition: Condition): readonly Test[] {
  if (isScalar(condition)) return [equals(condition)]
  const { $in, $ne: _, ...range }: Operators = condition
  const tests: Test[] = []
  if ($in) {
    const wanted = new Set<unknown>($in)
    tests.push((value) => wanted.has(value ?? null))
  }
  // Object.entries forgets the key type
  for (const [op, limit] of Object.entries(range))
    if (limit !== undefined) tests.push(bound(op as keyof Range, limit))
  return tests
}
const excludedBy = (condition: Condition): Scalar | undefined =>
  isScalar(condition) ? undefined : (condition as Operators).$ne

function onCondition(path: string, condition: Condition): readonly Predicate[] {
  const predicates = testsOf(condition).map((test) => onField(path, test))
  const excluded = excludedBy(condition)
  if (excluded === undefined) return predicates
  const equal = onField(path, equals(excluded))
  return [...predicates, (doc) => !equal(doc)]
}

/** Whether one value that is no list meets a condition. */
export function testOf(condition: Condition): Test {
  const tests = testsOf(condition)
  const excluded = excludedBy(condition)
  const equal = excluded === undefined ? null : equals(excluded)
  return (value) => tests.every((test) => test(value)) && equal?.(value) !== true
}

const all = (predicates: readonly Predicate[]): Predicate => {
  const [first, second] = predicates
  if (!first) return () => true
  if (!second) return first
  if (predicates.length === 2) return (doc, slot) => first(doc, slot) && second(doc, slot)
  return (doc, slot) => {
    for (const predicate of predicates) if (!predicate(doc, slot)) return false
    return true
  }
}

const onConditions = (conditions: Readonly<Record<string, Condition>>): readonly Predicate[] =>
  Object.entries(conditions).flatMap(([path, condition]) => onCondition(path, condition))

/** The words of a search, and its fields. */
export type Search = {
  /** The very same string object for the same fields, so that a comparison is fast. */
  readonly fields: string
  /** The longest word first: most texts lack it, so most documents are rejected at once. */
  readonly words: readonly string[]
  /**
   * A document's search text. Values are parted by spaces, and a word has none: no word is found
   * across two values.
   */
  readonly textOf: (doc: object) => string
}

const fieldsKeys = new Map<string, string>()
function fieldsKey(fields: readonly string[]): string {
  const key = fields.join('\n')
  const known = fieldsKeys.get(key)
  if (known !== undefined) return known
  fieldsKeys.set(key, key)
  return key
}

/** @returns null for a search without words, which finds every document */
export function searchOf({ fields, text }: NonNullable<Filter['search']>): Search | null {
  const words = searchWords(text).toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return null
  const steps = fields.map((field) => field.split('.'))
  return {
    fields: fieldsKey(fields),
    words,
    textOf: (doc) =>
      searchable(
        steps
          .flatMap((path) =>
            valuesAt(doc, path).filter(
              (value) => typeof value === 'string' || typeof value === 'number',
            ),
          )
          .join('\n'),
      ),
  }
}

const onSearch =
  ({ fields, words, textOf }: Search): Predicate =>
  (doc, slot) => {
    let text = slot?.foldedOf === fields ? slot.folded : null
    if (text === null) {
      text = textOf(doc)
      if (slot) {
        slot.folded = text
        slot.foldedOf = fields
      }
    }
    for (const word of words) if (!text.includes(word)) return false
    return true
  }

/** @param covered fields of `where` that an index already answered */
export function predicateOf(
  filter: Filter,
  covered: ReadonlySet<string> = new Set(),
): { readonly matches: Predicate; readonly always: boolean } {
  const predicates: Predicate[] = []
  for (const [path, condition] of Object.entries(filter.where ?? {}))
    if (!covered.has(path)) predicates.push(...onCondition(path, condition))
  if (filter.or) {
    const branches = filter.or.map((conditions) => all(onConditions(conditions)))
    predicates.push((doc) => branches.some((branch) => branch(doc)))
  }
  // A document's slot keeps the text of one search alone: that of the filter itself.
  for (const further of filter.and ?? []) {
    const { matches, always } = predicateOf(further)
    if (!always) predicates.push((doc) => matches(doc))
  }
  const search = filter.search && searchOf(filter.search)
  if (search) predicates.push(onSearch(search))
  return { matches: all(predicates), always: predicates.length === 0 }
}
