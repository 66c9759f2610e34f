import type { z } from 'zod'
import type { Found } from '#contract/kernel/search.contract.ts'
import { type Currency, toMinor } from '#domain/kernel/money.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Condition, Doc, Filter, Sort } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { amountRange, type TypedAmount } from '#domain/kernel/typed-amount.ts'
import type { Read, ReadModel, Reads } from '#projections/kernel/read-models.ts'
import { foldText, hasWords as hasFoldedWords } from '#domain/kernel/fold-text.values.ts'
import type { Language } from './languages.ts'

/** Words and owner of a search. */
export type Asked = {
  readonly owner: string
  /** Records of this profile alone, among those of profiles. */
  readonly profileId: string | undefined
  /** Empty: the last changed are asked for. */
  readonly text: string
  /** Set when the text can be read as an amount. */
  readonly amount: TypedAmount | null
  readonly today: Day
  readonly language: Language
}

/** A found thing in one line. */
export type Line = Omit<z.input<typeof Found>, 'entity'> & {
  /** Orders the last changed. @unit epoch milliseconds */
  readonly changedAt: number
}

/** Search of one entity. */
export type Search = {
  readonly entity: string
  /** Users who may read the entity find it. */
  readonly permission: Permission
  readonly reads: Reads
  /** Whether it stands among the last changed. */
  readonly latest: boolean
  /** @returns the best first, more than are shown */
  find(read: Read<Reads>, asked: Asked): Promise<readonly Line[]>
}

export const defineSearch = <R extends Reads>(
  search: Omit<Search, 'reads' | 'find' | 'latest'> & {
    readonly reads: R
    readonly latest?: boolean
    find(read: Read<R>, asked: Asked): Promise<readonly Line[]>
  },
): Search => ({ latest: true, ...search })

/** Lines shown of an entity. */
export const SHOWN = 5
/**
 * Documents looked at for them: a title that begins with the words goes before one that is newer.
 */
export const LOOKED = 25

/** Currencies whose minor unit is not the hundredth, each for all that have its digits. */
const OTHER_DIGITS: readonly Currency[] = ['JPY', 'TND']

type Branches = readonly Readonly<Record<string, Condition>>[]

/**
 * Ways in which a field may hold the amount, as it was typed and as the typing may go on. A
 * document in another currency is let through by chance at most.
 */
function amountBranches(
  amount: TypedAmount,
  fields: readonly string[],
  currencyField: string,
): { readonly exact: Branches; readonly begun: Branches } {
  const ranges = ['EUR', ...OTHER_DIGITS].flatMap((currency) => {
    const range = amountRange(amount, currency)
    const own = currency === 'EUR' ? {} : { [currencyField]: currency }
    return range === null ? [] : fields.map((field) => ({ own, field, ...range }))
  })
  return {
    exact: ranges.map(({ own, field, from }) => ({ ...own, [field]: from })),
    begun: ranges.map(({ own, field, from, below }) => ({
      ...own,
      [field]: { $gte: from, $lt: below },
    })),
  }
}

/** Whether a line shows the amount that was typed, with the cents left out as zeros. */
function isExact({ amount }: Pick<Line, 'amount'>, typed: TypedAmount | null): boolean {
  if (typed === null || amount === undefined) return false
  const range = amountRange(typed, amount.currency)
  return range !== null && toMinor(Math.abs(amount.value), amount.currency) === range.from
}

/** Lines with the typed amount, then the others: each in its order. */
export const exactAmountsFirst = <L extends Pick<Line, 'amount'>>(
  lines: readonly L[],
  { amount }: Pick<Asked, 'amount'>,
): L[] => lines.toSorted((a, b) => Number(isExact(b, amount)) - Number(isExact(a, amount)))

/**
 * Part of one read model in it: its words, or an amount. The exact amounts come first.
 *
 * @param options.amounts fields in minor units
 * @param options.currencyField field of their currency
 * @param options.sort which of many come first
 */
export async function lookInto<D extends Doc>(
  model: ReadModel<D>,
  { text, amount }: Asked,
  {
    where,
    fields,
    amounts = [],
    currencyField = 'currency',
    sort,
  }: {
    readonly where: NonNullable<Filter['where']>
    readonly fields: readonly string[]
    readonly amounts?: readonly string[]
    readonly currencyField?: string
    readonly sort: Sort
  },
): Promise<readonly D[]> {
  if (text === '')
    return (
      await model.find({ filter: { where }, sort: [['lastModificationDate', -1]], limit: SHOWN })
    ).items
  const byWords = model.find({ filter: { where, search: { fields, text } }, sort, limit: LOOKED })
  const byAmount = (or: Branches) =>
    or.length === 0 ? null : model.find({ filter: { where, or }, sort, limit: LOOKED })
  const none = { exact: [], begun: [] }
  const branches = amount === null ? none : amountBranches(amount, amounts, currencyField)
  const pages = await Promise.all([byAmount(branches.exact), byAmount(branches.begun), byWords])
  const found = pages.flatMap((page) => page?.items ?? [])
  return [...new Map(found.map((doc) => [doc._id, doc])).values()]
}

/** Whether a text has every word, case and accents apart. */
export function hasWords(question: Pick<Asked, 'text'>, ...parts: readonly string[]): boolean {
  return hasFoldedWords(foldText(parts.join('\n')), foldText(question.text))
}

/**
 * The typed amount first, each kind in its order. Then come titles that begin with the typed text,
 * those with such a word, and the rest.
 */
export function bestFirst(
  lines: readonly Line[],
  question: Pick<Asked, 'text' | 'amount'>,
): readonly Line[] {
  const wanted = foldText(question.text)
  const rank = ({ title }: Line): number => {
    const folded = foldText(title)
    return folded.startsWith(wanted) ? 0 : folded.includes(` ${wanted}`) ? 1 : 2
  }
  return exactAmountsFirst(
    lines.toSorted((a, b) => rank(a) - rank(b)),
    question,
  )
}
