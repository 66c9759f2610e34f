/** A user's arrangement of a list's columns, by their names. */
export type ColumnArrangement = {
  readonly hidden: readonly string[]
  readonly order: readonly string[]
  /** @unit pixels */
  readonly widths: Readonly<Record<string, number>>
}
/** Arrangements by the path of a list's page. */
export type ArrangedColumns = Readonly<Record<string, ColumnArrangement>>
/** New arrangements; null brings back the usual one. */
export type ColumnChanges = Readonly<Record<string, ColumnArrangement | null>>

/** Lists of one user; the product has half as many. */
const MOST_LISTS = 150

/** Arrangements after changes. Beyond the most, those go that were changed longest ago. */
export const rearranged = (before: ArrangedColumns, changes: ColumnChanges): ArrangedColumns =>
  Object.fromEntries(
    [...Object.entries(before).filter(([list]) => !(list in changes)), ...Object.entries(changes)]
      .filter((entry): entry is [string, ColumnArrangement] => entry[1] !== null)
      .slice(-MOST_LISTS),
  )
