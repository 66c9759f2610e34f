import type { Fact } from '#contract/history/history.contract.ts'

type Change = Fact['changes'][number]

/**
 * Facts that are told as one: edits of one user within a minute, or internal steps that follow each
 * other.
 */
export type Group = {
  /** Newest first. */
  readonly facts: readonly [Fact, ...Fact[]]
  /** The changes of all its facts: of each field its first and its last value. */
  readonly changes: readonly Change[]
  readonly isInternal: boolean
}

/** Edits further apart are told apart. @unit milliseconds */
const TOGETHER_MS = 60_000

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Sum of several edits; a field that is again as it was is left out. */
function inAll(newestFirst: readonly Fact[]): readonly Change[] {
  const all = new Map<string, Change>()
  for (const change of newestFirst.toReversed().flatMap((fact) => fact.changes)) {
    const earlier = all.get(change.field)
    all.set(change.field, earlier ? { ...change, from: earlier.from } : change)
  }
  return [...all.values()].filter(({ from, to }) => !same(from, to))
}

/** @param facts newest first */
export function grouped(facts: readonly Fact[]): readonly Group[] {
  const groups: { facts: [Fact, ...Fact[]]; isInternal: boolean }[] = []
  for (const fact of facts) {
    const group = groups.at(-1)
    if (group && (fact.isInternal ? group.isInternal : isEditedWith(group.facts[0], fact)))
      group.facts.push(fact)
    else groups.push({ facts: [fact], isInternal: fact.isInternal })
  }
  return groups.map((group) => ({ ...group, changes: inAll(group.facts) }))
}

const isEditedWith = (newest: Fact, fact: Fact): boolean =>
  newest.isEdit &&
  fact.isEdit &&
  newest.actor.id === fact.actor.id &&
  newest.cause === fact.cause &&
  newest.at - fact.at < TOGETHER_MS
