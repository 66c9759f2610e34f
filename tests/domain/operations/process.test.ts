import { describe, expect, test } from 'vitest'
import { processDecider, type ProcessEvent } from '#domain/operations/process.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(processDecider)
const requested: ProcessEvent = {
  type: 'ProcessRunRequested',
  data: { runId: 'run-1', dryRun: false, options: {}, scheduled: false },
}
const ended: ProcessEvent = {
  type: 'ProcessRunEnded',
  data: { runId: 'run-1', result: 'done', counts: { removed: 3 }, reason: '' },
}
const ask = (runId: string, scheduled = false) =>
  ({ type: 'RequestRun', runId, dryRun: false, options: {}, scheduled }) as const

describe('a tool of the command center', () => {
  test('has one run under way; the next one begins after its end', () => {
    given(requested).when(ask('run-2')).refuses('PROCESS_RUNNING')
    given(requested, ended)
      .when(ask('run-2'))
      .yields({ ...requested, data: { ...requested.data, runId: 'run-2' } })
  })

  test('makes a run that is asked for twice once', () => {
    given(requested).when(ask('run-1')).yields()
    given(requested, ended).when(ask('run-1')).yields()
  })

  test('that is paused runs by hand, and not by its schedule', () => {
    const paused: ProcessEvent = { type: 'ProcessPaused', data: {} }
    given(paused).when(ask('run-1', true)).refuses('PROCESS_PAUSED')
    given(paused).when(ask('run-1')).yields(requested)
    given(paused, { type: 'ProcessResumed', data: {} })
      .when(ask('run-1', true))
      .yields({ ...requested, data: { ...requested.data, scheduled: true } })
  })

  test('stops a run that is under way, once, and no run that has ended', () => {
    const cancel = { type: 'CancelRun', runId: 'run-1' } as const
    const cancelled: ProcessEvent = { type: 'ProcessRunCancelled', data: { runId: 'run-1' } }
    given(requested).when(cancel).yields(cancelled)
    given(requested, cancelled).when(cancel).yields()
    given(requested, ended).when(cancel).refuses('PROCESS_RUN_ENDED')
    given().when(cancel).refuses('NOT_FOUND')
  })

  test('tells the progress and the end of the run that is under way, and of no other', () => {
    const progress = { done: 1, of: 2, counts: { done: 1 } }
    const end = { type: 'EndRun', result: 'done', counts: { removed: 3 }, reason: '' } as const
    given(requested)
      .when({ type: 'TellProgress', runId: 'run-1', progress })
      .yields({ type: 'ProcessRunAdvanced', data: { runId: 'run-1', ...progress } })
    given(requested).when({ type: 'TellProgress', runId: 'run-2', progress }).yields()
    given(requested)
      .when({ ...end, runId: 'run-1' })
      .yields(ended)
    given(requested, ended)
      .when({ ...end, runId: 'run-1' })
      .yields()
    expect(given(requested, ended).state().running).toBeNull()
  })
})
