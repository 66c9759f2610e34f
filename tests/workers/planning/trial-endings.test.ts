import { expect, test } from 'vitest'
import { createHandler } from '#commands/kernel/handle.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { userDecider } from '#domain/identity/user.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { trialEndings } from '#projections/planning/trial-endings.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { createReactorRunner } from '#workers/kernel/reactor.ts'
import { tellOfTrialEnds } from '#workers/planning/planning-reactors.ts'

const REGISTERED = Date.UTC(2026, 10, 1, 9)
const ANNA = '01JD00000000000000000000A1'

test('the end of free access is told once, a week before, and again when it was put off', async () => {
  const log = eventLog()
  let now = REGISTERED
  const clock = { now: () => now }
  const { commands } = commandsOn(log, clock)
  const handler = createHandler({ store: log, clock })
  const run = (command: Parameters<typeof userDecider.decide>[0]) =>
    handler.run(userDecider, ANNA, command, {
      commandId: derivedUuid(command.type, now),
      owner: ANNA,
      actor: { kind: 'user', id: ANNA },
    })
  const projector = createProjector({
    store: log,
    readStore: sqliteReadStore(),
    clock,
    log: memoryLog(),
    queue: { wake: async () => {} },
    projections: [trialEndings],
  })
  const reactor = createReactorRunner({
    readModels: projector.readModels,
    clock,
    log: memoryLog(),
    workLists: [tellOfTrialEnds(commands.notifications)],
  })
  /** The ends that were told by a day of the trial. */
  const toldBy = async (day: number) => {
    now = REGISTERED + day * DAY_MS
    for (let round = 0; round < 2; round++) {
      for (const group of projector.groups) await projector.catchUp(group)
      await reactor.perform('trial-endings')
    }
    const { events } = await log.readAll('0'.repeat(20), { limit: 100 })
    return events.flatMap(({ type, data }) =>
      type === 'NotificationTold'
        ? [((data as { start: number }).start - REGISTERED) / DAY_MS]
        : [],
    )
  }
  await run({
    type: 'RegisterUser',
    userName: 'anna',
    firstName: '',
    lastName: '',
    mail: '',
    roleIds: [],
  })
  expect(await toldBy(22)).toEqual([])
  expect(await toldBy(23)).toEqual([30])
  expect(await toldBy(29)).toEqual([30])
  await run({ type: 'SetFreeAccess', isFree: true, freePeriod: 60 })
  expect(await toldBy(30)).toEqual([30])
  expect(await toldBy(54)).toEqual([30, 60])
  await run({ type: 'SetFreeAccess', isFree: true, freePeriod: 0 })
  expect(await toldBy(400)).toEqual([30, 60])
})
