import { entriesOf } from '#commands/kernel/verify.ts'
import { type Merge, mergeDecider, type MergeEvent } from '#domain/customers/merge.ts'
import { categoryOf } from '#domain/kernel/event.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'

/**
 * The records that were merged into this one, and into those: removed, but their streams still
 * tell of them.
 */
export async function mergedInto(
  store: EventStore,
  entity: string,
  keptRecord: string,
): Promise<readonly string[]> {
  const merges = new Map<string, Merge>()
  for await (const { event } of entriesOf(store)) {
    if (categoryOf(event.stream) !== mergeDecider.category) continue
    const { type, data } = event
    const before = merges.get(event.stream) ?? mergeDecider.initial
    // events of a merge's stream
    merges.set(event.stream, mergeDecider.evolve(before, { type, data } as MergeEvent))
  }
  const pairs = [...merges.values()].flatMap((merge) =>
    merge.status === 'none' || merge.status === 'undone' || merge.entity !== entity ? [] : [merge],
  )
  const found = new Set([keptRecord])
  for (const id of found)
    for (const { keptId, mergedId } of pairs) if (keptId === id) found.add(mergedId)
  found.delete(keptRecord)
  return [...found]
}
