import type { MergeEvent, Naming } from '#domain/customers/merge.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '../kernel/projection.ts'
import { defineTodoList, type Todo } from '../kernel/todo-list.ts'

/** Two records that were merged. @unit `at`: epoch milliseconds */
export type MergeDoc = Doc & {
  readonly entity: MergedEntity
  readonly keptId: string
  readonly mergedId: string
  readonly at: number
  readonly namings: readonly Naming[]
  /** The kept record's version by which it took the other one in; 0 until then. */
  readonly keptVersion: number
  readonly undone: boolean
}

export const merges = defineProjection<MergeEvent, MergeDoc>({
  name: 'merges',
  version: 1,
  on: {
    MergeBegun: (_, { data: { entity, keptId, mergedId }, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      entity,
      keptId,
      mergedId,
      at: meta.occurredAt,
      namings: [],
      keptVersion: 0,
      undone: false,
    }),
    NamingsMoved: (doc, { data }) => doc && { ...doc, namings: [...doc.namings, ...data.namings] },
    MergeFinished: (doc, { data }) => doc && { ...doc, keptVersion: data.keptVersion },
    MergeUndoBegun: (doc) => doc && { ...doc, undone: true },
    MergeUndone: (doc) => doc,
  },
  indexes: [{ fields: ['owner', 'entity', 'at'] }],
})

/** Merges that are begun and not finished, and those that are being taken back. */
export const unfinishedMerges = defineTodoList<MergeEvent, Todo>({
  name: 'unfinished-merges',
  version: 1,
  on: {
    MergeBegun: () => ({}),
    NamingsMoved: (row) => row,
    MergeFinished: () => null,
    MergeUndoBegun: () => ({}),
    MergeUndone: () => null,
  },
})
