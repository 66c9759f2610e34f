import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Cause } from '#domain/kernel/decider.ts'
import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { type ProcessEvent, processEvents } from '#domain/operations/process.ts'
import type { IntegrityReport } from '#domain/operations/integrity-report.ts'
import type { RunCounts, RunOptions, RunResult } from '#domain/operations/process.values.ts'
import { defineProjection, ignored } from '../kernel/projection.ts'
import { defineTodoList, type Todo } from '../kernel/todo-list.ts'

/**
 * A tool of the command center: whether its schedule is held back. @unit pausedAt: epoch
 * milliseconds, 0 if not
 */
export type ProcessDoc = Doc & { readonly pausedAt: number; readonly pausedBy: string }

export const processes = defineProjection<ProcessEvent, ProcessDoc>({
  name: 'processes',
  version: 1,
  indexes: [],
  on: {
    ProcessPaused: (_, { meta }, key) => ({
      _id: key,
      owner: SHARED,
      pausedAt: meta.occurredAt,
      pausedBy: meta.actor.name ?? meta.actor.id,
    }),
    ProcessResumed: () => null,
    ...ignored(...processEvents.runs),
  },
})

/** One line of a run's log. @unit at: epoch milliseconds */
type RunStep = {
  readonly at: number
  readonly done: number
  readonly of: number
  readonly counts: RunCounts
}

/** @unit requestedAt, endedAt: epoch milliseconds; endedAt 0 while it runs */
export type ProcessRunDoc = Doc & {
  readonly process: string
  readonly dryRun: boolean
  readonly options: RunOptions
  readonly cause: Cause
  readonly requestedAt: number
  readonly requestedBy: string
  readonly correlationId: string
  readonly state: 'running' | 'cancelling' | RunResult
  readonly done: number
  readonly of: number
  readonly counts: RunCounts
  /** Code of why it failed; else empty. */
  readonly reason: string
  readonly endedAt: number
  /** Result of a check of the log; null for any other run, and until it has ended. */
  readonly report: IntegrityReport | null
  /** The newest steps, the oldest first. */
  readonly steps: readonly RunStep[]
}

/** Steps that a run keeps: it tells at most a hundred. */
const STEPS = 100

const ofRun = ({ data }: { readonly data: { readonly runId: string } }) => data.runId

export const processRuns = defineProjection<ProcessEvent, ProcessRunDoc>({
  name: 'process-runs',
  version: 2,
  indexes: [{ fields: ['process', 'requestedAt'] }],
  keyOf: {
    ProcessRunRequested: ofRun,
    ProcessRunAdvanced: ofRun,
    ProcessRunCancelled: ofRun,
    ProcessRunEnded: ofRun,
  },
  on: {
    ProcessRunRequested: (_, { data, meta, stream }, key) => ({
      _id: key,
      owner: SHARED,
      process: idOf(stream),
      dryRun: data.dryRun,
      options: data.options,
      cause: meta.cause,
      requestedAt: meta.occurredAt,
      requestedBy: meta.actor.name ?? meta.actor.id,
      correlationId: meta.correlationId,
      state: 'running',
      done: 0,
      of: 0,
      counts: {},
      reason: '',
      endedAt: 0,
      report: null,
      steps: [],
    }),
    ProcessRunAdvanced: (run, { data: { done, of, counts }, meta }) =>
      run && {
        ...run,
        done,
        of,
        counts,
        steps: [...run.steps, { at: meta.occurredAt, done, of, counts }].slice(-STEPS),
      },
    ProcessRunCancelled: (run) => run && { ...run, state: 'cancelling' },
    ProcessRunEnded: (run, { data: { result, counts, reason, report = null }, meta }) =>
      run && { ...run, state: result, counts, reason, report, endedAt: meta.occurredAt },
    ...ignored(...processEvents.pauses),
  },
})

/**
 * A run that was asked for and has not ended. After a crash it is made again, from its beginning.
 */
export type RequestedRun = Todo & {
  readonly process: string
  readonly dryRun: boolean
  readonly options: RunOptions
}

export const requestedRuns = defineTodoList<ProcessEvent, RequestedRun>({
  name: 'requested-runs',
  version: 1,
  keyOf: { ProcessRunRequested: ofRun, ProcessRunEnded: ofRun },
  on: {
    ProcessRunRequested: (_, { data: { dryRun, options }, meta, stream }) => ({
      process: idOf(stream),
      dryRun,
      options,
      dueAt: meta.occurredAt,
    }),
    ProcessRunEnded: () => null,
    ...ignored('ProcessRunAdvanced', 'ProcessRunCancelled', ...processEvents.pauses),
  },
})
