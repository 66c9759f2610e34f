import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { WorkEvent } from '#domain/operations/work.ts'
import { defineProjection } from '../kernel/projection.ts'

/**
 * A list whose work fails, in whichever process, or has failed. @unit since: epoch milliseconds; 0
 * while it does not fail
 */
export type WorkDoc = Doc & {
  readonly since: number
  /** Number of retries requested so far. */
  readonly retries: number
}

export const failingWork = defineProjection<WorkEvent, WorkDoc>({
  name: 'failing-work',
  version: 1,
  indexes: [],
  on: {
    WorkFailed: (work, { meta }, key) => ({
      _id: key,
      owner: SHARED,
      since: meta.occurredAt,
      retries: work?.retries ?? 0,
    }),
    WorkRecovered: (work) => work && { ...work, since: 0 },
    WorkRetryRequested: (work) => work && { ...work, retries: work.retries + 1 },
  },
})
