import type { Fact } from '#contract/history/history.contract.ts'
import { type Change, isTold, type Reading } from './change-line.tsx'
import { type Group, grouped } from './grouped.ts'

/** A change as it is shown. `label` is translated, and replaces its field's name. */
export type Part = Change & { readonly label?: string }

/** Facts that are shown as one, with their changes; internal facts have theirs one by one. */
export type Line = Omit<Group, 'changes'> & {
  readonly changes: readonly Part[]
  readonly steps: readonly { readonly fact: Fact; readonly changes: readonly Part[] }[]
}

/**
 * The lines of a history, newest first.
 *
 * @param parts splits a change into several
 */
export function linesOf(
  newestFirst: readonly Fact[],
  parts: (change: Change) => readonly Part[],
  reading: Pick<Reading, 'names' | 'untold'>,
): readonly Line[] {
  const partsOf = (changes: readonly Change[]) =>
    changes.flatMap((change) => parts(change)).filter((change) => isTold(change, reading))
  return (
    grouped(newestFirst)
      .map((group) => ({
        ...group,
        changes: partsOf(group.changes),
        steps: group.isInternal
          ? group.facts.map((fact) => ({ fact, changes: partsOf(fact.changes) }))
          : [],
      }))
      // Edits that undid each other, and changes of hidden fields alone, leave nothing to show.
      .filter(
        ({ changes, facts, isInternal }) =>
          isInternal || changes.length > 0 || !facts.every((one) => one.isEdit),
      )
  )
}

/** Labels that parts bring with them, by field. */
export const labelsOf = (lines: readonly Line[]): ReadonlyMap<string, string> =>
  new Map(
    lines
      .flatMap(({ changes, steps }) => [...changes, ...steps.flatMap((step) => step.changes)])
      .flatMap(({ field, label }) => (label ? [[field, label]] : [])),
  )
