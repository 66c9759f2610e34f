import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { mergeRefusal } from './merge.ts'
import type { MergedEntity } from './merge.values.ts'

/** Two records of one entity, in the order of their ids. */
type RecordPair = { readonly entity: MergedEntity; readonly ids: readonly [string, string] }

export type ToldApartCommand =
  | ({ readonly type: 'TellApart' } & RecordPair)
  | { readonly type: 'ForgetTellingApart' }

/** Stored for good: add fields, never rename or remove. */
export type ToldApartEvent =
  | { readonly type: 'RecordsToldApart'; readonly data: RecordPair }
  | { readonly type: 'TellingApartForgotten'; readonly data: Record<never, never> }

export type ToldApart =
  | { readonly status: 'none' }
  | ({ readonly status: 'apart' | 'forgotten' } & RecordPair)

/** Two records that look like one and are not, as their user says. A stream each pair. */
export const toldApartDecider: Decider<ToldApartCommand, ToldApartEvent, ToldApart> = {
  category: 'toldApart',
  initial: { status: 'none' },
  decide(command, state) {
    switch (command.type) {
      case 'TellApart': {
        const { entity, ids } = command
        if (ids[0] === ids[1])
          throw mergeRefusal('MERGE_OF_ITSELF', {}, [{ path: 'ids', code: 'MERGE_OF_ITSELF' }])
        return state.status === 'apart' ? [] : [{ type: 'RecordsToldApart', data: { entity, ids } }]
      }
      case 'ForgetTellingApart':
        if (state.status === 'none') throw refusal('NOT_FOUND')
        return state.status === 'apart' ? [{ type: 'TellingApartForgotten', data: {} }] : []
      default:
        return unreachable(command)
    }
  },
  evolve(state, event): ToldApart {
    switch (event.type) {
      case 'RecordsToldApart':
        return { status: 'apart', ...event.data }
      case 'TellingApartForgotten':
        if (state.status === 'none')
          throw new Error('A pair was forgotten that was never told apart')
        return { ...state, status: 'forgotten' }
      default:
        return unreachable(event)
    }
  },
}
