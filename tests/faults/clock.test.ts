import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { idOf } from '#domain/kernel/event.ts'
import { client, invoice, profile } from '#tests/api/bodies.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { type Caller, must, signIn } from './client.ts'
import { productProcess, temporaryDirectory } from './processes.ts'

const at = (text: string): number => Date.parse(text)
/** A sweep, and some time for what it does on a busy machine. */
const SOON = { timeout: 15_000, interval: 100 }

/**
 * The product in Paris with a wall clock that the test moves. Its bills wait for their due date
 * alone.
 */
async function started(begin: string, environment: Readonly<Record<string, string>> = {}) {
  const directory = temporaryDirectory()
  const product = await productProcess(
    { DATA_DIR: directory, TZ: 'Europe/Paris', ...environment },
    { clock: 'ours' },
  )
  let caller: Caller
  /** Tokens expire with the clock, so all users sign in again. */
  async function itIs(time: string): Promise<void> {
    await product.setClock(at(time))
    caller = await signIn(product)
  }
  await itIs(begin)
  const { id: profileId } = await must(product, 'POST', `professionalInfo/${caller!.userId}`, {
    body: profile(at(begin)),
    caller: caller!,
  })
  const { id: clientId } = await must(product, 'POST', `company/${caller!.userId}`, {
    body: client,
    caller: caller!,
  })

  /** Issues a bill on the day it is. @param due the last day on which it is not late */
  async function bill(due: string): Promise<string> {
    const { id } = await must(product, 'POST', `bill/${caller.userId}`, {
      body: { ...invoice(profileId, clientId), dueDate: at(due) },
      caller,
    })
    await must(product, 'PUT', `bill/${caller.userId}/${profileId}/${id}/issue`, {
      body: {},
      caller,
    })
    return id
  }
  const fellDue = (): readonly string[] =>
    [...scanSqliteLog(path.join(directory, 'events.sqlite'))].flatMap((entry) =>
      'event' in entry && entry.event.type === 'BillFellDue' ? idOf(entry.event.stream) : [],
    )
  return { product, itIs, bill, fellDue }
}

const redis = await ownRedis()
if (skipped(redis)) console.warn('The clock jumps for the embedded queue alone.')

/** A day forward, a day back, and both again. */
async function jump(environment: Readonly<Record<string, string>>): Promise<void> {
  const { product, itIs, bill, fellDue } = await started('2026-06-09T12:00:00Z', environment)
  const a = await bill('2026-06-09')
  const b = await bill('2026-06-10')
  expect(fellDue()).toEqual([])
  // Forward: a whole day of sweeps did not happen.
  await itIs('2026-06-10T12:00:00Z')
  await expect.poll(fellDue, SOON).toEqual([a])
  // Back: the sweeps alone find what falls due now, although the clock has shown a later time
  // before.
  await itIs('2026-06-09T20:00:00Z')
  const c = await bill('2026-06-09')
  // The day of the user ends at 22:00 UTC: Paris, in summer.
  await itIs('2026-06-09T21:59:57Z')
  expect(fellDue()).toEqual([a])
  await expect.poll(fellDue, SOON).toEqual([a, c])
  // Forward over the last, and a day back over all of them: nothing is done twice.
  await itIs('2026-06-11T00:00:10Z')
  await expect.poll(fellDue, SOON).toEqual([a, c, b])
  await itIs('2026-06-09T20:00:00Z')
  const d = await bill('2026-06-09')
  await itIs('2026-06-10T00:00:01Z')
  await expect.poll(fellDue, SOON).toEqual([a, c, b, d])
  expect(product.output()).not.toMatch(/"level":50/)
}

/** Three bills that fall due around a change of the hour, and the due bills of each moment. */
async function change(
  due: readonly [string, string, string],
  steps: readonly (readonly [time: string, fallen: number])[],
): Promise<void> {
  const { product, itIs, bill, fellDue } = await started(`${due[0]}T10:00:00Z`)
  const bills: string[] = []
  for (const day of due) bills.push(await bill(day))
  let before = 0
  for (const [time, fallen] of steps) {
    await itIs(time)
    // A step without a due date would be found at the next.
    if (fallen > before) await expect.poll(fellDue, SOON).toEqual(bills.slice(0, fallen))
    before = fallen
  }
  expect(product.output()).not.toMatch(/"level":50/)
}

describe('timers fire once each, and not before their time', () => {
  // The bills wait for sweeps, side by side.
  test('where the clock jumps a day forward, then a day back, with either queue', async () => {
    onTestFinished(async () => void ('stop' in redis && (await redis.stop('SIGKILL'))))
    await Promise.all([jump({}), ...('url' in redis ? [jump({ REDIS_URL: redis.url })] : [])])
  }, 90_000)

  test('where summer time begins, and where winter time does', async () => {
    await Promise.all([
      change(
        ['2026-03-27', '2026-03-28', '2026-03-29'],
        [
          ['2026-03-27T23:30:00Z', 0],
          // The last of the hour, and the first after the one that there is not.
          ['2026-03-29T00:59:59Z', 2],
          ['2026-03-29T01:00:10Z', 2],
          ['2026-03-29T23:30:00Z', 2],
          ['2026-03-30T00:00:05Z', 3],
        ],
      ),
      change(
        ['2026-10-23', '2026-10-24', '2026-10-25'],
        [
          ['2026-10-23T23:30:00Z', 0],
          // Half past two, and half past two again.
          ['2026-10-25T00:30:00Z', 2],
          ['2026-10-25T01:30:00Z', 2],
          ['2026-10-25T23:30:00Z', 2],
          ['2026-10-26T00:00:05Z', 3],
        ],
      ),
    ])
  }, 90_000)
})
