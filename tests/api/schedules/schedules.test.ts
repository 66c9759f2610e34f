import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schedulesApi } from '#api/schedules/schedules.ts'
import { transactionsApi } from '#api/finance/transactions.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projections } from '#projections/all.ts'
import { profile } from '#tests/api/bodies.ts'
import { type ContextServer, startContext } from '#tests/api/context-server.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

let server: ContextServer
let profileId: string
let now = Date.UTC(2026, 10, 20, 9)
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, commands) => {
      schedulesApi(api, commands.schedules)
      transactionsApi(api, commands.transactions)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
    },
    {},
    undefined,
    () => now,
  )
  profileId = (await ask('POST', 'professionalInfo', profile(now))).data.id
})
afterAll(() => server.stop())

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const [noun, ...rest] = path.split('/')
  return server.ask(method, `/${[noun, 'user-1', ...rest].join('/')}`, body, headers)
}
type Family = 'scheduledTransaction' | 'charge'
const rent = (more: object = {}) => ({
  profileId,
  label: 'Bureau partagé',
  type: 'rent',
  amount: 384,
  rate: 20,
  interval: 'month',
  startDate: day('2026-11-30'),
  ...more,
})
const add = async (family: Family, more: object = {}): Promise<string> => {
  const { status, data } = await ask('POST', `${family}`, rent(more))
  expect(status).toBe(200)
  return data.id
}
const one = async (family: Family, id: string) =>
  (await ask('GET', `${family}/one/${profileId}/${id}`)).data
const executions = async (family: Family, id: string) =>
  (await ask('GET', `${family}/${id}/executions?limit=50`)).data
const booked = async (id: string) => ask('GET', `transaction/one/${profileId}/${id}`)

/** Automatic work of the planner. */
const runDue = async (family: Family): Promise<number> =>
  (await ask('PUT', `${family}/run`)).data.runs

