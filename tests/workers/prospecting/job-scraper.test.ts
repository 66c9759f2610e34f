import { expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { nextHunt } from '#domain/prospecting/job-hunt.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { scrapeJobs } from '#workers/prospecting/job-scraper.ts'
import { workerProcess } from '../kernel/worker-process.ts'

const OWNER = 'user-1'
const LYON = '01JD0000000000000000000001'

test('jobs are searched once a night while criteria ask for it, whichever process restarts', async () => {
  const log = eventLog()
  let now = Date.UTC(2026, 10, 20, 12)
  const clock = { now: () => now }
  const { commands } = commandsOn(log, clock)
  let sent = 0
  let paused = false
  let ended = false
  const meta = () => ({
    commandId: derivedUuid('test', String(++sent)),
    owner: OWNER,
    actor: { kind: 'user', id: OWNER } as const,
  })
  const process = () =>
    workerProcess(log, clock, [
      scrapeJobs(
        commandsOn(log, clock).commands.jobHunts,
        async () => paused,
        async () => ended,
      ),
    ])
  const searched = async () => {
    const { events } = await log.readAll('0'.repeat(20), { limit: 1_000 })
    return events.filter(({ type }) => type === 'JobHuntEnded').length
  }
  let workers = [process(), process()]
  const tick = () => Promise.all(workers.map((work) => work()))

  await commands.records.add(SearchCriteria, LYON, { name: 'Lyon', automaticSearch: true }, meta())
  await tick()
  expect(await searched()).toBe(0)
  const first = nextHunt(OWNER, now)
  now = first
  await tick()
  await tick()
  expect(await searched()).toBe(1)
  workers = [process(), process()]
  now = first + DAY_MS - 1
  await tick()
  expect(await searched()).toBe(1)
  // Three nights without a process are made up for by one search.
  now = first + 3 * DAY_MS + 1
  paused = true
  await tick()
  expect(await searched()).toBe(1)
  paused = false
  now += DAY_MS / 24
  await tick()
  await tick()
  expect(await searched()).toBe(2)
  // Nor is a night without access to the product made up for: one search follows.
  now += 3 * DAY_MS
  ended = true
  await tick()
  expect(await searched()).toBe(2)
  ended = false
  now += DAY_MS / 24
  await tick()
  await tick()
  expect(await searched()).toBe(3)
  await commands.records.change(SearchCriteria, LYON, { automaticSearch: false }, meta())
  now += 2 * DAY_MS
  await tick()
  expect(await searched()).toBe(3)
})
