import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compareClock, watchClock } from '#workers/kernel/clock-watch.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { recorded } from '#tests/kernel/events.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const START = Date.UTC(2026, 10, 27)

test.each([
  ['a minute forward', 60_000, 1],
  ['less than a minute forward', 59_999, 0],
  ['a minute back', -60_000, 1],
  ['not at all', 0, 0],
])('a clock that jumps %s', (_, jump, lines) => {
  const [log, state] = [memoryLog(), { told: START, passed: 0 }]
  const end = watchClock({ clock: { now: () => state.told }, log }, () => state.passed)
  const look = (by: number) => {
    state.passed += 30_000
    state.told += 30_000 + by
    vi.advanceTimersByTime(30_000)
  }
  look(0)
  look(jump)
  look(0)
  expect(log.lines).toHaveLength(lines)
  if (lines > 0) expect(log.lines[0]?.details).toMatchObject({ seconds: jump / 1_000 })
  end()
})

test.each([
  ['is told', -60_000, 1],
  ['is not told within a minute', -59_999, 0],
])('a clock before the newest event %s', async (_, by, lines) => {
  const log = memoryLog()
  const store = eventLog([recorded('bill-1', 'BillDrafted', {}, { occurredAt: START })])
  await compareClock(store, { clock: { now: () => START + by }, log })
  expect(log.lines).toHaveLength(lines)
})
