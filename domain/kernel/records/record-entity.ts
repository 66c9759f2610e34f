import type { Entity } from './entity.ts'
import { decode, type FieldKind, type Fields, type Values } from './field.ts'
import {
  type RecordCommand,
  recordDecider,
  type RecordEvent,
  type RecordState,
} from './record-decider.ts'
import { type RecordType, type Stored, titleOf } from './record.ts'

/** Kinds by path, those of an address and of rows with their parts. */
function kindsOf(fields: Fields, prefix = ''): readonly [string, FieldKind][] {
  return Object.entries(fields).flatMap(([key, field]): [string, FieldKind][] => {
    const path = `${prefix}${key}`
    if (field.kind === 'address')
      return [
        [path, 'address'],
        [`${path}.country`, 'country'],
      ]
    return [[path, field.kind], ...(field.fields ? kindsOf(field.fields, `${path}.`) : [])]
  })
}

/** A record's derived figures, on the wire. */
export const derivedOf = <T extends RecordType>(
  type: T,
  values: Stored<T>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(type.derived).map(([key, field]) => [
      key,
      field.toWire(field.of(values), values),
    ]),
  )

const entriesOf = (type: RecordType) => Object.entries({ ...type.fields, ...type.derived })

/** The history of a record type, in the wire's words. Pictures are shown by their SHA-256. */
export function recordEntity<T extends RecordType>(
  type: T,
): Entity<RecordCommand<T>, RecordEvent<T>, RecordState<T>> {
  const fields: T['fields'] = type.fields
  const currency = entriesOf(type).find(([, field]) => field.currency !== undefined)?.[1].currency
  return {
    name: type.name,
    decider: recordDecider(type),
    permission: type.permission,
    shows: Object.fromEntries(kindsOf({ ...type.fields, ...type.derived })),
    refers: Object.fromEntries(
      entriesOf(type).flatMap(([key, { references }]) =>
        references === undefined ? [] : [[key, references]],
      ),
    ),
    ...(currency === undefined ? {} : { currency }),
    edits: [type.events.changed],
    removed: type.events.removed,
    ...(type.scope === 'shared'
      ? { shared: type.read === 'permission' ? 'permitted' : 'everyone' }
      : {}),
    view(state): Values | null {
      return state.status === 'live'
        ? { ...decode(fields, state.values), ...derivedOf(type, state.values) }
        : null
    },
    title: (view) => titleOf(type, view),
  }
}
