import type { ColumnArrangement } from '#contract/identity/identity.schemas.ts'
import type { Column } from './columns.ts'

/** The column that says who keeps at least this. @unit pixels */
export const NAME_WIDTH = 180
/** Other columns leave before a text that says who or what is cut below this. @unit pixels */
const WHOLE_WIDTH = 280
/** Further columns that say what, which may have two lines. @unit pixels */
const TEXT_WIDTH = 120
/** Other columns without a width of their own, unless their words are shorter. @unit pixels */
const WORD_WIDTH = 136
/** Row actions leave when the page is narrower: the row itself opens the panel. @unit pixels */
const ACTIONS_FROM = 900
const ACTIONS_WIDTH = 62

type Fit = Pick<Column<never>, 'id' | 'width' | 'leaves' | 'names' | 'align'>
const RANKS = { fact: 0, 'opt-1': 1, 'opt-2': 2 } as const

/** The column that says who: the one that is declared so, else the first without a width. */
export const nameOf = (columns: readonly Fit[]): string | undefined =>
  (columns.find(({ names }) => names) ?? columns.find(({ width }) => width === undefined))?.id

/** @returns least and most pixels of a declared width: `144px`, `clamp(168px, 22cqi, 264px)` */
function bounds(width: string, page: number): readonly [number, number] {
  const [least = 0, share = least, most = share] = [...width.matchAll(/([\d.]+)(px|cqi)/g)].map(
    ([, figure, unit]) => Number(figure) * (unit === 'cqi' ? page / 100 : 1),
  )
  return [least, Math.max(least, Math.min(share, most))]
}

/** The columns that may leave, in their order. */
const inOrderOfLeaving = (columns: readonly Fit[]): readonly Fit[] =>
  columns
    .filter(({ leaves }) => leaves)
    .map((column, place) => ({ column, place }))
    .toSorted(
      (a, b) =>
        RANKS[a.column.leaves ?? 'opt-2'] - RANKS[b.column.leaves ?? 'opt-2'] || b.place - a.place,
    )
    .map(({ column }) => column)

/** Order in which columns leave: the declared ones, then from the end; a name and a total stay. */
function leaving(columns: readonly Fit[], name: string | undefined): readonly string[] {
  const able = columns.filter(({ id }) => id !== name)
  const declared = inOrderOfLeaving(able).map(({ id }) => id)
  const last = able.at(-1)?.id
  const others = able.filter(({ id, leaves }) => !leaves && id !== last).map(({ id }) => id)
  return [...declared, ...others.toReversed()]
}

/**
 * Shares the room among texts. Short ones have their own width, long ones an equal part of what is
 * left. Room that no text wants goes to all of them.
 */
function shared(
  room: number,
  columns: readonly { readonly least: number; readonly want: number }[],
): readonly number[] {
  const at = (level: number) =>
    columns.map(({ least, want }) => Math.max(least, Math.min(want, level)))
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  let [level, most] = [0, room]
  while (most - level > 0.01) {
    const middle = (level + most) / 2
    if (sum(at(middle)) > room) most = middle
    else level = middle
  }
  const widths = at(level)
  const rest = (room - sum(widths)) / widths.length
  return widths.map((width) => Math.round(width + rest))
}

/**
 * The columns that a page has room for, in the user's order, and their widths.
 * @param page its width, 0 while it is unknown: all columns then have their own widths
 * @param needs what the widest figures of columns take, and the longest texts @unit pixels
 */
export function fitColumns<C extends Fit>(
  columns: readonly C[],
  page: { readonly width: number; readonly margin: number; readonly actions: boolean },
  needs: Readonly<Record<string, number>> = {},
  { hidden = [], order = [], widths = {} }: Partial<ColumnArrangement> = {},
): {
  readonly columns: readonly C[]
  readonly widths: Readonly<Record<string, string>>
  readonly actions: boolean
} {
  const name = nameOf(columns)
  const place = (id: string, index: number) => {
    const chosen = order.indexOf(id)
    return chosen < 0 ? index : chosen
  }
  let shown: readonly C[] = columns
    .map((column, index) => ({ column, at: place(column.id, index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ column }) => column)
    .filter(({ id }) => id === name || !hidden.includes(id))
  if (page.width === 0) return { columns: shown, widths: {}, actions: page.actions }

  const isNaming = ({ id, names }: Fit) => id === name || names === true
  const least = (column: Fit) =>
    Math.max(
      widths[column.id] ??
        (column.width === undefined
          ? isNaming(column)
            ? TEXT_WIDTH
            : Math.min(WORD_WIDTH, needs[column.id] ?? TEXT_WIDTH)
          : bounds(column.width, page.width)[0]),
      column.id === name ? NAME_WIDTH : 0,
      column.align === 'fig' ? (needs[column.id] ?? 0) : 0,
    )
  /** Room that its texts want besides, of a column that says who or what. */
  const wanted = (column: Fit) =>
    isNaming(column) && widths[column.id] === undefined
      ? Math.max(0, (needs[column.id] ?? 0) - least(column))
      : 0
  /** The same, of a text that is not endless. */
  const owed = (column: Fit) => Math.min(wanted(column), Math.max(0, WHOLE_WIDTH - least(column)))
  const all = (of: (column: Fit) => number) => shown.reduce((total, one) => total + of(one), 0)
  const actions = page.actions && page.width >= ACTIONS_FROM
  const room = page.width - page.margin - (actions ? ACTIONS_WIDTH : 0)
  for (const id of leaving(shown, name)) {
    if (all(least) <= room) break
    shown = shown.filter((column) => column.id !== id)
  }
  for (const { id } of inOrderOfLeaving(shown.filter((column) => !isNaming(column)))) {
    if (all(least) + all(owed) <= room) break
    shown = shown.filter((column) => column.id !== id)
  }
  // Names have their room first, then columns with a range; those without a width share the rest.
  let spare = room - all(least)
  const given: Record<string, string> = {}
  for (const column of shown) {
    const isFluid = column.width === undefined && widths[column.id] === undefined
    if (isFluid) continue
    const most = widths[column.id] ?? bounds(column.width ?? '', page.width)[1]
    const more = Math.max(0, Math.min(spare - all(wanted), most - least(column)))
    spare -= more
    given[column.id] = `${least(column) + more}px`
  }
  const fluid = shown.filter(({ id }) => given[id] === undefined)
  const widthsOf = shared(
    fluid.reduce((total, one) => total + least(one), 0) + spare,
    fluid.map((column) => {
      const more = Math.max(0, Math.min(spare, owed(column)))
      spare -= more
      return {
        least: isNaming(column) ? least(column) + more : 0,
        want: needs[column.id] ?? page.width,
      }
    }),
  )
  // The last one takes what rounding leaves.
  for (const [index, { id }] of fluid.slice(0, -1).entries()) given[id] = `${widthsOf[index]}px`
  return { columns: shown, widths: given, actions }
}
