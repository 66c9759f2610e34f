import { expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { spanOf } from '#domain/planning/series.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { paris, weekly } from '#tests/domain/planning/event-facts.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { remindOfEvents } from '#workers/planning/planning-reactors.ts'
import { workerProcess } from '../kernel/worker-process.ts'

const MINUTE = 60_000
const { start } = spanOf(paris('2026-11-06', 11))
const WEEK = 7 * 24 * 60 * MINUTE

test('each occurrence is told of once, by whichever process, before and after a restart', async () => {
  const log = eventLog()
  let now = start - 60 * MINUTE
  const clock = { now: () => now }
  const { commands } = commandsOn(log, clock)
  await commands.calendarEvents.add('01JD0000000000000000000001', weekly, {
    commandId: derivedUuid('add'),
    owner: 'user-1',
    actor: { kind: 'user', id: 'user-1' },
  })
  const process = () =>
    workerProcess(log, clock, [remindOfEvents(commandsOn(log, clock).commands.calendarEvents)])
  const told = async () => {
    const { events } = await log.readAll('0'.repeat(20), { limit: 1_000 })
    return events
      .filter(({ type }) => type === 'CalendarEventReminded')
      .map(({ data }) => (data as { key: string }).key)
  }
  let workers = [process(), process()]
  const tick = () => Promise.all(workers.map((work) => work()))

  await tick()
  expect(await told()).toEqual([])
  now = start - 10 * MINUTE
  await tick()
  await tick()
  expect(await told()).toEqual(['0/2026-11-06'])
  workers = [process(), process()]
  await tick()
  now = start + WEEK - 9 * MINUTE
  await tick()
  expect(await told()).toEqual(['0/2026-11-06', '0/2026-11-13'])
  // No process ran for three weeks: past occurrences are not told.
  now = start + 4 * WEEK - 5 * MINUTE
  workers = [process()]
  for (let round = 0; round < 6; round++) await tick()
  expect(await told()).toEqual(['0/2026-11-06', '0/2026-11-13', '0/2026-12-04'])
})
