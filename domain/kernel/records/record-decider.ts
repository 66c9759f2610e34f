import { addOnce, same } from './changes.ts'
import type { Decider } from '../decider.ts'
import { refusal } from '../errors.ts'
import {
  blank,
  brokenRules,
  completed,
  decode,
  differing,
  encode,
  type Fields,
  type Values,
} from './field.ts'
import { type RecordType, settled, type Stored, type Wire } from './record.ts'

/**
 * A command's values are the wire's, already validated. A field that is absent is empty on adding,
 * and keeps its value on changing.
 */
export type RecordCommand<T extends RecordType> =
  | { readonly type: 'Add'; readonly values: Partial<Wire<T>> }
  | { readonly type: 'Change'; readonly values: Partial<Wire<T>> }
  | { readonly type: 'Remove' }
  /** Takes the removal back. `emptied` has fields whose reference is gone. */
  | { readonly type: 'Restore'; readonly emptied: Partial<Wire<T>> }
  /** Takes another record in, with the values that are kept of it; `merge` is the id of the act. */
  | { readonly type: 'Absorb'; readonly merge: string; readonly values: Partial<Wire<T>> }
  /** Lets it go again, with the values from before. */
  | { readonly type: 'Part'; readonly merge: string; readonly values: Partial<Wire<T>> }
/**
 * Stored for good. A change holds only the fields that changed, a removal none, a restoration all.
 * A merge may change none: that it happened is the fact.
 */
export type RecordEvent<T extends RecordType> = {
  readonly type: string
  readonly data: { readonly values: Partial<Stored<T>>; readonly merge?: string }
}
export type RecordState<T extends RecordType> =
  | { readonly status: 'none' }
  | { readonly status: 'live'; readonly added: Stored<T>; readonly values: Stored<T> }
  | { readonly status: 'removed'; readonly values: Stored<T> }

/**
 * Add, change, remove and restore for one record type. Adding again with the same content does
 * nothing; with other content it is a conflict.
 */
export function recordDecider<T extends RecordType>(type: T): RecordDecider<T> {
  const cached = deciders.get(type) as RecordDecider<T> | undefined // made for this type, below
  if (cached) return cached
  const made = deciderOf(type)
  deciders.set(type, made)
  return made
}

type RecordDecider<T extends RecordType> = Decider<RecordCommand<T>, RecordEvent<T>, RecordState<T>>

/** One decider a type: what was folded by it can be folded on. */
const deciders = new WeakMap<RecordType, unknown>()

function deciderOf<T extends RecordType>(type: T): RecordDecider<T> {
  const fields: T['fields'] = type.fields
  const check = (values: Values, changes: Values): void => {
    const broken = brokenRules(fields, values, changes)
    if (broken.length > 0) throw refusal('RULE_BROKEN', {}, broken)
  }
  const mergeEvent = (command: 'Absorb' | 'Part'): string => {
    if (type.mergeEvents === null) throw new Error(`Records of ${type.name} are not merged`)
    return type.mergeEvents[command === 'Absorb' ? 'merged' : 'parted']
  }
  /** The changes with what they empty, without what stays empty. */
  const withEmptied = (before: Stored<T>, changes: Partial<Stored<T>>): Partial<Stored<T>> => {
    const after: Values = settled(type, { ...before, ...changes })
    const old: Values = before
    return Object.fromEntries(
      Object.entries(after).filter(([key, value]) => !same(old[key], value)),
    ) as Partial<Stored<T>> // entries of the values
  }
  return {
    category: type.name,
    initial: { status: 'none' },
    decide(command, state) {
      if (command.type === 'Add') {
        check(blank(fields), command.values)
        const values = settled(type, completed(fields, encode(fields, command.values)))
        return addOnce(state, values, { type: type.events.added, data: { values } })
      }
      if (command.type === 'Restore') {
        if (state.status === 'live') return []
        if (state.status === 'none' || isForgotten(fields, state.values)) throw refusal('NOT_FOUND')
        const values = { ...state.values, ...encode(fields, command.emptied) }
        return [{ type: type.events.restored, data: { values } }]
      }
      if (state.status !== 'live') {
        if (command.type === 'Remove' && state.status === 'removed') return []
        throw refusal('NOT_FOUND')
      }
      if (command.type === 'Remove') return [{ type: type.events.removed, data: { values: {} } }]
      check(decode(fields, state.values), command.values)
      const values = withEmptied(state.values, differing(fields, state.values, command.values))
      if (command.type !== 'Change')
        return [{ type: mergeEvent(command.type), data: { values, merge: command.merge } }]
      return Object.keys(values).length === 0
        ? []
        : [{ type: type.events.changed, data: { values } }]
    },
    evolve(state, event) {
      const { values } = event.data
      switch (event.type) {
        case type.events.added:
        case type.events.restored: {
          const added = settled(type, completed(fields, values))
          return { status: 'live', added, values: added }
        }
        case type.events.changed:
        case type.mergeEvents?.merged:
        case type.mergeEvents?.parted:
          return state.status === 'live'
            ? { ...state, values: settled(type, { ...state.values, ...values }) }
            : state
        case type.events.removed:
          return state.status === 'live' ? { status: 'removed', values: state.values } : state
        default:
          throw new Error(`Unknown event ${event.type} in a ${type.name} stream`)
      }
    },
  }
}

/** Whether a required field lost its value with the key of the person that it named. */
const isForgotten = (fields: Fields, values: Values): boolean =>
  Object.entries(fields).some(([key, { required }]) => required && values[key] === '')