describe('a scheduled transaction', () => {
  test('is added stopped, and set going by what was read of it', async () => {
    const id = await add('scheduledTransaction', { active: false })
    const read = await one('scheduledTransaction', id)
    expect(read).toMatchObject({ active: false })
    const { data } = await ask('PUT', 'scheduledTransaction', {
      ...read,
      active: true,
      amount: 400,
    })
    expect(await one('scheduledTransaction', data.id)).toMatchObject({ active: true, amount: 400 })
    expect(
      await ask('PUT', 'scheduledTransaction', { ...read, version: undefined, colour: 1 }),
    ).toMatchObject({
      status: 400,
    })
  })

  test('tells its next five runs before it is saved, at the end of each month', async () => {
    const { data } = await ask('POST', `scheduledTransaction/preview`, rent())
    expect(
      data.map(({ due }: { due: number }) => new Date(due).toISOString().slice(0, 10)),
    ).toEqual(['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30'])
    expect(data[0]).toMatchObject({ amount: 384, payOn: day('2026-11-30') })
  })

  test.each([
    ['an amount', { amount: 0 }, 'amount', 'SCHEDULE_AMOUNT_NEEDED'],
    [
      'a rate on the turnover',
      { amountType: 'calculated' },
      'percentage',
      'SCHEDULE_PERCENTAGE_NEEDED',
    ],
    ['a rate of VAT in force', { rate: 19.6 }, 'rate', 'SCHEDULE_RATE_UNKNOWN'],
    [
      'an end after its start',
      { expiryDate: day('2026-11-29') },
      'expiryDate',
      'SCHEDULE_ENDS_BEFORE_IT_STARTS',
    ],
    [
      'no more decimals than its currency',
      { amount: 1.5, currency: 'JPY' },
      'amount',
      'TRANSACTION_DECIMALS',
    ],
    [
      'an organism that is there',
      { organismId: '01JD0000000000000000000000' },
      'organismId',
      'TRANSACTION_LINK_UNKNOWN',
    ],
  ])('needs %s, and the refusal names the field', async (_, more, path, code) => {
    const answer = await ask('POST', `scheduledTransaction`, rent(more))
    expect(answer).toMatchObject({ status: 422, fields: [{ path }] })
    expect(['SCHEDULE_NOT_VALID', code]).toContain(answer.code)
  })

  test('is listed under its own kind alone, and is changed, stopped, activated, removed and restored', async () => {
    const id = await add('scheduledTransaction', { startDate: day('2027-05-01') })
    expect(await one('scheduledTransaction', id)).toMatchObject({
      active: true,
      state: 'pending',
      amount: 384,
    })
    expect((await ask('GET', `charge/one/${profileId}/${id}`)).status).toBe(404)
    expect((await ask('PUT', `charge/${id}/deactivate`)).status).toBe(404)
    await ask('PUT', `scheduledTransaction`, { id, amount: 400, intervalCount: 3 })
    await ask('PUT', `scheduledTransaction/${id}/deactivate`)
    const stopped = await one('scheduledTransaction', id)
    expect(stopped).toMatchObject({
      active: false,
      amount: 400,
      intervalCount: 3,
      label: 'Bureau partagé',
    })
    expect(stopped.nextRuns.slice(0, 2)).toEqual([day('2027-05-01'), day('2027-08-01')])
    await ask('PUT', `scheduledTransaction/${id}/activate`)
    await ask('DELETE', `scheduledTransaction/${id}`)
    expect(await one('scheduledTransaction', id)).toBeUndefined()
    await ask('PUT', `scheduledTransaction/${id}/restore`)
    expect(await one('scheduledTransaction', id)).toMatchObject({ active: true, amount: 400 })
    await ask('DELETE', `scheduledTransaction/${id}`)
  })

  test('posts each run once on its own day, those that were missed too, and what it made can be changed', async () => {
    const id = await add('scheduledTransaction', { startDate: day('2026-11-30') })
    now = Date.parse('2027-03-01T09:00:00Z')
    // Two processes at once.
    await Promise.all([1, 2].map(() => ask('PUT', 'scheduledTransaction/run')))
    expect(await executions('scheduledTransaction', id)).toHaveLength(4)
    const runs = await executions('scheduledTransaction', id)
    expect(runs.map(({ due }: { due: number }) => due)).toEqual(
      ['2027-02-28', '2027-01-30', '2026-12-30', '2026-11-30'].map(day),
    )
    for (const { transactionId, due, result } of runs) {
      expect(result).toBe('booked')
      const { data } = await booked(transactionId)
      expect(data).toMatchObject({
        paymentDate: due,
        amountTTC: 384,
        amount: 320,
        vat: 64,
        label: 'Bureau partagé',
      })
    }
    await ask('PUT', `transaction`, { id: runs[0].transactionId, label: 'Bureau, février' })
    await ask('DELETE', `transaction/${runs[1].transactionId}`)
    expect(await runDue('scheduledTransaction')).toBe(0)
    expect(await executions('scheduledTransaction', id)).toHaveLength(4)
    expect((await booked(runs[1].transactionId)).status).toBe(404)
    expect(await one('scheduledTransaction', id)).toMatchObject({
      state: 'debited',
      lastRun: day('2027-02-28'),
    })
    await ask('DELETE', `scheduledTransaction/${id}`)
  })

  test('runs now before its day, once for the run that the user saw', async () => {
    const id = await add('scheduledTransaction', { startDate: day('2031-03-10') })
    const runNow = async (body?: object) => ask('PUT', `scheduledTransaction/${id}/run`, body)
    expect((await runNow({ due: day('2031-03-10') })).data).toEqual({ runs: 1 })
    // A second click, and a run that is not the next one.
    expect((await runNow({ due: day('2031-03-10') })).data).toEqual({ runs: 0 })
    expect(await runNow({ due: day('2031-06-10') })).toMatchObject({
      status: 409,
      code: 'RUN_NOT_DUE',
    })
    const [made] = await executions('scheduledTransaction', id)
    expect(made).toMatchObject({ due: day('2031-03-10'), result: 'booked' })
    expect((await booked(made.transactionId)).data).toMatchObject({
      status: 'unpaid',
      paymentDate: 0,
    })
    await ask('DELETE', `transaction/${made.transactionId}`)
    await ask('DELETE', `scheduledTransaction/${id}`)
    expect((await runNow()).status).toBe(404)
  })

  test('runs the next one once for a request that is sent again under its key', async () => {
    const id = await add('scheduledTransaction', { startDate: day('2031-03-10') })
    const runNext = (key: string) =>
      ask('PUT', `scheduledTransaction/${id}/run`, {}, { 'idempotency-key': key })
    expect((await runNext('first')).data).toEqual({ runs: 1 })
    expect((await runNext('first')).data).toEqual({ runs: 1 })
    expect(await executions('scheduledTransaction', id)).toMatchObject([{ due: day('2031-03-10') }])
    expect((await runNext('second')).data).toEqual({ runs: 1 })
    expect(await executions('scheduledTransaction', id)).toHaveLength(2)
    await ask('DELETE', `scheduledTransaction/${id}`)
  })

  test('that is paid later is expected, and paid by itself on its day', async () => {
    const id = await add('scheduledTransaction', {
      startDate: day('2027-03-02'),
      paymentDelay: 10,
      operation: 'in',
    })
    now = Date.parse('2027-03-02T09:00:00Z')
    await runDue('scheduledTransaction')
    expect(await executions('scheduledTransaction', id)).toHaveLength(1)
    const [{ transactionId }] = await executions('scheduledTransaction', id)
    expect((await booked(transactionId)).data).toMatchObject({
      status: 'unpaid',
      expectedPaymentDate: day('2027-03-12'),
    })
    await ask('DELETE', `scheduledTransaction/${id}`)
  })
})

