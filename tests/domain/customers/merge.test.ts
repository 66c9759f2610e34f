import { describe, expect, test } from 'vitest'
import { mergeDecider, type MergeEvent, type Naming } from '#domain/customers/merge.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(mergeDecider)
const chosen = { entity: 'company', keptId: 'kept', mergedId: 'twin', fields: ['siren'] } as const
const begun: MergeEvent = { type: 'MergeBegun', data: chosen }
const contact: Naming = { entity: 'contact', id: 'c1', path: 'companyId' }
const bill: Naming = { entity: 'bill', id: 'b1', path: 'clientId' }
const moved = (...namings: readonly Naming[]): MergeEvent => ({
  type: 'NamingsMoved',
  data: { namings },
})
const finished: MergeEvent = { type: 'MergeFinished', data: { keptVersion: 4 } }
const undoing: MergeEvent = { type: 'MergeUndoBegun', data: {} }
const undone: MergeEvent = { type: 'MergeUndone', data: {} }

describe('a merge', () => {
  test('is begun once, between two records', () => {
    given()
      .when({ type: 'BeginMerge', ...chosen })
      .yields(begun)
    given()
      .when({ type: 'BeginMerge', ...chosen, mergedId: 'kept' })
      .refuses('MERGE_OF_ITSELF')
    given(begun)
      .when({ type: 'BeginMerge', ...chosen })
      .refuses('ID_ALREADY_USED')
  })
  test('tells each naming once, also those that are found in a later round', () => {
    given(begun)
      .when({ type: 'MoveNamings', namings: [contact] })
      .yields(moved(contact))
    given(begun, moved(contact))
      .when({ type: 'MoveNamings', namings: [contact, bill] })
      .yields(moved(bill))
    given(begun, moved(contact))
      .when({ type: 'MoveNamings', namings: [contact] })
      .yields()
    expect(given(begun, moved(contact), moved(bill)).state()).toMatchObject({
      namings: [contact, bill],
    })
  })
  test('moves nothing once it is finished', () =>
    given(begun, finished)
      .when({ type: 'MoveNamings', namings: [contact] })
      .yields())
  test('is finished once', () => {
    given(begun).when({ type: 'FinishMerge', keptVersion: 4 }).yields(finished)
    given(begun, finished).when({ type: 'FinishMerge', keptVersion: 4 }).yields()
  })
  test('is undone once it is finished, and not before', () => {
    given(begun, finished).when({ type: 'BeginUndo' }).yields(undoing)
    given(begun).when({ type: 'BeginUndo' }).refuses('MERGE_UNFINISHED')
    given(begun, finished, undoing).when({ type: 'FinishUndo' }).yields(undone)
    given(begun, finished, undoing, undone).when({ type: 'BeginUndo' }).yields()
  })
  test('is given up where the record to keep has gone, and not after its end', () => {
    given(begun).when({ type: 'GiveUpMerge' }).yields(undoing)
    given(begun, finished).when({ type: 'GiveUpMerge' }).yields()
  })
  test('that was never begun is not found', () =>
    given().when({ type: 'BeginUndo' }).refuses('NOT_FOUND'))
})
