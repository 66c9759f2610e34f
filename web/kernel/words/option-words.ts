import { OPTION_FIELDS } from '#contract/settings/settings.values.ts'
import { listedWord } from './listed-word.ts'

/** Additions and changes of administrators to a list. */
export type ListedOption = {
  /** `company.sector`. */
  readonly list: string
  readonly value: string
  /** In the user's language; '' for the shipped word. */
  readonly word: string
  readonly order: number
  readonly color: number
  readonly retired: boolean
}

const listOf: ReadonlyMap<string, string> = new Map(
  Object.entries(OPTION_FIELDS).flatMap(([list, fields]) =>
    fields.map((field): [string, string] => [field, list]),
  ),
)
let lists: ReadonlyMap<string, ReadonlyMap<string, ListedOption>> = new Map()

export function setListedOptions(options: readonly ListedOption[]): void {
  lists = new Map(
    [...Map.groupBy(options, ({ list }) => list)].map(([list, own]) => [
      list,
      new Map(own.map((option) => [option.value, option])),
    ]),
  )
}

listedWord.of = (field, value) => lists.get(listOf.get(field) ?? '')?.get(value)?.word || undefined
listedWord.otherwise = (field, value) => (listOf.has(field) ? value : undefined)

/** The values of a list: those with a place in its order first, then shipped and added ones. */
export function offeredIn(list: string | undefined, shipped: readonly string[]): readonly string[] {
  const own = lists.get(list ?? '')
  if (own === undefined) return shipped
  const place = (value: string): number => own.get(value)?.order || Number.MAX_SAFE_INTEGER
  return [...new Set([...shipped, ...own.keys()])]
    .filter((value) => own.get(value)?.retired !== true)
    .toSorted((a, b) => place(a) - place(b))
}

/** The swatch of a value; 0 for none. */
export const colourIn = (list: string | undefined, value: string): number =>
  lists.get(list ?? '')?.get(value)?.color ?? 0
