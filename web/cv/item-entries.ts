import type { ArrangedItem, CvEntry, CvItem } from '#contract/cv/cv.values.ts'

/** The items as they would stand if what is typed were saved: notes on dates follow the typing. */
export function withTyped(
  own: readonly ArrangedItem[],
  typed: CvItem | undefined,
): readonly ArrangedItem[] {
  if (typed === undefined) return own
  if (!own.some(({ id }) => id === typed.id))
    return [...own, { ...typed, hidden: false, reworded: [] }]
  return own.map((item) =>
    item.id === typed.id ? { ...item, values: { ...item.values, ...typed.values } } : item,
  )
}

const entryOf = ({ section, id, hidden, values, reworded }: ArrangedItem): CvEntry => ({
  section,
  id,
  hidden,
  wording: Object.fromEntries(reworded.map((field) => [field, values[field]])),
})

/** The CV's entries once a section has `next` in this order. */
export const entriesWith = (
  all: readonly ArrangedItem[],
  section: CvItem['section'],
  next: readonly ArrangedItem[],
): CvEntry[] => [...all.filter((item) => item.section !== section), ...next].map(entryOf)

/** The CV's entries once a variant words an item as `values` have it. */
export function entriesReworded(
  all: readonly ArrangedItem[],
  id: string,
  values: CvItem['values'],
  original: CvItem | undefined,
): CvEntry[] {
  const wording = Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(original?.values[field]),
    ),
  )
  return all.map((item) => ({ ...entryOf(item), ...(item.id === id && { wording }) }))
}

/** Differences of a variant's item from the main CV's. */
export function differences(
  item: ArrangedItem,
  main: readonly ArrangedItem[],
): readonly ('hidden' | 'shown' | 'reworded' | 'only')[] {
  const there = main.find(({ id }) => id === item.id)
  if (there === undefined) return ['only']
  return [
    ...(item.hidden && !there.hidden ? (['hidden'] as const) : []),
    ...(!item.hidden && there.hidden ? (['shown'] as const) : []),
    ...(item.reworded.length > 0 ? (['reworded'] as const) : []),
  ]
}
