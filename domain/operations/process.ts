import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import type { IntegrityReport } from './integrity-report.ts'
import type { RunCounts, RunOptions, RunResult } from './process.values.ts'

/** Progress of a run: `done` of `of` steps, and its counts so far. */
export type RunProgress = { readonly done: number; readonly of: number; readonly counts: RunCounts }

export type ProcessCommand =
  | {
      readonly type: 'RequestRun'
      readonly runId: string
      readonly dryRun: boolean
      readonly options: RunOptions
      /** Whether the schedule asks, which a pause holds back. */
      readonly scheduled: boolean
    }
  | { readonly type: 'TellProgress'; readonly runId: string; readonly progress: RunProgress }
  | { readonly type: 'CancelRun'; readonly runId: string }
  | {
      readonly type: 'EndRun'
      readonly runId: string
      readonly result: RunResult
      readonly counts: RunCounts
      /** A code of a catalogue; empty unless it failed. */
      readonly reason: string
      /** Result of a check of the log. */
      readonly report?: IntegrityReport
    }
  | { readonly type: 'SetPaused'; readonly paused: boolean }

/** Stored for good: add fields, never rename or remove. */
export type ProcessEvent =
  | {
      readonly type: 'ProcessRunRequested'
      readonly data: {
        readonly runId: string
        readonly dryRun: boolean
        readonly options: RunOptions
        readonly scheduled: boolean
      }
    }
  | { readonly type: 'ProcessRunAdvanced'; readonly data: { readonly runId: string } & RunProgress }
  | { readonly type: 'ProcessRunCancelled'; readonly data: { readonly runId: string } }
  | {
      readonly type: 'ProcessRunEnded'
      readonly data: {
        readonly runId: string
        readonly result: RunResult
        readonly counts: RunCounts
        readonly reason: string
        readonly report?: IntegrityReport
      }
    }
  | { readonly type: 'ProcessPaused'; readonly data: Record<never, never> }
  | { readonly type: 'ProcessResumed'; readonly data: Record<never, never> }

export const processEvents = eventGroups<ProcessEvent>()({
  runs: ['ProcessRunRequested', 'ProcessRunAdvanced', 'ProcessRunCancelled', 'ProcessRunEnded'],
  pauses: ['ProcessPaused', 'ProcessResumed'],
})

/** `running`: the run under way. `ended`: the runs before it. */
export type ProcessState = {
  readonly paused: boolean
  readonly running: { readonly runId: string; readonly cancelled: boolean } | null
  readonly ended: ReadonlySet<string>
}

const processRefusal = catalogue({
  PROCESS_RUNNING: 'conflict',
  PROCESS_PAUSED: 'conflict',
  PROCESS_RUN_ENDED: 'conflict',
})

/** Reasons of a failed run. Their sentences are beside those of the refusals. */
catalogue({ PROCESS_FAILED: 'unavailable' })

/** A tool of the command center. The stream has the tool's name; one run is under way at a time. */
export const processDecider: Decider<ProcessCommand, ProcessEvent, ProcessState> = {
  category: 'process',
  initial: { paused: false, running: null, ended: new Set() },
  decide(command, { paused, running, ended }) {
    switch (command.type) {
      case 'RequestRun': {
        const { runId, dryRun, options, scheduled } = command
        if (running?.runId === runId || ended.has(runId)) return []
        if (running !== null) throw processRefusal('PROCESS_RUNNING')
        if (paused && scheduled) throw processRefusal('PROCESS_PAUSED')
        return [{ type: 'ProcessRunRequested', data: { runId, dryRun, options, scheduled } }]
      }
      case 'TellProgress': {
        if (running?.runId !== command.runId) return []
        return [{ type: 'ProcessRunAdvanced', data: { runId: command.runId, ...command.progress } }]
      }
      case 'CancelRun': {
        const { runId } = command
        if (ended.has(runId)) throw processRefusal('PROCESS_RUN_ENDED')
        if (running?.runId !== runId) throw refusal('NOT_FOUND')
        return running.cancelled ? [] : [{ type: 'ProcessRunCancelled', data: { runId } }]
      }
      case 'EndRun': {
        const { type: _, ...data } = command
        return running?.runId === data.runId ? [{ type: 'ProcessRunEnded', data }] : []
      }
      case 'SetPaused':
        if (command.paused === paused) return []
        return [{ type: command.paused ? 'ProcessPaused' : 'ProcessResumed', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ProcessRunRequested':
        return { ...state, running: { runId: event.data.runId, cancelled: false } }
      case 'ProcessRunAdvanced':
        return state
      case 'ProcessRunCancelled':
        return { ...state, running: { runId: event.data.runId, cancelled: true } }
      case 'ProcessRunEnded':
        return { ...state, running: null, ended: new Set(state.ended).add(event.data.runId) }
      case 'ProcessPaused':
        return { ...state, paused: true }
      case 'ProcessResumed':
        return { ...state, paused: false }
      default:
        return unreachable(event)
    }
  },
}
