import type { Decider } from './decider.ts'
import type { Entity } from './entity.ts'
import { refusal } from './errors.ts'
import type { RecordType } from './record.ts'

export type RecordValues = Readonly<Record<string, unknown>>

export type RecordCommand =
  | { type: 'Add'; values: RecordValues }
  | { type: 'Change'; values: RecordValues }
  | { type: 'Remove' }
export type RecordEvent = { type: string; data: { values: RecordValues } }
export type RecordState =
  | { status: 'none' }
  | { status: 'live'; added: RecordValues; values: RecordValues }
  | { status: 'removed'; values: RecordValues }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const deciders = new Map<string, Decider<RecordCommand, RecordEvent, RecordState>>()

/** Add, change and remove for one record type. Adding again with the same content is nothing; with other content, a conflict. */
export function recordDecider(type: RecordType): Decider<RecordCommand, RecordEvent, RecordState> {
  const known = deciders.get(type.name)
  if (known) return known
  const decider: Decider<RecordCommand, RecordEvent, RecordState> = {
    category: type.name,
    initial: { status: 'none' },
    decide(command, state) {
      if (command.type === 'Add') {
        if (state.status === 'none') return [{ type: type.events.added, data: { values: command.values } }]
        if (state.status === 'live' && same(state.added, command.values)) return []
        throw refusal('ID_ALREADY_USED')
      }
      if (state.status !== 'live') {
        if (command.type === 'Remove' && state.status === 'removed') return []
        throw refusal('NOT_FOUND')
      }
      if (command.type === 'Remove') return [{ type: type.events.removed, data: { values: {} } }]
      const changed = Object.fromEntries(
        Object.entries(command.values).filter(([key, value]) => !same(state.values[key], value)),
      )
      return Object.keys(changed).length === 0 ? [] : [{ type: type.events.changed, data: { values: changed } }]
    },
    evolve(state, event) {
      const { values } = event.data
      switch (event.type) {
        case type.events.added:
          return { status: 'live', added: values, values }
        case type.events.changed:
          return state.status === 'live' ? { ...state, values: { ...state.values, ...values } } : state
        case type.events.removed:
          return state.status === 'live' ? { status: 'removed', values: state.values } : state
        default:
          throw new Error(`Unknown event ${event.type} in a ${type.name} stream`)
      }
    },
  }
  deciders.set(type.name, decider)
  return decider
}

export const recordEntity = (type: RecordType): Entity<RecordCommand, RecordEvent, RecordState> => ({
  name: type.name,
  decider: recordDecider(type),
  permission: type.permission,
  view: (state) => (state.status === 'live' ? state.values : null),
})
