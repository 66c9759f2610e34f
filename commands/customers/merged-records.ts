import type { CommandHandler, Loaded } from '#commands/kernel/command.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { type Merge, mergeRefusal } from '#domain/customers/merge.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import { fold } from '#domain/kernel/decider.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { decode, type Values } from '#domain/kernel/records/field.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import {
  recordDecider,
  type RecordEvent,
  type RecordState,
} from '#domain/kernel/records/record-decider.ts'
import { dayIn } from '#domain/kernel/time.ts'

export const TYPES: Readonly<Record<MergedEntity, RecordType>> = {
  company: Company,
  contact: Contact,
}

export type Begun = Exclude<Merge, { readonly status: 'none' }>
export type AnyState = RecordState<RecordType>

/** The record's values on the wire; a removed one still has them. */
export const valuesOf = (type: RecordType, loaded: Loaded<AnyState> | null): Values => {
  const state = loaded?.state
  return state === undefined || state.status === 'none' ? {} : decode(type.fields, state.values)
}
export const taken = (merge: Pick<Begun, 'entity' | 'fields'>, from: Values): Values =>
  Object.fromEntries(merge.fields.map((field) => [field, from[field]]))

export const nameIn = (loaded: Loaded<AnyState> | null): string => {
  const name = loaded?.state.status === 'live' ? (loaded.state.values as Values)['name'] : ''
  return typeof name === 'string' ? name : ''
}

/** The values that the kept record had before, where no user has changed them since. */
export function valuesBefore(type: RecordType, id: string, loaded: Loaded<AnyState>): Values {
  const isAct = ({ data }: { readonly data: unknown }) =>
    (data as RecordEvent<RecordType>['data']).merge === id
  const at = loaded.events.findIndex(isAct)
  const event = loaded.events[at]
  if (event === undefined || loaded.state.status !== 'live') return {}
  // events of the record's own stream
  const earlier = fold(
    recordDecider(type),
    loaded.events.slice(0, at) as readonly RecordEvent<RecordType>[],
  )
  if (earlier.status !== 'live') return {}
  const now = loaded.state.values as Values
  const given = (event.data as RecordEvent<RecordType>['data']).values as Values
  const was = decode(type.fields, earlier.values) as Values
  return Object.fromEntries(
    Object.keys(given)
      .filter((field) => same(now[field], given[field]))
      .map((field) => [field, was[field]]),
  )
}

/** Records that may be merged. */
export function mergedRecords(handler: CommandHandler, clock: Clock) {
  const load = (
    entity: MergedEntity,
    id: string,
    owner: string,
  ): Promise<Loaded<AnyState> | null> => handler.load(recordDecider(TYPES[entity]), id, owner)
  const isLive = async (entity: MergedEntity, id: string, owner: string): Promise<boolean> =>
    (await load(entity, id, owner))?.state.status === 'live'

  /**
   * @throws MERGE_PARTNER_UNKNOWN · MERGE_FIELD_UNKNOWN · RULE_BROKEN, before anything is written
   */
  async function check(
    { entity, keptId, mergedId, fields }: Omit<Begun, 'status' | 'namings'>,
    owner: string,
  ) {
    const type = TYPES[entity]
    const [keptRecord, merged] = await Promise.all([
      load(entity, keptId, owner),
      load(entity, mergedId, owner),
    ])
    const unknown = [
      ...(keptRecord?.state.status === 'live' ? [] : ['keptId']),
      ...(merged?.state.status === 'live' ? [] : ['mergedId']),
    ].map((path) => ({ path, code: 'MERGE_PARTNER_UNKNOWN' }))
    if (unknown.length > 0) throw mergeRefusal('MERGE_PARTNER_UNKNOWN', {}, unknown)
    const strange = fields.filter((field) => !Object.hasOwn(type.fields, field))
    if (strange.length > 0)
      throw mergeRefusal('MERGE_FIELD_UNKNOWN', {}, [
        { path: 'fields', code: 'MERGE_FIELD_UNKNOWN' },
      ])
    if (keptRecord === null) return
    const now = clock.now()
    // Decided without being written: values of two records may break a rule together.
    recordDecider(type).decide(
      { type: 'Absorb', merge: '', values: taken({ entity, fields }, valuesOf(type, merged)) },
      keptRecord.state,
      { now, today: dayIn(now, 'Europe/Paris'), actor: { kind: 'user', id: owner } },
    )
  }

  return { load, isLive, check }
}
