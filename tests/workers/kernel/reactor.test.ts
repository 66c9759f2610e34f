import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { createReactorRunner } from '#workers/kernel/reactor.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { pendingReminders, planReminder, reminders } from './reminders.ts'

const HOUR = 3_600_000

function desk() {
  const store = eventLog()
  const time = { now: 1_000_000 }
  const clock = { now: () => time.now }
  const log = memoryLog()
  const projector = createProjector({
    store,
    readStore: sqliteReadStore(),
    clock,
    log,
    queue: { wake: async () => {} },
    projections: [pendingReminders],
  })
  const reminding = reminders(store)
  const runner = () =>
    createReactorRunner({
      readModels: projector.readModels,
      clock,
      log,
      workLists: [reminding.list],
    })
  const work = runner()
  /** A tick as the workers make it: project, then do what is due. */
  const tick = async (by = work) => {
    await projector.catchUp('all')
    await by.perform('pending-reminders')
    await projector.catchUp('all')
  }
  return { store, time, log, work, tick, runner, projector, ...reminding }
}

describe('a work list', () => {
  test('performs what is due and leaves what is not', async () => {
    const { store, time, tick, sent } = desk()
    store.add(
      planReminder('now', 0),
      planReminder('soon', time.now + 1),
      planReminder('later', time.now + HOUR),
    )
    await tick()
    expect(sent).toEqual(['now'])
    time.now += 1
    await tick()
    expect(sent).toEqual(['now', 'soon'])
  })

  test('acts in the name of its list, for the owner, because of the event that asked', async () => {
    const { store, tick, metas } = desk()
    const planned = planReminder('a', 0)
    store.add(planned)
    await tick()
    expect(metas).toMatchObject([
      {
        owner: 'user-1',
        actor: { kind: 'process', id: 'pending-reminders' },
        cause: 'schedule',
        causationId: planned.id,
      },
    ])
    expect(metas[0]?.commandId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends the same command for the same work, after a restart and from another process too', async () => {
    const { store, projector, work, runner, metas, sent } = desk()
    store.add(planReminder('a', 0))
    await projector.catchUp('all')
    // The projection lags: both still see the work.
    await work.perform('pending-reminders')
    await runner().perform('pending-reminders')
    expect(metas).toHaveLength(2)
    expect(metas[0]?.commandId).toBe(metas[1]?.commandId)
    expect(sent).toEqual(['a'])
  })

  test('does not send again what it has just sent while the projection lags', async () => {
    const { store, projector, work, metas } = desk()
    store.add(planReminder('a', 0))
    await projector.catchUp('all')
    await work.perform('pending-reminders')
    await work.perform('pending-reminders')
    expect(metas).toHaveLength(1)
  })

  test('planned again after it was done, is done again', async () => {
    const { store, tick, sent } = desk()
    store.add(planReminder('a', 0))
    await tick()
    store.add(planReminder('a', 0))
    await tick()
    expect(sent).toEqual(['a', 'a'])
  })

  test('tries again after 1 s, 2 s … 10 min when it fails, says so, and goes on with the rest', async () => {
    const { store, time, tick, sent, fail, work, log } = desk()
    store.add(planReminder('a', 0))
    fail('no mail server')
    const waits: number[] = []
    for (let i = 0; i < 12; i++) {
      await tick()
      const [failed] = work.failed()
      expect(failed).toMatchObject({
        list: 'pending-reminders',
        id: 'reminder-a',
        message: 'no mail server',
        tries: i + 1,
      })
      waits.push((failed?.nextTryAt ?? 0) - time.now)
      time.now = (failed?.nextTryAt ?? 0) - 1
      await tick()
      expect(work.failed()[0]?.tries).toBe(i + 1)
      time.now++
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(log.lines.filter((line) => line.level === 'error')).toHaveLength(12)
    fail(null)
    store.add(planReminder('b', 0))
    await tick()
    expect(sent).toEqual(['a', 'b'])
    await tick()
    expect(work.failed()).toEqual([])
  })

  test('gets to what is due behind more failing work than one page holds', async () => {
    const { store, tick, sent, fail } = desk()
    store.add(...Array.from({ length: 150 }, (_, i) => planReminder(`bad-${i}`, 1)))
    fail('no')
    await tick()
    fail(null)
    store.add(planReminder('good', 2))
    await tick()
    expect(sent).toEqual(['good'])
  })
})

describe('a timer', () => {
  /**
   * 02:30 in Paris each day of a span, as due instants. The hour is absent on 29 March, and doubled
   * on 25 October.
   */
  const halfPastTwo = (from: string, days: number) =>
    Array.from({ length: days }, (_, i) => {
      const day = Temporal.PlainDate.from(from).add({ days: i })
      return {
        name: String(day),
        dueAt: day.toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: '02:30' })
          .epochMilliseconds,
      }
    })

  test.each([
    ['summer time begins', '2026-03-27'],
    ['winter time begins', '2026-10-23'],
  ])('fires once a day where %s', async (_, from) => {
    const { store, time, tick, sent } = desk()
    const due = halfPastTwo(from, 5)
    store.add(...due.map(({ name, dueAt }) => planReminder(name, dueAt)))
    for (
      time.now = (due[0]?.dueAt ?? 0) - HOUR;
      time.now < (due[4]?.dueAt ?? 0) + HOUR;
      time.now += HOUR / 4
    )
      await tick()
    expect(sent).toEqual(due.map(({ name }) => name))
  })

  test('fires once each when the clock jumps over several of them', async () => {
    const { store, time, tick, sent } = desk()
    const due = halfPastTwo('2026-03-27', 5)
    store.add(...due.map(({ name, dueAt }) => planReminder(name, dueAt)))
    time.now = (due[4]?.dueAt ?? 0) + 30 * 24 * HOUR
    await tick()
    await tick()
    expect(sent).toEqual(due.map(({ name }) => name))
  })

  test('does not fire again when the clock goes back behind it', async () => {
    const { store, time, tick, sent } = desk()
    const at = time.now + 24 * HOUR
    store.add(planReminder('a', at))
    time.now = at
    await tick()
    time.now = at - 12 * HOUR
    for (let i = 0; i < 26; i++, time.now += HOUR) await tick()
    expect(sent).toEqual(['a'])
  })

  test('that failed does not wait for a clock that has gone back', async () => {
    const { store, time, tick, sent, fail } = desk()
    store.add(planReminder('a', 0))
    fail('no')
    await tick()
    fail(null)
    time.now -= HOUR / 6
    await tick()
    expect(sent).toEqual(['a'])
  })
})
