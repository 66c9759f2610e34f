import { expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { DigestLetter, WriteDigest } from '#commands/planning/notification-digests.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type EventLog, eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { sendDigests } from '#workers/planning/planning-reactors.ts'
import { workerProcess } from '../kernel/worker-process.ts'

const CHOSEN = Date.UTC(2026, 10, 20, 12)
const MORNING = Date.UTC(2026, 10, 21, 6)
const unsubscribe = 'https://carnet.example/mail/stop/user-1/secret'
const letter: DigestLetter = {
  address: 'anna@carnet.example',
  subject: 'Carnet',
  html: '<p>Rappel</p>',
  unsubscribe,
}

/** A log on which user-1 has chosen a daily mail, and processes on it. */
async function chosen(write: WriteDigest) {
  const log = eventLog()
  let now = CHOSEN
  const clock = { now: () => now }
  const meta = { owner: 'user-1', actor: { kind: 'user', id: 'user-1' } } as const
  const { commands } = commandsOn(log, clock)
  await commands.digests.choose('daily', { ...meta, commandId: derivedUuid('choose') })
  const all = async () => (await log.readAll('0'.repeat(20), { limit: 1_000 })).events
  return {
    log,
    clock,
    commands,
    meta,
    process: () =>
      workerProcess(log, clock, [sendDigests(commandsOn(log, clock).commands.digests, write)]),
    goTo: (at: number) => void (now = at),
    mails: async () => (await all()).filter(({ type }) => type === 'EffectRequested'),
    ended: async () =>
      (await all()).flatMap(({ type, data }) =>
        type === 'DigestEnded' ? [data as { until: number }] : [],
      ),
  }
}

test('a mail of reminders is requested once each morning, before and after a restart', async () => {
  const asked: { since: number; until: number }[] = []
  const { process, goTo, mails, ended } = await chosen(async (_, { since, until }) => {
    asked.push({ since, until })
    return letter
  })
  let workers = [process(), process()]
  const tick = () => Promise.all(workers.map((work) => work()))
  await tick()
  expect(await mails()).toHaveLength(0)
  goTo(MORNING)
  await tick()
  await tick()
  expect(await mails()).toMatchObject([
    { data: { payload: { recipients: [letter.address], unsubscribe } } },
  ])
  expect(asked[0]).toEqual({ since: CHOSEN, until: MORNING })
  workers = [process(), process()]
  await tick()
  expect(await mails()).toHaveLength(1)
  // No process ran for three mornings: one mail makes up for them.
  goTo(MORNING + 3 * DAY_MS + 60_000)
  workers = [process()]
  for (let round = 0; round < 4; round++) await tick()
  expect(await mails()).toHaveLength(2)
  expect((await ended()).map(({ until }) => until)).toEqual([MORNING, MORNING + DAY_MS])
})

test('a process that dies between the mail and its round’s end asks for the same mail again', async () => {
  const { log, clock, process, goTo, mails, ended } = await chosen(async () => letter)
  goTo(MORNING)
  const dying: EventLog = {
    ...log,
    append: async (stream, ...rest) => {
      if (stream.startsWith('notificationDigest-')) throw new Error('killed')
      return log.append(stream, ...rest)
    },
  }
  await workerProcess(log, clock, [
    sendDigests(commandsOn(dying, clock).commands.digests, async () => letter),
  ])()
  expect([(await mails()).length, (await ended()).length]).toEqual([1, 0])
  await process()()
  expect([(await mails()).length, (await ended()).length]).toEqual([1, 1])
})

test('nothing to tell is no mail, and what was stopped sends none', async () => {
  const { commands, meta, process, goTo, mails, ended } = await chosen(async () => null)
  goTo(MORNING)
  const work = process()
  await work()
  expect(await mails()).toHaveLength(0)
  expect(await ended()).toHaveLength(1)
  await commands.digests.choose('never', { ...meta, commandId: derivedUuid('stop') })
  goTo(MORNING + DAY_MS)
  await work()
  expect(await ended()).toHaveLength(1)
})
