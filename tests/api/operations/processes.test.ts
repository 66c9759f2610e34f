import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Me } from '#contract/identity/identity.schemas.ts'
import type { AuditEntry } from '#contract/history/history.contract.ts'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import type { Machinery, ProcessRun, ProcessTool } from '#contract/operations/processes.contract.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'

const DAY = 86_400_000
const PATIENCE = { timeout: 30_000 }

describe('the command center', () => {
  let product: Product
  let root: SignedIn
  let demo: SignedIn
  let user: SignedIn
  let reader: SignedIn
  // The embedded provider uses the machine's clock: ours may be behind it, not ahead.
  let now = Date.now() - 92 * DAY

  const tools = (by = root) => product.data<ProcessTool[]>(by, 'GET', `process/${by.userId}/all`)
  const runs = (name: string) =>
    product.data<ProcessRun[]>(root, 'GET', `process/${root.userId}/${name}/runs`)
  const run = async (name: string, body: object = {}) => {
    const { runId } = await product.data<{ runId: string }>(
      root,
      'POST',
      `process/${root.userId}/${name}/run`,
      body,
    )
    const find = async () => (await runs(name)).find((one) => one.runId === runId)
    await vi.waitUntil(async () => ((await find())?.result ?? 'running') !== 'running', PATIENCE)
    return find()
  }
  const status = async (
    by: SignedIn,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ) => (await product.as(by, method, path, body)).statusCode

  beforeAll(async () => {
    product = await startProduct({ now: () => now, sampleData: 'year' })
    root = await product.admin()
    demo = await product.signIn('demo', PASSWORDS.demo)
    user = await product.freelancer('marion')
    reader = await product.freelancer('lise', { permissions: ['perm_process_center_menu'] })
  }, 60_000)
  afterAll(() => product.stop())

  test('lists its tools with what each keeps, for who may see them', async () => {
    expect(await tools()).toMatchObject([
      { name: 'job-scraper', keptDays: null },
      {
        name: 'transaction-planifier',
        running: false,
        progress: null,
        keptDays: null,
        lastRun: null,
      },
      { name: 'demo-reset', nextRun: 0, everyMs: 0, scheduled: false },
      { name: 'log-cleaner', everyMs: DAY, keptDays: 90, paused: false },
      { name: 'jobs-cleaner', everyMs: DAY, scheduled: true },
    ])
    expect(await tools(reader)).toHaveLength(5)
    expect(await status(user, 'GET', `process/${user.userId}/all`)).toBe(403)
    for (const [method, path] of [
      ['POST', 'log-cleaner/run'],
      ['PUT', 'log-cleaner/pause'],
      ['PUT', 'log-cleaner/runs/01JD0000000000000000000000/cancel'],
    ] as const)
      expect(await status(reader, method, `process/${reader.userId}/${path}`, {})).toBe(403)
    expect(await status(root, 'POST', `process/${root.userId}/rm/run`, {})).toBe(400)
  })

  test('counts in a dry run and changes nothing; the audit tells of the run itself and its author', async () => {
    now += 20 * DAY
    const dry = await run('log-cleaner', { dryRun: true, options: { days: 7 } })
    expect(dry).toMatchObject({
      dryRun: true,
      result: 'done',
      days: 7,
      by: 'Admin',
      scheduled: false,
    })
    const removed = dry?.counts.removed ?? 0
    expect(removed).toBeGreaterThan(0)
    expect(await run('log-cleaner', { options: { days: 7 } })).toMatchObject({
      dryRun: false,
      counts: { removed },
    })
    expect(await run('log-cleaner', { dryRun: true })).toMatchObject({ counts: { removed: 0 } })
    const audit = await product.data<AuditEntry[]>(
      root,
      'GET',
      `audit/${root.userId}?entity=logCleaning`,
    )
    expect(audit).toMatchObject([
      { type: 'LogCleaned', actor: { kind: 'process', id: 'log-cleaner' } },
    ])
    expect(
      await status(root, 'POST', `process/${root.userId}/log-cleaner/run`, {
        options: { days: 1 },
      }),
    ).toBe(400)
  })

  test('tells in the log under the source of each tool that it ran, also where it found nothing', async () => {
    await run('job-scraper', { options: { account: 'marion' } })
    await run('log-cleaner')
    const told = async (source: string) =>
      (await product.data<LogEntry[]>(root, 'GET', `logs/${root.userId}?source=${source}`)).map(
        ({ details }) => details,
      )
    await expect.poll(() => told('Scraper'), PATIENCE).toContainEqual({ found: 0, done: 0 })
    await expect.poll(() => told('LogCleaner'), PATIENCE).not.toEqual([])
  })

  test('takes the choices of its tools alone, and works for one account', async () => {
    const refusedPaths = async (name: string, options: object) => {
      const answer = await product.as(root, 'POST', `process/${root.userId}/${name}/run`, {
        dryRun: true,
        options,
      })
      const { fields = [] } = answer.json<{ result: { fields?: { path: string }[] } }>().result
      return [answer.statusCode, ...fields.map(({ path }) => path)]
    }
    expect(await refusedPaths('log-cleaner', { account: 'demo' })).toEqual([400, 'options.account'])
    expect(await refusedPaths('demo-reset', { days: 30 })).toEqual([400, 'options.days'])
    expect(await refusedPaths('demo-reset', { account: 'nobody at all' })).toEqual([
      422,
      'options.account',
    ])
    expect(await refusedPaths('jobs-cleaner', { days: 3 })).toEqual([400, 'options.days'])
    const of = (account: string) => run('demo-reset', { dryRun: true, options: { account } })
    expect(await of('demo')).toMatchObject({ account: 'demo', counts: { accounts: 1 } })
    expect(await of('marion'), 'no demo account').toMatchObject({
      account: 'marion',
      counts: { accounts: 0 },
    })
    expect(
      await run('transaction-planifier', { dryRun: true, options: { account: 'marion' } }),
    ).toMatchObject({
      counts: { found: 0 },
    })
    expect(await run('jobs-cleaner', { dryRun: true, options: { days: 30 } })).toMatchObject({
      days: 30,
    })
    const listed = (await tools()).map(({ name, options }) => [name, ...options])
    expect(listed).toContainEqual(['log-cleaner', 'days'])
    expect(listed.map(([name]) => name)).not.toContain('integrity-check')
  })

  test('tells how read models, queues and lists of work stand, and has them tried again', async () => {
    const machinery = await product.data<Machinery>(
      reader,
      'GET',
      `process/${reader.userId}/machinery`,
    )
    expect(machinery.projections.length).toBeGreaterThan(50)
    for (const { name, state, position } of machinery.projections)
      expect([name, state, position <= machinery.head]).toEqual([name, 'live', true])
    expect(machinery.works.map(({ list }) => list)).toContain('requested-runs')
    expect(machinery.works.some(({ nextAt }) => nextAt > now)).toBe(true)
    expect(machinery.queues.map(({ topic }) => topic).toSorted()).toEqual(
      expect.arrayContaining(['project', 'runs', 'scrub', 'seal', 'tidy', 'work']),
    )
    expect(await status(user, 'GET', `process/${user.userId}/machinery`)).toBe(403)
    for (const path of ['projections/bills', 'work-lists/bills-due']) {
      expect(await status(root, 'PUT', `process/${root.userId}/${path}/retry`, {})).toBe(200)
      expect(await status(reader, 'PUT', `process/${reader.userId}/${path}/retry`, {})).toBe(403)
    }
    for (const path of ['projections/nothing', 'work-lists/nothing'])
      expect(await status(root, 'PUT', `process/${root.userId}/${path}/retry`, {})).toBe(404)
  })

  test('pauses a tool, which has no next run then', async () => {
    const pause = (paused: boolean) =>
      product.data(root, 'PUT', `process/${root.userId}/log-cleaner/pause`, { paused })
    const cleaner = async () => (await tools()).find(({ name }) => name === 'log-cleaner')
    await pause(true)
    await vi.waitUntil(async () => (await cleaner())?.paused, PATIENCE)
    expect(await cleaner()).toMatchObject({ paused: true, nextRun: 0 })
    await pause(false)
    await vi.waitUntil(async () => !(await cleaner())?.paused, PATIENCE)
  })

  test('stops no run that has ended', async () => {
    const [ended] = await runs('log-cleaner')
    const cancel = `process/${root.userId}/log-cleaner/runs/${ended?.runId}/cancel`
    expect(await status(root, 'PUT', cancel, {})).toBe(409)
  })

  const names = async (path: string) =>
    (await product.data<{ name: string }[]>(demo, 'GET', path)).map(({ name }) => name).toSorted()
  const count = async (path: string) => (await product.data<object[]>(demo, 'GET', path)).length

  test('resets the demo account: a visitor’s work is gone, the sample is there, papers begin anew', async () => {
    const companies = `company/${demo.userId}/all`
    const before = await names(companies)
    const profile = async () =>
      (
        await product.data<{ id: string }[]>(demo, 'GET', `professionalInfo/${demo.userId}/all`)
      ).map(({ id }) => id)
    const [firstProfile] = await profile()
    const bills = await count(`bill/${demo.userId}/all/${firstProfile}`)
    const tasks = async () =>
      (
        await product.data<{ columns: { tasks: object[] }[] }>(demo, 'GET', `board/${demo.userId}`)
      ).columns.map((column) => column.tasks.length)
    const tasksBefore = await tasks()
    await product.data(demo, 'POST', companies.replace('/all', ''), {
      name: 'Visiteuse',
      kind: 'customer',
    })
    await product.data(demo, 'POST', `board/${demo.userId}/task`, { title: 'Visite' })
    const narrow = { hidden: ['vat'], order: [], widths: {} }
    await product.data(demo, 'PUT', `users/${demo.userId}/columns`, {
      lists: { '/admin/management/billing': narrow },
    })
    const since = Date.now()
    const { position } = await product.data(demo, 'PUT', `users/${demo.userId}/initiateDemo`, {})
    expect(Date.now() - since).toBeLessThan(30_000)
    await product.as(demo, 'GET', companies, undefined, { 'x-min-position': position })
    expect(await names(companies)).toEqual(before)
    const profiles = await profile()
    expect(profiles).toHaveLength(1)
    expect(profiles).not.toContain(firstProfile)
    expect(await count(`bill/${demo.userId}/all/${profiles[0]}`)).toBe(bills)
    expect(await tasks()).toEqual(tasksBefore)
    const mails = await product.data<{ status: string }[]>(demo, 'GET', `mail/${demo.userId}/all`)
    expect(new Set(mails.map(({ status: one }) => one))).toEqual(new Set(['sent']))
    const lines = await product.data<{ code: string }[]>(
      root,
      'GET',
      `logs/${root.userId}?source=Gmail`,
    )
    expect(lines.map(({ code }) => code)).toEqual([])
    // The token and the account are the same.
    const me = await product.data<Me>(demo, 'GET', `users/${demo.userId}/me`)
    expect(me.columns).toEqual({})
  }, 60_000)

  test('publishes a sample job that stands in no feed, and is told to no search engine', async () => {
    const jobs = await product.data<readonly { readonly id: string; readonly status: string }[]>(
      demo,
      'GET',
      `publication/${demo.userId}/all`,
    )
    const job = jobs.find(({ status }) => status === 'published')
    const page = await product.app.inject(`/jobs/${job?.id}`)
    expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    const feed = await product.app.inject('/jobs/feed.xml')
    expect([feed.statusCode, feed.body.includes('<item>')]).toEqual([200, false])
  })

  test('resets once more for two at a time, and once for a request that is sent twice', async () => {
    const companies = `company/${demo.userId}/all`
    const before = await names(companies)
    const path = `users/${demo.userId}/initiateDemo`
    const key = { 'idempotency-key': 'one reset' }
    const sent = await Promise.all([
      product.as(demo, 'PUT', path, {}),
      product.as(demo, 'PUT', path, {}),
      product.as(demo, 'PUT', path, {}, key),
      product.as(demo, 'PUT', path, {}, key),
    ])
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(sent[3]?.json()).toEqual(sent[2]?.json())
    expect(await names(companies)).toEqual(before)
    expect(await count(`professionalInfo/${demo.userId}/all`)).toBe(1)
  }, 60_000)

  test('resets every demo account from the command center, and dry runs count them', async () => {
    expect(await run('demo-reset', { dryRun: true })).toMatchObject({
      result: 'done',
      counts: { accounts: 1 },
    })
    await product.data(demo, 'POST', `company/${demo.userId}`, {
      name: 'Visiteuse',
      kind: 'customer',
    })
    expect(await run('demo-reset')).toMatchObject({ result: 'done', counts: { accounts: 1 } })
    expect(await names(`company/${demo.userId}/all`)).not.toContain('Visiteuse')
  }, 60_000)

  test('resets no other account: not one of that name, not another user’s, not an administrator’s', async () => {
    await product.data(user, 'POST', `company/${user.userId}`, {
      name: 'Atelier Brumaire',
      kind: 'customer',
    })
    expect(await status(user, 'PUT', `users/${user.userId}/initiateDemo`, {})).toBe(409)
    expect(await status(root, 'PUT', `users/${root.userId}/initiateDemo`, {})).toBe(409)
    expect(await status(user, 'PUT', `users/${demo.userId}/initiateDemo`, {})).toBe(404)
    expect(
      await status(user, 'PUT', `users/${user.userId}/initiateDemo`, { id: demo.userId }),
    ).toBe(400)
    // A user who names the account « demo » afterwards is no demo account.
    const mimic = await product.freelancer('demo2')
    await product.as(mimic, 'PUT', `users/${mimic.userId}`, { firstName: 'Démo' })
    expect(await status(mimic, 'PUT', `users/${mimic.userId}/initiateDemo`, {})).toBe(409)
    expect(await product.data<object[]>(user, 'GET', `company/${user.userId}/all`)).toHaveLength(1)
  })
})