describe('a charge', () => {
  const income = (paymentDate: string, amount: number) =>
    ask('POST', `transaction`, {
      profileId,
      operation: 'in',
      type: 'sale',
      label: 'Vente',
      status: 'paid',
      paymentDate: day(paymentDate),
      amount,
      rate: 20,
    })
  const waiting = async (id: string) => (await one('charge', id)).toValidate

  test('is worked out from the turnover of its period, waits, and is validated with another amount', async () => {
    now = Date.parse('2027-03-05T09:00:00Z')
    await income('2027-03-01', 10_000)
    const id = await add('charge', {
      type: 'charge',
      amountType: 'calculated',
      percentage: 8.5,
      base: 'caHt',
      periodMode: 'lastDays',
      lastDays: 10,
      rate: 0,
      startDate: day('2027-03-05'),
      mode: 'validation',
    })
    await runDue('charge')
    expect(await waiting(id)).toHaveLength(1)
    const [run] = await waiting(id)
    expect(run).toMatchObject({
      base: 10_000,
      receipts: 1,
      rate: 8.5,
      amount: 850,
      from: day('2027-02-23'),
    })
    expect((await booked(run.executionId)).status).toBe(404)
    // A receipt that is noted late counts at once, with what was proposed beside it.
    await income('2027-02-27', 200)
    expect(await waiting(id)).toMatchObject([
      { base: 10_200, receipts: 2, amount: 867, proposed: 850 },
    ])
    expect(await executions('charge', id)).toMatchObject([
      { amount: 850, drift: 17, changes: [{ amount: 200 }] },
    ])
    const validate = (body: object) => ask('PUT', `charge/${id}/validate`, body)
    expect((await validate({ executionId: run.executionId, amount: 840 })).status).toBe(200)
    expect((await booked(run.executionId)).data).toMatchObject({
      amountTTC: 840,
      operation: 'out',
      type: 'charge',
    })
    expect(await validate({ executionId: run.executionId })).toMatchObject({
      status: 409,
      code: 'RUN_NOT_WAITING',
    })
    expect(await waiting(id)).toEqual([])
    const [execution] = await executions('charge', id)
    expect(execution).toMatchObject({
      amount: 840,
      proposed: 867,
      result: 'booked',
      drift: 0,
      changes: [],
    })
    const made = async (transaction: string) =>
      (await ask('GET', `transaction/one/${profileId}/${transaction}/schedule`)).data
    expect(await made(execution.transactionId)).toEqual({
      id,
      family: 'charge',
      label: 'Bureau partagé',
    })
    expect(await made(id)).toEqual({ id: '', family: '', label: '' })
  })

  test('is skipped with a reason, and books nothing', async () => {
    now = Date.parse('2027-03-06T09:00:00Z')
    const id = await add('charge', { startDate: day('2027-03-06'), mode: 'validation' })
    await runDue('charge')
    expect(await waiting(id)).toHaveLength(1)
    const [{ executionId }] = await waiting(id)
    await ask('PUT', `charge/${id}/validate`, {
      executionId,
      skip: true,
      reason: 'Calcul en double',
    })
    expect(await executions('charge', id)).toMatchObject([
      { result: 'skipped', reason: 'Calcul en double' },
    ])
    expect((await booked(executionId)).status).toBe(404)
  })

  test('of a micro-entrepreneur declares the quarter, also of nothing', async () => {
    now = Date.parse('2027-04-01T09:00:00Z')
    const id = await add('charge', {
      type: 'urssaf',
      label: 'Urssaf',
      amountType: 'contributions',
      activity: 'bncSsi',
      incomeTaxOption: true,
      rate: 0,
      intervalCount: 3,
      startDate: day('2027-04-01'),
    })
    await runDue('charge')
    expect(await waiting(id)).toHaveLength(1)
    const [run] = await waiting(id)
    expect(run).toMatchObject({
      base: 10_200,
      amount: 2_855,
      payOn: day('2027-04-30'),
      contributions: { contributions: 2_611, training: 20, incomeTax: 224 },
    })
    now = Date.parse('2027-07-01T09:00:00Z')
    await runDue('charge')
    expect(await waiting(id)).toHaveLength(2)
    const zero = (await waiting(id))[1]
    expect(zero).toMatchObject({ base: 0, amount: 0 })
    expect((await one('charge', id)).state).toBe('overdue')
    await ask('PUT', `charge/${id}/validate`, { executionId: zero.executionId })
    const [execution] = await executions('charge', id)
    expect(execution).toMatchObject({
      result: 'booked',
      amount: 0,
      transactionId: '',
      drift: 0,
      changes: [],
    })
  })

  test('of a declared period keeps its figures, and shows what has changed since', async () => {
    const [from, to] = ['2027-01-01', '2027-03-31'].map(day)
    const quarter = async () => (await ask('GET', `urssaf/${profileId}?from=${from}&to=${to}`)).data
    expect(await quarter()).toMatchObject({
      receipts: 10_200,
      ratePct: 25.6,
      cfp: 20,
      total: 2_855,
      declaredAt: 0,
    })
    expect(await ask('PUT', `urssaf/${profileId}/declare`, { from, to })).toMatchObject({
      status: 200,
    })
    expect(await ask('PUT', `urssaf/${profileId}/declare`, { from, to })).toMatchObject({
      status: 409,
      code: 'CONTRIBUTIONS_DECLARED',
    })
    await income('2027-02-10', 1_000)
    expect(await quarter()).toMatchObject({
      receipts: 10_200,
      total: 2_855,
      declared: 2_855,
      drift: 280,
      now: { receipts: 11_200, total: 3_135 },
      changes: [{ date: day('2027-02-10'), amount: 1_000, fact: 'TransactionAdded' }],
      dueDate: day('2027-04-30'),
    })
    const charges = (await ask('GET', `charge/all/${profileId}`)).data as {
      id: string
      amountType: string
    }[]
    const id = charges.find(({ amountType }) => amountType === 'contributions')?.id ?? ''
    const declared = (await executions('charge', id)).find(
      (run: { from: number }) => run.from === from,
    )
    expect(declared).toMatchObject({ base: 10_200, amount: 2_855, drift: 280, result: 'booked' })
  })

  test('of a micro-entrepreneur follows the activity of the profile, also while it waits', async () => {
    now = Date.parse('2027-10-01T09:00:00Z')
    await income('2027-08-10', 1_000)
    await runDue('charge')
    const charges = (await ask('GET', `charge/all/${profileId}`)).data as {
      id: string
      amountType: string
    }[]
    const id = charges.find(({ amountType }) => amountType === 'contributions')?.id ?? ''
    const quarter = async () =>
      (await waiting(id)).find((run: { from: number }) => run.from === day('2027-07-01'))
    expect(await quarter()).toMatchObject({ base: 1_000, amount: 280 })
    expect((await ask('PUT', 'professionalInfo', { id: profileId, activity: 'sale' })).status).toBe(
      200,
    )
    const run = await quarter()
    expect(run).toMatchObject({
      amount: 124,
      proposed: 280,
      contributions: { contributions: 123, incomeTax: 0 },
    })
    expect(await one('charge', id)).toMatchObject({ activity: 'sale', incomeTaxOption: false })
    await ask('PUT', `charge/${id}/validate`, { executionId: run.executionId })
    expect((await booked(run.executionId)).data).toMatchObject({ amountTTC: 124, type: 'urssaf' })
  })
})

