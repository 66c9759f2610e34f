import type { Decider } from '#domain/kernel/decider.ts'

/** Result of reading a source. */
export type Reading =
  | {
      readonly ok: true
      readonly found: number
      readonly etag: string
      readonly lastModified: string
    }
  | { readonly ok: false; readonly reason: string }

export type JobReadingCommand = {
  readonly type: 'RecordReading'
  readonly reading: Reading
  readonly name: string
}

/** Stored for good: add fields, never rename or remove. */
export type JobReadingEvent =
  | {
      readonly type: 'JobSourceRead'
      readonly data: {
        readonly name: string
        readonly found: number
        readonly etag: string
        readonly lastModified: string
      }
    }
  | {
      readonly type: 'JobSourceFailed'
      readonly data: { readonly name: string; readonly reason: string }
    }

/** Consecutive failures of a source. */
type State = { readonly failures: number }

/** Readings of a source: the stream has the id of the source. */
export const jobReadingDecider: Decider<JobReadingCommand, JobReadingEvent, State> = {
  category: 'jobReading',
  initial: { failures: 0 },
  decide({ reading, name }) {
    if (!reading.ok) return [{ type: 'JobSourceFailed', data: { name, reason: reading.reason } }]
    const { found, etag, lastModified } = reading
    return [{ type: 'JobSourceRead', data: { name, found, etag, lastModified } }]
  },
  evolve: (state, event) => ({
    failures: event.type === 'JobSourceFailed' ? state.failures + 1 : 0,
  }),
}
