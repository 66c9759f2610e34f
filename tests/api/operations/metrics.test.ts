import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { newUlid } from '#commands/kernel/ids.ts'
import { projections } from '#projections/all.ts'
import type { Readiness } from '#api/operations/readiness.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { type Figures, figuresOf } from './figures.ts'

const redis = await ownRedis()
const noRedis = skipped(redis)
afterAll(async () => {
  if ('stop' in redis) await redis.stop()
})

describe.each([
  ['in process', {} as Readonly<Record<string, string>>, false],
  ['BullMQ on Redis', { REDIS_URL: 'url' in redis ? redis.url : '' }, noRedis],
])('the figures of a product whose queue is %s', (_, environment, skip) => {
  let product: Product
  let user: SignedIn
  let figures: Figures
  beforeAll(async () => {
    if (skip) return
    product = await startProduct({ environment })
    user = await product.freelancer('marion')
    const { id } = await product.data(user, 'POST', `company/${user.userId}`, {
      name: 'Atelier Brumaire',
    })
    const changed = await product.data(user, 'PUT', `company/${user.userId}`, {
      id,
      name: 'Moulin Brumaire',
    })
    // The same command again, one that a rule refuses, and one that saw an older version.
    await product.data(user, 'PUT', `company/${user.userId}`, { id, name: 'Moulin Brumaire' })
    await product.as(user, 'PUT', `company/${user.userId}`, { id: newUlid(), name: 'Nobody' })
    await product.as(user, 'PUT', `company/${user.userId}`, { id, version: 1, name: 'Too late' })
    await product.as(user, 'GET', `company/${user.userId}/all`, undefined, {
      'x-min-position': changed.position,
    })
    await product.app.inject('/api/nowhere/at/all')
    const behind = async () => {
      figures = figuresOf((await product.app.inject('/api/metrics')).body)
      return projections.filter(
        ({ name }) => figures.value('carnet_projection_lag_events', { projection: name }) !== 0,
      )
    }
    await vi.waitFor(async () => expect(await behind()).toEqual([]), { timeout: 5_000 })
  })
  afterAll(async () => {
    await product?.stop()
  })

  test.skipIf(skip)('tell what each cache holds', () => {
    const entries = (cache: string) => figures.value('carnet_cache_entries', { cache })
    expect(entries('stream_events')).toBeGreaterThan(0)
    expect(entries('keys')).toBeGreaterThan(0)
    // No user has looked at a paper.
    expect(entries('previews')).toBe(0)
  })

  test.skipIf(skip)('are those that the delivered alerts ask for', async () => {
    const file = readFileSync(
      new URL('../../../workers/operations/alerts.yml', import.meta.url),
      'utf8',
    )
    const Rules = z.object({
      groups: z.array(
        z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) }),
      ),
    })
    const rules = Rules.parse(parse(file)).groups.flatMap((group) => group.rules)
    const { body } = await product.app.inject('/api/metrics')
    expect(rules.length).toBeGreaterThan(5)
    const manual = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const explained = manual.slice(manual.indexOf('## Alerts, one by one'))
    for (const { alert } of rules)
      expect(explained).toMatch(new RegExp(`\\*\\*.*\\b${alert}\\b.*\\*\\*`))
    for (const { alert, expr } of rules)
      for (const [, name = ''] of expr.matchAll(/((?:carnet|nodejs)_\w+?)(?:_count)?\b/g))
        expect(body, alert).toContain(`# TYPE ${name} `)
    const named = [...explained.matchAll(/\*\*([A-Z]\w+(?:, [A-Z]\w+)*)\*\*/g)]
    expect(named.flatMap(([, names = '']) => names.split(', ')).toSorted()).toEqual(
      rules.map(({ alert }) => alert).toSorted(),
    )
    for (const [, name = ''] of manual
      .slice(0, manual.indexOf('## Compose'))
      .matchAll(/`(carnet_\w+[a-z])\b[{`]/g))
      expect(body, name).toContain(`# TYPE ${name} `)
  })

  test.skipIf(skip)('are absent where there is no certificate and no vault: 0 is long ago', () => {
    for (const name of [
      'carnet_certificate_expiry_timestamp_seconds',
      'carnet_vault_token_expiry_timestamp_seconds',
      'carnet_vault_token_life_seconds',
    ])
      expect(figures.value(name), name).toBeUndefined()
    expect(figures.value('carnet_keys_wrapped_timestamp_seconds')).toBeGreaterThan(1e9)
  })

  test.skipIf(skip)('count and time commands by name and outcome', () => {
    expect(
      figures.value('carnet_command_duration_seconds_count', {
        command: 'company.Add',
        outcome: 'done',
      }),
    ).toBe(1)
    expect(
      figures.value('carnet_command_duration_seconds_count', {
        command: 'company.Change',
        outcome: 'done',
      }),
    ).toBe(1)
    expect(
      figures.value('carnet_command_duration_seconds_count', {
        command: 'company.Change',
        outcome: 'unchanged',
      }),
    ).toBe(1)
    expect(
      figures.value('carnet_command_duration_seconds_count', {
        command: 'company.Change',
        outcome: 'refused',
      }),
    ).toBe(1)
    expect(
      figures.value('carnet_command_duration_seconds_count', {
        command: 'company.Change',
        outcome: 'stale',
      }),
    ).toBe(1)
    const sum =
      figures.value('carnet_command_duration_seconds_sum', {
        command: 'company.Add',
        outcome: 'done',
      }) ?? 0
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThan(10)
  })

  test.skipIf(skip)('count and time appends, and the events they wrote', async () => {
    // The embedded log counts its events, and this process wrote them all.
    const ready = (await product.app.inject('/api/ready')).json<{ result: { data: Readiness } }>()
    const events = Number(ready.result.data.projections[0]?.position)
    expect(figures.value('carnet_appended_events_total')).toBe(events)
    expect(
      figures.value('carnet_append_duration_seconds_count', { outcome: 'written' }),
    ).toBeLessThanOrEqual(events)
    expect(
      figures.value('carnet_append_duration_seconds_sum', { outcome: 'written' }),
    ).toBeGreaterThan(0)
  })

  test.skipIf(skip)('tell each projection’s lag, state, batches and events', () => {
    for (const { name } of projections) {
      expect(figures.value('carnet_projection_lag_events', { projection: name }), name).toBe(0)
      expect(figures.value('carnet_projection_lag_seconds', { projection: name }), name).toBe(0)
      expect(
        figures.value('carnet_projection_state', { projection: name, state: 'live' }),
        name,
      ).toBe(1)
      expect(
        figures.value('carnet_projection_state', { projection: name, state: 'stopped' }),
        name,
      ).toBe(0)
    }
    expect(figures.value('carnet_projection_events_total', { projection: 'company' })).toBe(2)
    expect(
      figures.value('carnet_projection_batch_duration_seconds_count', {
        projection: 'company',
        outcome: 'written',
      }),
    ).toBeGreaterThan(0)
  })

  test.skipIf(skip)(
    'tell what waits, runs and failed in the queue, how often it was rung and how long a run took',
    () => {
      for (const topic of ['project', 'work']) {
        for (const state of ['waiting', 'active', 'failed'])
          expect(
            figures.value('carnet_queue_jobs', { topic, state }),
            `${topic} ${state}`,
          ).toBeTypeOf('number')
        expect(figures.value('carnet_queue_rings_total', { topic }), topic).toBeGreaterThan(0)
        expect(
          figures.value('carnet_job_duration_seconds_count', { topic, outcome: 'done' }),
          topic,
        ).toBeGreaterThan(0)
      }
    },
  )

  test.skipIf(skip)('time requests by route, never by address', () => {
    expect(
      figures.value('carnet_http_request_duration_seconds_count', {
        method: 'POST',
        route: '/api/company/:userId',
        status: '200',
      }),
    ).toBe(1)
    expect(
      figures.value('carnet_http_request_duration_seconds_count', {
        method: 'PUT',
        route: '/api/company/:userId',
        status: '412',
      }),
    ).toBe(1)
  })

  test.skipIf(skip)('tell which engines answer, and how much work failed', () => {
    expect(figures.value('carnet_engine_up', { engine: 'events' })).toBe(1)
    expect(figures.value('carnet_engine_up', { engine: 'queue' })).toBe(1)
    expect(figures.value('carnet_work_failed', { list: 'bills-due' })).toBe(0)
  })

  test.skipIf(skip)('are named as Prometheus wants it, and name no record, user or text', () => {
    for (const [name, type] of figures.types) {
      if (!name.startsWith('carnet_')) continue
      expect(name).toMatch(/^carnet_[a-z]+(_[a-z]+)*$/)
      if (type === 'counter') expect(name).toMatch(/_total$/)
      else expect(name).not.toMatch(/_total$/)
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
    }
    const ids = /[0-9A-HJKMNP-TV-Z]{26}|marion|Brumaire|@|[0-9a-f]{8}-/
    for (const label of [
      'command',
      'outcome',
      'reason',
      'projection',
      'state',
      'topic',
      'list',
      'engine',
      'method',
      'route',
      'status',
    ])
      for (const value of figures.labelValues(label)) expect(value, label).not.toMatch(ids)
  })
})

test('the figures and the reason why a projection stands still are for administrators, and for the machine itself', async () => {
  const product = await startProduct()
  const from = (token?: string) => ({
    remoteAddress: '203.0.113.7',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const freelancer = await product.freelancer('marion')
  expect((await product.app.inject({ url: '/api/metrics', ...from() })).statusCode).toBe(404)
  expect(
    (await product.app.inject({ url: '/api/metrics', ...from(freelancer.token) })).statusCode,
  ).toBe(404)
  expect(
    (await product.app.inject({ url: '/api/metrics', ...from((await product.admin()).token) }))
      .statusCode,
  ).toBe(200)
  const ready = async (token?: string) =>
    (await product.app.inject({ url: '/api/ready', ...from(token) })).json().result.data
  expect(await ready()).toEqual({ ready: true })
  expect(await ready(freelancer.token)).toEqual({ ready: true })
  expect(await ready((await product.admin()).token)).toMatchObject({ engines: expect.any(Array) })
  await product.stop()
})
