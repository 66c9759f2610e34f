import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'

/** Time for which an administrator may read the opened record. @unit milliseconds */
export const RECORD_ACCESS_MS = HOUR_MS

/**
 * A record of a user, whose history an administrator opens for a reason. `by` is the
 * administrator's user.
 */
export type RecordAccess = {
  readonly by: string
  /** Name of the record's entity. */
  readonly entity: string
  readonly recordId: string
  readonly reason: string
}

export type RecordAccessCommand = { readonly type: 'OpenUserRecord' } & RecordAccess

/** Stored for good: add fields, never rename or remove. */
export type RecordAccessEvent = { readonly type: 'UserRecordOpened'; readonly data: RecordAccess }

/** A reason may tell of the user. */
export const recordAccessPersonal = personal<RecordAccessEvent>(ofOwner, {
  UserRecordOpened: { reason: '' },
})

/** `USER_RECORD_READABLE`: nothing needs to be opened. */
export const recordAccessRefusal = catalogue({ USER_RECORD_READABLE: 'conflict' })

/** One stream for each time that a record was opened; its owner is the user whose record it is. */
export const recordAccessDecider: Decider<
  RecordAccessCommand,
  RecordAccessEvent,
  { readonly opened: boolean }
> = {
  category: 'recordAccess',
  initial: { opened: false },
  decide({ by, entity, recordId, reason }, { opened }) {
    if (opened) throw refusal('ID_ALREADY_USED')
    return [{ type: 'UserRecordOpened', data: { by, entity, recordId, reason } }]
  },
  evolve: () => ({ opened: true }),
}
