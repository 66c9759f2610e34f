import { expect, test } from 'vitest'
import type { ProcessTool } from '#contract/operations/processes.contract.ts'
import { runnable } from '#web/operations/process-acts.tsx'
import { NO_OPTIONS } from '#web/operations/run-options.tsx'

const counted: NonNullable<ProcessTool['lastRun']> = {
  runId: 'r1',
  at: 0,
  dryRun: true,
  result: 'done',
  counts: { removed: 12 },
  error: '',
}
const cleaner = { name: 'log-cleaner' as const, lastRun: counted }

test('a tool that removes nothing runs at once', () => {
  expect(runnable({ name: 'job-scraper', lastRun: null }, NO_OPTIONS, NO_OPTIONS)).toBe(1)
})
test('a tool that removes something runs after a dry run that counted just that', () => {
  const runs = (lastRun: ProcessTool['lastRun'], typed = NO_OPTIONS) =>
    runnable({ ...cleaner, lastRun }, typed, NO_OPTIONS)
  expect(runs(counted)).toBe(12)
  expect(runs(null)).toBe(0)
  expect(runs({ ...counted, dryRun: false })).toBe(0)
  expect(runs({ ...counted, result: 'failed' })).toBe(0)
  expect(runs(counted, { ...NO_OPTIONS, days: '30' })).toBe(0)
})
