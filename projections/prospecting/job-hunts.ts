import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { type JobHuntEvent, jobHuntDecider, nextHunt } from '#domain/prospecting/job-hunt.ts'
import { defineProjection, type Fact, ignored } from '../kernel/projection.ts'
import { defineTodoList, type Todo } from '../kernel/todo-list.ts'

/** A user's next search, and the sets of criteria that are searched by themselves. */
export type DueJobHunt = Todo & { readonly criteria: readonly string[] }

/** The facts of a set of criteria of which this list reads one field. */
type CriteriaEvent = {
  readonly type:
    | 'SearchCriteriaAdded'
    | 'SearchCriteriaChanged'
    | 'SearchCriteriaRemoved'
    | 'SearchCriteriaRestored'
  readonly data: { readonly values: { readonly automaticSearch?: boolean } }
}
const ownerOf = ({ meta }: RecordedEvent): string => meta.owner

/**
 * The owner's row after a set of criteria was switched on or off. The instant of the next search
 * stays.
 */
function searched(
  row: DueJobHunt | null,
  { stream, meta }: Fact<CriteriaEvent>,
  automatic: boolean | undefined,
) {
  if (automatic === undefined) return row
  const others = (row?.criteria ?? []).filter((id) => id !== idOf(stream))
  const criteria = automatic ? [...others, idOf(stream)] : others
  if (criteria.length === 0) return null
  return { criteria, dueAt: row?.dueAt ?? nextHunt(meta.owner, meta.occurredAt) }
}
const criteriaWritten = (row: DueJobHunt | null, fact: Fact<CriteriaEvent>) =>
  searched(row, fact, fact.data.values.automaticSearch)

/** Searches that go by themselves, by the user's id. */
export const dueJobHunts = defineTodoList<CriteriaEvent | JobHuntEvent, DueJobHunt>({
  name: 'due-job-hunts',
  version: 1,
  keyOf: {
    SearchCriteriaAdded: ownerOf,
    SearchCriteriaChanged: ownerOf,
    SearchCriteriaRemoved: ownerOf,
    SearchCriteriaRestored: ownerOf,
  },
  on: {
    SearchCriteriaAdded: criteriaWritten,
    SearchCriteriaChanged: criteriaWritten,
    SearchCriteriaRemoved: (row, fact) => searched(row, fact, false),
    SearchCriteriaRestored: criteriaWritten,
    JobHuntEnded: (row, { meta }) =>
      row && { criteria: row.criteria, dueAt: nextHunt(meta.owner, meta.occurredAt) },
    ...ignored('SuggestionsTaken', 'FreeSuggestionsGiven', 'CompanyHidden', 'CompanyShown'),
  },
})

/** Facts of a user's searches, by the user's id. */
export type JobHuntDoc = Doc & {
  /** Free suggestions that are left; null where none were ever given. */
  readonly left: number | null
  readonly hidden: readonly string[]
}

const folded = (
  doc: JobHuntDoc | null,
  { type, data, meta }: Fact<JobHuntEvent>,
  key: string,
): JobHuntDoc => {
  const { left, hidden } = doc ?? jobHuntDecider.initial
  // A fact has the type and the data of one event of the union.
  return {
    _id: key,
    owner: meta.owner,
    ...jobHuntDecider.evolve({ left, hidden }, { type, data } as JobHuntEvent),
  }
}

export const jobHunts = defineProjection<JobHuntEvent, JobHuntDoc>({
  name: 'job-hunts',
  version: 1,
  outlives: true,
  on: {
    SuggestionsTaken: folded,
    FreeSuggestionsGiven: folded,
    CompanyHidden: folded,
    CompanyShown: folded,
    ...ignored('JobHuntEnded'),
  },
  indexes: [],
})
