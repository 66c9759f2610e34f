import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import type { MergedEntity } from './merge.values.ts'

/** A thing that names the merged record, and where in it. */
export type Naming = { readonly entity: string; readonly id: string; readonly path: string }

/** The two records that are one, and the fields whose value is taken from the one that goes. */
type Chosen = {
  readonly entity: MergedEntity
  readonly keptId: string
  readonly mergedId: string
  readonly fields: readonly string[]
}

export type MergeCommand =
  | ({ readonly type: 'BeginMerge' } & Chosen)
  /** Told before they are moved, so that an undo knows them whatever happens. */
  | { readonly type: 'MoveNamings'; readonly namings: readonly Naming[] }
  /** @param keptVersion the kept record's version by which it took the other one in */
  | { readonly type: 'FinishMerge'; readonly keptVersion: number }
  /** The record that was to be kept has gone meanwhile: what was done is taken back. */
  | { readonly type: 'GiveUpMerge' }
  | { readonly type: 'BeginUndo' }
  | { readonly type: 'FinishUndo' }

type None = Record<never, never>
/**
 * Stored for good: add fields, never rename or remove. No value of a record: those stand in the
 * records' streams.
 */
export type MergeEvent =
  | { readonly type: 'MergeBegun'; readonly data: Chosen }
  | { readonly type: 'NamingsMoved'; readonly data: { readonly namings: readonly Naming[] } }
  | { readonly type: 'MergeFinished'; readonly data: { readonly keptVersion: number } }
  | { readonly type: 'MergeUndoBegun'; readonly data: None }
  | { readonly type: 'MergeUndone'; readonly data: None }

export type Merge =
  | { readonly status: 'none' }
  | (Chosen & {
      readonly status: 'begun' | 'done' | 'undoing' | 'undone'
      /** References to the merged record, in the order of its moves. */
      readonly namings: readonly Naming[]
    })

export const mergeRefusal = catalogue({
  MERGE_OF_ITSELF: 'invalid',
  MERGE_PARTNER_UNKNOWN: 'invalid',
  MERGE_FIELD_UNKNOWN: 'invalid',
  MERGE_UNFINISHED: 'conflict',
  MERGE_KEPT_GONE: 'conflict',
  MERGE_PERSON_FORGOTTEN: 'conflict',
})

const isSame = (a: Naming, b: Naming): boolean =>
  a.entity === b.entity && a.id === b.id && a.path === b.path

/**
 * Two records that are one: a single act over many streams. It is begun here, done there, and
 * finished here; a reactor finishes what a crash has left, forwards or backwards.
 */
export const mergeDecider: Decider<MergeCommand, MergeEvent, Merge> = {
  category: 'merge',
  initial: { status: 'none' },
  decide(command, merge) {
    if (command.type === 'BeginMerge') {
      const { type: _, ...data } = command
      if (merge.status !== 'none') throw refusal('ID_ALREADY_USED')
      if (data.keptId === data.mergedId)
        throw mergeRefusal('MERGE_OF_ITSELF', {}, [{ path: 'mergedId', code: 'MERGE_OF_ITSELF' }])
      return [{ type: 'MergeBegun', data }]
    }
    if (merge.status === 'none') throw refusal('NOT_FOUND')
    switch (command.type) {
      case 'MoveNamings': {
        const namings = command.namings.filter(
          (one) => !merge.namings.some((naming) => isSame(naming, one)),
        )
        return merge.status !== 'begun' || namings.length === 0
          ? []
          : [{ type: 'NamingsMoved', data: { namings } }]
      }
      case 'FinishMerge':
        return merge.status === 'begun'
          ? [{ type: 'MergeFinished', data: { keptVersion: command.keptVersion } }]
          : []
      case 'GiveUpMerge':
        return merge.status === 'begun' ? [{ type: 'MergeUndoBegun', data: {} }] : []
      case 'BeginUndo':
        if (merge.status === 'begun') throw mergeRefusal('MERGE_UNFINISHED')
        return merge.status === 'done' ? [{ type: 'MergeUndoBegun', data: {} }] : []
      case 'FinishUndo':
        return merge.status === 'undoing' ? [{ type: 'MergeUndone', data: {} }] : []
      default:
        return unreachable(command)
    }
  },
  evolve(merge, event): Merge {
    if (event.type === 'MergeBegun') return { status: 'begun', ...event.data, namings: [] }
    if (merge.status === 'none')
      throw new Error(`${event.type} in the stream of a merge that was not begun`)
    switch (event.type) {
      case 'NamingsMoved':
        return { ...merge, namings: [...merge.namings, ...event.data.namings] }
      case 'MergeFinished':
        return { ...merge, status: 'done' }
      case 'MergeUndoBegun':
        return { ...merge, status: 'undoing' }
      case 'MergeUndone':
        return { ...merge, status: 'undone' }
      default:
        return unreachable(event)
    }
  },
}
