import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newUlid } from '#commands/kernel/ids.ts'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import { type Answered, type Caller, call, newKey, signIn, type Written } from './client.ts'
import { eventStoreProcess, productProcess, temporaryDirectory } from './processes.ts'

type Sent = {
  readonly id: string
  readonly key: string
  readonly status: number
  readonly ms: number
  readonly position: string
}

/**
 * The product on an EventStoreDB that fails as the double's knobs say, with its own read models and
 * queue.
 */
async function started() {
  const events = await eventStoreProcess()
  const product = await productProcess({
    EVENTSTORE_URL: events.url,
    DATA_DIR: temporaryDirectory(),
  })
  const caller: Caller = await signIn(product)
  const sent: Sent[] = []

  /** Adds a customer of its own, or sends the same again. */
  async function add(again?: Sent): Promise<Sent> {
    const { id, key } = again ?? { id: newUlid(), key: newKey() }
    const began = performance.now()
    const answer = await call<Written | null>(product, 'POST', `company/${caller.userId}`, {
      body: { id, name: `Atelier ${id}` },
      caller,
      key,
    })
    if (answer.status !== 200)
      expect(answer, answer.text).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' })
    const one = {
      id,
      key,
      status: answer.status,
      ms: performance.now() - began,
      position: answer.data?.position ?? '',
    }
    sent.push(one)
    return one
  }

  /** Repeats a failed command until it is accepted, as a user would. */
  async function insist(failed: Sent): Promise<Sent> {
    let one = failed
    for (let tries = 0; one.status !== 200 && tries < 20; tries++) one = await add(one)
    return one
  }

  const isUp = async () => (await call(product, 'GET', 'health')).status === 200

  /** Ids of all customers, page by page: a fast machine adds more than a page holds. */
  async function companies(position: string): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const page: Answered<{ id: string }[]> = await call(
        product,
        'GET',
        `company/${caller.userId}/all?limit=200${from}`,
        {
          caller,
          headers: { 'x-min-position': position },
        },
      )
      expect(page, page.text).toMatchObject({ status: 200 })
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.next
    }
    return ids
  }

  /** Acknowledged facts are there once, nothing is there twice, and the log verifies. */
  async function account(): Promise<void> {
    expect(product.isAlive()).toBe(true)
    await expect.poll(async () => (await product.ready()).ready, { timeout: 15_000 }).toBe(true)
    const twice = (await events.ask('copies')).filter(([, count]) => count !== 1)
    expect(twice).toEqual([])
    const { position } = await insist(await add())
    const acknowledged = new Set(sent.filter(({ status }) => status === 200).map(({ id }) => id))
    expect((await companies(position)).toSorted()).toEqual([...acknowledged].toSorted())
    const store = openEventStoreDb(events.url)
    expect(await verifyLog(store)).toMatchObject({ damages: [] })
    await store.close()
    // No log line reports an error outside of any handler.
    expect(product.output()).not.toMatch(/unexpected failure|nobody caught|Unhandled|uncaught/i)
  }

  return { events, product, add, insist, isUp, account }
}

test('the product on an EventStoreDB that goes away answers 503 meanwhile, and goes on by itself when it is back', async () => {
  const { events, product, add, insist, isUp, account } = await started()
  expect(await add()).toMatchObject({ status: 200 })
  await events.ask('stop')
  const away = await Promise.all(Array.from({ length: 10 }, () => add()))
  for (const { status, ms } of away) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(10_000)
  }
  expect(await isUp()).toBe(true)
  const unready = await product.ready()
  expect(unready).toMatchObject({ ready: false })
  expect(unready.engines.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['events'])
  await events.ask('start')
  for (const one of away) expect(await insist(one)).toMatchObject({ status: 200 })
  // Writes of others are seen again: the subscription has come back by itself.
  await account()
  // Gone in the midst of what is on its way, again and again.
  let going = true
  const flow = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (going) await insist(await add())
    }),
  )
  for (let round = 0; round < 5; round++) {
    await pause(150 + round * 70)
    await events.ask('stop')
    await pause(200)
    await events.ask('start')
  }
  going = false
  await flow
  await account()
}, 60_000)

test('the product on an EventStoreDB that commits and loses the reply, or refuses, answers the one true success', async () => {
  const { events, add, insist, account } = await started()
  // Fewer than the adapter's retries: no caller notices.
  await events.ask('turn', { losingReplies: 2 })
  expect(await add()).toMatchObject({ status: 200 })
  await events.ask('turn', { losingReplies: 20 })
  expect(await add()).toMatchObject({ status: 200 })
  await events.ask('turn', { losingReplies: 0, refusing: 2 })
  expect(await add()).toMatchObject({ status: 200 })
  await events.ask('turn', { refusing: 50 })
  const refused = await add()
  expect(refused).toMatchObject({ status: 503 })
  await events.ask('turn', { refusing: 0 })
  expect(await insist(refused)).toMatchObject({ status: 200 })
  await events.ask('chaos', { loses: 0.3, refuses: 0.2, seed: 7 })
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 15; i++) await insist(await add())
    }),
  )
  await events.ask('turn', { chaos: null })
  await account()
}, 60_000)

test('the product on an EventStoreDB that is slow, then silent, succeeds late or answers 503, and never hangs', async () => {
  const { events, add, insist, isUp, account } = await started()
  await events.ask('turn', { delay: 700 })
  const slow = await add()
  expect(slow).toMatchObject({ status: 200 })
  expect(slow.ms).toBeGreaterThan(1_400)
  // Silent for one append, which it has committed.
  await events.ask('turn', { delay: 0, swallowing: 1 })
  const swallowed = await add()
  expect(swallowed).toMatchObject({ status: 200 })
  expect(swallowed.ms).toBeGreaterThan(2_000)
  await events.ask('turn', { silent: true })
  const silent = await Promise.all([add(), add(), add()])
  for (const { status, ms } of silent) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(15_000)
  }
  expect(await isUp()).toBe(true)
  await events.ask('turn', { silent: false })
  for (const one of silent) expect(await insist(one)).toMatchObject({ status: 200 })
  await account()
}, 60_000)
