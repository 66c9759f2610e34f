import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forecastApi } from '#api/finance/forecast.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { Behind } from '#contract/finance/forecast.contract.ts'
import { schedulesApi } from '#api/schedules/schedules.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { Company } from '#domain/customers/company.record.ts'
import { PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { projections } from '#projections/all.ts'
import { line } from '#tests/domain/billing/frozen-bills.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { as, bookkeeping } from './books.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map((last) => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`) as [
  string,
  string,
  string,
  string,
]
const CLIENT = '01JD0000000000000000000C01'
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

let server: ContextServer
let profileId: string
let firm: ReturnType<typeof bookkeeping>
/** Today is 20 November 2026. */
async function started(profile: object = { tvaRegime: 'franchise' }) {
  server = await startContext(projections, (api, commands) => {
    professionalInfoApi(api, commands.profile, { find: async () => [] })
    projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
    timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
    schedulesApi(api, commands.schedules)
    forecastApi(api, commands.openingBalances)
  })
  profileId = (
    await server.ask('POST', '/professionalInfo/user-1', { name: 'Fontanel', ...profile })
  ).data.id
  firm = bookkeeping(server.handler, 'user-1', profileId)
}
beforeEach(() => started())
afterEach(() => server.stop())

const forecast = async (query = '') =>
  (await server.ask('GET', `/forecast/user-1/${profileId}${query}`)).data
const behind = async () =>
  (await forecast()).months.flatMap(({ behind: some }: { behind: { kind: string }[] }) => some)
const byHand = (
  id: string,
  grossMinor: number,
  days: { paymentDay?: string; expectedDay?: string },
  more: object = {},
) =>
  server.handler.run(
    transactionDecider,
    id,
    {
      type: 'Add',
      facts: {
        ...PLAIN_DOCUMENT,
        profileId,
        operation: 'out',
        kind: 'purchase',
        label: 'Loyer',
        reference: '',
        currency: 'EUR',
        vat: [{ rate: 0, baseMinor: grossMinor, amountMinor: 0 }],
        paymentDay: '',
        expectedDay: '',
        bankAccountType: 'professional',
        ...days,
        ...more,
      },
    },
    as('user-1'),
  )
const enter = (amount: number, date: string, account = 'professional') =>
  server.ask('PUT', `/forecast/user-1/${profileId}/balance`, { account, amount, date: day(date) })
const contract = async (more: object = {}) => {
  await server.handler.run(
    recordDecider(Company),
    CLIENT,
    { type: 'Add', values: { name: 'Hydravion' } },
    as('user-1'),
  )
  return (
    await server.ask('POST', '/project/user-1', {
      profileId,
      isBillable: true,
      title: 'Audit',
      clientId: CLIENT,
      priceHT: 500,
      tva: 0,
      startDate: day('2026-08-01'),
      paymentDeadline: 30,
      ...more,
    })
  ).data.id
}

describe('the balance', () => {
  test('is what was entered and what was paid since, account by account', async () => {
    await byHand(A, 10_000, { paymentDay: '2026-10-31' })
    await byHand(B, 2_500, { paymentDay: '2026-11-10' })
    await byHand(C, 700, { paymentDay: '2026-11-12' }, { bankAccountType: 'personal' })
    expect((await forecast()).balance).toBe(-132)
    expect((await enter(1000, '2026-11-10')).status).toBe(200)
    expect(await forecast()).toMatchObject({
      balance: 968,
      accounts: [
        {
          account: 'professional',
          balance: 975,
          openingDay: day('2026-11-10'),
          openingBalance: 1000,
        },
        { account: 'personal', balance: -7, openingDay: 0 },
      ],
    })
    expect((await forecast('?account=personal')).balance).toBe(-7)
  })
  test('entered for an earlier month counts that month from its day, and the later ones whole', async () => {
    await byHand(A, 10_000, { paymentDay: '2026-09-02' })
    await byHand(B, 2_500, { paymentDay: '2026-09-20' })
    await byHand(C, 300, { paymentDay: '2026-10-03' })
    await enter(500, '2026-09-15')
    expect((await forecast()).balance).toBe(472)
  })
  test('of a day to come, or with half a cent, is refused', async () => {
    expect(await enter(1000, '2026-11-21')).toMatchObject({
      status: 422,
      code: 'BALANCE_DAY_AHEAD',
    })
    expect(
      await server.ask('PUT', `/forecast/user-1/${profileId}/balance`, {
        account: 'professional',
        amount: 10.5,
        date: day('2026-11-01'),
        currency: 'JPY',
      }),
    ).toMatchObject({ status: 422, code: 'BALANCE_DECIMALS' })
  })
  test('of another user’s business is not there', async () =>
    expect((await server.ask('GET', `/forecast/user-2/${profileId}`)).status).toBe(404))
})

describe('what is expected', () => {
  test('is a bill on its due day, later by what its client usually takes', async () => {
    await firm.issue(A, {
      issueDate: '2026-09-01',
      dueDate: '2026-10-01',
      lines: [line('Conseil', 1, 10_000)],
    })
    await firm.pay(A, 'p1', '2026-10-11')
    await firm.issue(B, {
      issueDate: '2026-11-10',
      dueDate: '2026-12-10',
      lines: [line('Conseil', 1, 20_000)],
    })
    await firm.books.expectIncome(
      B,
      2,
      {
        profileId,
        projectId: '',
        reference: '2026-034',
        client: 'Coopérative Lampadaire',
        currency: 'EUR',
        grossMinor: 24_000,
        vat: [{ rate: 2000, baseMinor: 20_000, amountMinor: 4_000 }],
        day: '2026-12-10',
        bankAccountType: 'professional',
      },
      as('user-1'),
    )
    expect(await behind()).toEqual([
      {
        kind: 'bill',
        id: B,
        label: 'Coopérative Lampadaire 2026-034',
        day: day('2026-12-20'),
        amount: 240,
      },
    ])
  })
  test('is a draft that bills no days, as if it were issued tomorrow, and no draft of days', async () => {
    await firm.draft(A, {
      issueDate: '2026-11-01',
      dueDate: '',
      lines: [line('Audit', 1, 200_000, 2000, '')],
    })
    await firm.draft(B, { issueDate: '2026-11-01', dueDate: '', lines: [line('Jours', 1, 50_000)] })
    const rows = await behind()
    expect(rows).toMatchObject([{ kind: 'draft', id: A, amount: 2400, day: day('2026-12-21') }])
    await firm.draft(C, { type: 'deposit', lines: [line('Acompte', 1, 10_000, 2000, '')] })
    expect(await behind()).toHaveLength(1)
  })
  test('is a purchase on its day, tomorrow when that has passed, and not beyond the twelve months', async () => {
    await byHand(A, 1_000, { expectedDay: '2026-11-01' })
    await byHand(B, 2_000, { expectedDay: '2027-10-31' })
    await byHand(C, 3_000, { expectedDay: '2027-11-01' })
    expect(await behind()).toMatchObject([
      { kind: 'transaction', day: day('2026-11-21'), amount: -10 },
      { day: day('2027-10-31'), amount: -20 },
    ])
  })
  test('is a contract’s days worked and not billed, and its days to come as far as they were sold', async () => {
    const projectId = await contract({ soldDays: 6, endDate: day('2027-06-30') })
    await server.ask('PUT', `/timesheet/user-1/${profileId}/2026/10`, {
      activities: ['2026-10-01', '2026-10-02'].map((one) => ({
        kind: 'work',
        projectId,
        day: day(one),
        quantity: 1,
      })),
    })
    const rows: { kind: string; amount: number; day: number }[] = await behind()
    expect(rows[0]).toMatchObject({ kind: 'unbilled', amount: 1000, day: day('2026-12-30') })
    const coming = rows.filter(({ kind }) => kind === 'contract')
    expect(coming.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(2000, 2)
  })
  test('is a charge on each of its days, and a share of what will be received', async () => {
    await byHand(A, 100_000, { expectedDay: '2026-12-05' }, { operation: 'in', kind: 'sale' })
    const charge = (more: object) => ({
      profileId,
      label: 'Cotisations',
      interval: 'month',
      startDate: day('2026-12-15'),
      ...more,
    })
    expect(
      (
        await server.ask(
          'POST',
          '/charge/user-1',
          charge({ amount: 40, expiryDate: day('2027-01-31') }),
        )
      ).status,
    ).toBe(200)
    await server.ask(
      'POST',
      '/charge/user-1',
      charge({
        amountType: 'calculated',
        percentage: 10,
        base: 'caHt',
        periodMode: 'lastDays',
        lastDays: 20,
      }),
    )
    const rows: { kind: string; day: number; amount: number }[] = await behind()
    expect(
      rows.filter(({ kind }) => kind === 'charge').map((one) => [one.day, one.amount]),
    ).toEqual([
      [day('2026-12-15'), -40],
      [day('2026-12-15'), -100],
      [day('2027-01-15'), -40],
    ])
  })
  test('is nothing of an archived contract', async () => {
    const projectId = await contract({
      priceMode: 'fixed',
      priceHT: 4800,
      endDate: day('2026-12-31'),
    })
    expect(await behind()).toMatchObject([
      { kind: 'contract', amount: 4800, day: day('2027-01-30') },
    ])
    await server.ask('PUT', `/project/user-1/${projectId}/archive`, {})
    expect(await behind()).toEqual([])
  })
  test('is exported as CSV, the earliest first', async () => {
    await byHand(A, 1_000, { expectedDay: '2026-12-01' })
    const { text } = await server.ask('GET', `/forecast/user-1/${profileId}/expected`, undefined, {
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    expect(text).toContain('2026-12-01;-10')
  })
})

describe('of many open payments', () => {
  const days = ['2026-10-01', '2026-12-01', '2026-12-02', '2027-03-15']
  /** As many payments as asked for, one after another on four days, each of another amount. */
  const enterOpen = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const operation = n % 3 === 0 ? 'in' : 'out'
      const expectedDay = days[n % days.length] ?? ''
      await byHand(ulidFrom(`open ${n}`), 100 + n, { expectedDay }, { operation })
    }
  }
  const expected = async (): Promise<readonly Behind[]> =>
    (await server.ask('GET', `/forecast/user-1/${profileId}/expected`)).data
  const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)
  const sum = (some: readonly Behind[], sign: 1 | -1) =>
    some.reduce((total, { amount }) => total + Math.max(0, sign * Math.round(amount * 100)), 0)

  test.each([200, 201])('%i of them make the same sums as the list of all', async (count) => {
    await enterOpen(count)
    const [all, { months }] = [await expected(), await forecast()]
    expect(all).toHaveLength(count)
    for (const month of months) {
      const key = `${month.year}-${String(month.month).padStart(2, '0')}`
      const own = all.filter(({ day: at }) => monthOf(at) === key)
      expect(month.behindCount, key).toBe(own.length)
      expect(Math.round(month.expectedIn * 100), key).toBe(sum(own, 1))
      expect(Math.round(month.expectedOut * 100), key).toBe(sum(own, -1))
      expect(month.behind).toHaveLength(Math.min(50, own.length))
      // Shown are payments themselves, the earliest first.
      for (const one of month.behind) expect(own).toContainEqual(one)
      expect(month.behind.map((one: Behind) => one.day)).toEqual(
        own.map((one) => one.day).slice(0, month.behind.length),
      )
    }
  })
})

describe('VAT', () => {
  test('that was collected is held, and paid on the 24th of the next month', async () => {
    await server.stop()
    await started({
      tvaRegime: 'normal',
      tvaPeriodicity: 'monthly',
      tvaTaxeType: 'receipts',
      startDate: day('2026-01-01'),
    })
    await byHand(
      D,
      0,
      { paymentDay: '2026-11-05' },
      {
        operation: 'in',
        kind: 'sale',
        vat: [{ rate: 2000, baseMinor: 100_000, amountMinor: 20_000 }],
      },
    )
    const found = await forecast()
    expect(found.months[1].behind).toMatchObject([
      { kind: 'vat', day: day('2026-12-24'), amount: -200 },
    ])
    expect(found).toMatchObject({ balance: 1200, safeToSpend: 1000 })
    expect(found.safeParts).toContainEqual({ name: 'vat', amount: -200 })
  })

  test('of a period that is over and not declared yet is held, and paid tomorrow; a credit is carried on', async () => {
    await server.stop()
    await started({ tvaRegime: 'normal', tvaPeriodicity: 'monthly', tvaTaxeType: 'receipts' })
    const sale = (id: string, paymentDay: string, operation: 'in' | 'out', baseMinor: number) =>
      byHand(
        id,
        0,
        { paymentDay },
        { operation, kind: operation === 'in' ? 'sale' : 'purchase', vat: vat(baseMinor) },
      )
    const vat = (baseMinor: number) => [{ rate: 2000, baseMinor, amountMinor: baseMinor / 5 }]
    await sale(A, '2026-08-05', 'in', 100_000)
    await sale(B, '2026-09-05', 'out', 30_000)
    await sale(C, '2026-10-05', 'in', 40_000)
    const found = await forecast()
    expect(found.months[0].behind).toMatchObject([
      { kind: 'vat', day: day('2026-11-21'), amount: -200 },
      { kind: 'vat', day: day('2026-11-24'), amount: -20 },
    ])
    expect(found.safeParts).toContainEqual({ name: 'vat', amount: -220 })
    await sale(D, '2026-11-05', 'in', 10_000)
    expect((await forecast()).months[1].behind).toMatchObject([
      { kind: 'vat', day: day('2026-12-24'), amount: -20 },
    ])
  })
})

test('the limits tell what was reached and the day on which they would be crossed', async () => {
  await byHand(A, 3_700_000, { paymentDay: '2026-05-04' }, { operation: 'in', kind: 'sale' })
  await byHand(B, 100_000, { expectedDay: '2026-12-02' }, { operation: 'in', kind: 'sale' })
  const { thresholds } = await forecast()
  expect(thresholds).toMatchObject([
    {
      name: 'vatBase',
      limit: 37_500,
      reached: 37_000,
      crossedOn: day('2026-12-02'),
      applies: true,
    },
    { name: 'vatTolerance', limit: 41_250, crossedOn: 0, applies: true },
    { name: 'micro', limit: 83_600, reached: 37_000, crossedOn: 0, applies: false },
  ])
})

test('the limits tell the day on which they were crossed, each its own', async () => {
  await byHand(A, 3_700_000, { paymentDay: '2026-05-04' }, { operation: 'in', kind: 'sale' })
  await byHand(B, 100_000, { paymentDay: '2026-07-02' }, { operation: 'in', kind: 'sale' })
  await byHand(C, 4_700_000, { paymentDay: '2026-11-12' }, { operation: 'in', kind: 'sale' })
  expect((await forecast()).thresholds).toMatchObject([
    { name: 'vatBase', crossedOn: day('2026-07-02') },
    { name: 'vatTolerance', crossedOn: day('2026-11-12') },
    { name: 'micro', crossedOn: day('2026-11-12') },
  ])
})
