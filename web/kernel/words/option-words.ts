import { OPTION_FIELDS } from '#contract/settings.values.ts'
import { listedWord } from './listed-word.ts'

/** What administrators have added to a list, or changed in it. */
export type ListedOption = {
  /** `company.sector`. */
  readonly list: string
  readonly value: string
  /** In the user's language; '' for the shipped word. */
  readonly word: string
  readonly hidden: boolean
}

const listOf: ReadonlyMap<string, string> = new Map(
  Object.entries(OPTION_FIELDS).flatMap(([list, fields]) => fields.map((field): [string, string] => [field, list])),
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

/** The values that a list offers: the shipped ones that are not hidden, and those that were added. */
export function offeredIn(list: string | undefined, shipped: readonly string[]): readonly string[] {
  const own = lists.get(list ?? '')
  if (own === undefined) return shipped
  return [...new Set([...shipped, ...own.keys()])].filter((value) => own.get(value)?.hidden !== true)
}
