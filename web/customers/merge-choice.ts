import type { RecordRow, RecordType } from '#contract/kernel/records.ts'
import { isNone } from '#web/kernel/ui/field-value.tsx'
import { ownFields } from '#web/kernel/records/record-type.ts'

/** The place of a record in the pair: the older one first. */
export type Side = 0 | 1
export const SIDES = [0, 1] as const
export const other = (side: Side): Side => (side === 0 ? 1 : 0)

/** The record that two are merged into at first: the one that is used more, else the older. */
export const usualTarget = (
  records: readonly { readonly uses: readonly { readonly count: number }[] }[],
): Side => {
  const [older = 0, newer = 0] = records.map(({ uses }) =>
    uses.reduce((sum, { count }) => sum + count, 0),
  )
  return newer > older ? 1 : 0
}

/**
 * The fields of two records, and the source of each value. The target's value stays, unless it is
 * empty or the user chose the other one.
 */
export function mergeChoice(
  type: RecordType,
  rows: readonly [RecordRow, RecordRow],
  target: Side,
  chosen: Readonly<Record<string, Side>>,
) {
  const isEmpty = (side: Side, key: string) =>
    isNone(type.fields[key]?.kind ?? 'text', rows[side][key])
  const fields = ownFields(type, Object.keys(type.fields))
    .filter((key) => SIDES.some((side) => !isEmpty(side, key)))
    .map((key) => ({
      key,
      isSame: JSON.stringify(rows[0][key]) === JSON.stringify(rows[1][key]),
      side: chosen[key] ?? (isEmpty(target, key) ? other(target) : target),
    }))
  return {
    fields,
    /** Fields whose value comes from the record that goes. */
    taken: fields.flatMap(({ key, isSame, side }) => (isSame || side === target ? [] : [key])),
  }
}