describe('contributions of a profile without a charge', () => {
  let micro: string
  const urssaf = async (from: string, to: string) =>
    (await ask('GET', `urssaf/${micro}?from=${day(from)}&to=${day(to)}`)).data
  const declare = (from: string, to: string) =>
    ask('PUT', `urssaf/${micro}/declare`, { from: day(from), to: day(to) })
  const receive = (on: string, amount: number) =>
    ask('POST', 'transaction', {
      profileId: micro,
      operation: 'in',
      type: 'sale',
      status: 'paid',
      paymentDate: day(on),
      amount,
    })
  beforeAll(async () => {
    now = Date.parse('2028-02-10T09:00:00Z')
    const { data } = await ask('POST', 'professionalInfo', {
      ...profile(now),
      legalStatus: 'micro-entrepreneur',
      activity: 'bncSsi',
      incomeTaxOption: true,
    })
    micro = data.id
    await receive('2027-12-31', 3)
    await receive('2027-11-30', 9_997)
    await receive('2028-01-01', 500)
  })

  test('are worked out by its activity, of the last quarter unless told otherwise', async () => {
    const quarter = {
      from: day('2027-10-01'),
      to: day('2027-12-31'),
      receipts: 10_000,
      ratePct: 25.6,
      contributions: 2_560,
      cfp: 20,
      incomeTaxOption: 220,
      total: 2_800,
      dueDate: day('2028-01-31'),
    }
    expect((await ask('GET', `urssaf/${micro}`)).data).toMatchObject(quarter)
    expect(await urssaf('2027-10-01', '2027-12-31')).toMatchObject(quarter)
    expect(await urssaf('2028-01-01', '2028-01-31')).toMatchObject({
      receipts: 500,
      dueDate: day('2028-02-29'),
    })
  })

  test('have their rate also where little or nothing was received', async () => {
    expect(await urssaf('2027-12-31', '2027-12-31')).toMatchObject({
      receipts: 3,
      contributions: 1,
      ratePct: 25.6,
    })
    expect(await urssaf('2027-07-01', '2027-09-30')).toMatchObject({
      receipts: 0,
      total: 0,
      ratePct: 25.6,
    })
  })

  test('are declared of whole periods that are over, once; a charge then proposes the next ones', async () => {
    expect(await declare('2027-10-02', '2027-12-31')).toMatchObject({
      status: 404,
      code: 'CONTRIBUTIONS_NO_PERIOD',
    })
    expect(await declare('2027-11-01', '2028-01-31')).toMatchObject({
      status: 404,
      code: 'CONTRIBUTIONS_NO_PERIOD',
    })
    expect((await ask('GET', `charge/all/${micro}`)).data).toEqual([])
    expect(await declare('2027-10-01', '2027-12-31')).toMatchObject({ status: 200 })
    expect(await declare('2027-10-01', '2027-12-31')).toMatchObject({
      status: 409,
      code: 'CONTRIBUTIONS_DECLARED',
    })
    expect(await declare('2028-01-01', '2028-03-31')).toMatchObject({
      status: 409,
      code: 'CONTRIBUTIONS_RUNNING',
    })
    const [charge] = (await ask('GET', `charge/all/${micro}`)).data
    expect(charge).toMatchObject({
      amountType: 'contributions',
      type: 'urssaf',
      label: 'Urssaf',
      intervalCount: 3,
    })
    expect(charge.nextRuns[0]).toBe(day('2028-04-01'))
    const [made] = await executions('charge', charge.id)
    expect((await ask('GET', `transaction/one/${micro}/${made.transactionId}`)).data).toMatchObject(
      {
        type: 'urssaf',
        amountTTC: 2_800,
        expectedPaymentDate: day('2028-01-31'),
      },
    )
  })

  test('of a declared period stay as they were declared, beside what has changed since', async () => {
    await receive('2027-12-15', 1_000)
    expect(await urssaf('2027-10-01', '2027-12-31')).toMatchObject({
      receipts: 10_000,
      total: 2_800,
      declared: 2_800,
      drift: 280,
      changes: [{ amount: 1_000, date: day('2027-12-15') }],
      now: { receipts: 11_000, total: 3_080 },
    })
  })

  test('of a declared period are taken back: it waits again, its payment leaves the books, the history keeps both', async () => {
    const undo = (from: string, to: string, headers = {}) =>
      ask('PUT', `urssaf/${micro}/undeclare`, { from: day(from), to: day(to) }, headers)
    expect(await undo('2027-07-01', '2027-09-30')).toMatchObject({
      status: 404,
      code: 'CONTRIBUTIONS_NOT_DECLARED',
    })
    const [charge] = (await ask('GET', `charge/all/${micro}`)).data
    const [made] = await executions('charge', charge.id)
    const payment = `transaction/one/${micro}/${made.transactionId}`
    await ask('PUT', `transaction/${made.transactionId}/paid`, { paymentDate: day('2028-01-31') })
    await ask('PUT', `transaction/${made.transactionId}/collected`)
    expect(await undo('2027-10-01', '2027-12-31')).toMatchObject({
      status: 409,
      code: 'CONTRIBUTIONS_PAID',
    })
    expect((await ask('GET', payment)).status).toBe(200)
    await ask('PUT', `transaction/${made.transactionId}/uncollected`)
    const key = { 'idempotency-key': 'undo-once' }
    const undone = await undo('2027-10-01', '2027-12-31', key)
    expect(undone).toMatchObject({ status: 200 })
    // The same request again finds nothing declared any more, and is answered as before.
    expect(await undo('2027-10-01', '2027-12-31', key)).toMatchObject({
      status: 200,
      data: undone.data,
    })
    expect((await ask('GET', payment)).status).toBe(404)
    // The figures are those of today again.
    expect(await urssaf('2027-10-01', '2027-12-31')).toMatchObject({
      receipts: 11_000,
      total: 3_080,
      declaredAt: 0,
      drift: 0,
    })
    const waits = (await ask('GET', `charge/all/${micro}`)).data[0].toValidate
    expect(waits).toMatchObject([{ from: day('2027-10-01'), amount: 3_080, proposed: 2_800 }])
    const runs = await executions('charge', charge.id)
    expect(runs.map(({ result }: { result: string }) => result).toSorted()).toEqual([
      'undone',
      'waiting',
    ])
    expect(await undo('2027-10-01', '2027-12-31')).toMatchObject({
      status: 404,
      code: 'CONTRIBUTIONS_NOT_DECLARED',
    })
    // Declared again, it has a payment of its own.
    expect(await declare('2027-10-01', '2027-12-31')).toMatchObject({ status: 200 })
    expect(
      (await ask('GET', `transaction/one/${micro}/${waits[0].executionId}`)).data,
    ).toMatchObject({
      amountTTC: 3_080,
      expectedPaymentDate: day('2028-01-31'),
    })
  })

  test('of an earlier period are declared too, and not proposed again', async () => {
    expect(await declare('2027-07-01', '2027-09-30')).toMatchObject({ status: 200 })
    const summer = await urssaf('2027-07-01', '2027-09-30')
    expect(summer).toMatchObject({ total: 0, drift: 0 })
    expect(summer.declaredAt).toBeGreaterThan(0)
    now = Date.parse('2028-04-02T09:00:00Z')
    expect(await declare('2028-01-01', '2028-03-31')).toMatchObject({ status: 200 })
    await runDue('charge')
    const [charge] = (await ask('GET', `charge/all/${micro}`)).data
    expect(charge.toValidate).toEqual([])
    expect(await executions('charge', charge.id)).toHaveLength(4)
  })

  test('of days that run backwards are refused', async () => {
    const answer = await ask(
      'GET',
      `urssaf/${micro}?from=${day('2027-12-31')}&to=${day('2027-10-01')}`,
    )
    expect(answer).toMatchObject({ status: 400, fields: [{ path: 'to' }] })
  })

  test('need an activity, and a profile of one’s own', async () => {
    const none = (await ask('POST', 'professionalInfo', profile(now))).data.id
    expect(await ask('GET', `urssaf/${none}`)).toMatchObject({
      status: 404,
      code: 'URSSAF_CHARGE_NEEDED',
    })
    const body = { from: day('2027-10-01'), to: day('2027-12-31') }
    expect(await ask('PUT', `urssaf/${none}/declare`, body)).toMatchObject({
      status: 404,
      code: 'URSSAF_CHARGE_NEEDED',
    })
    expect(await ask('GET', 'urssaf/01ARZ3NDEKTSV4RRFFQ69G5FA0')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
  })
})
