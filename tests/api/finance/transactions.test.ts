import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transactionsApi } from '#api/finance/transactions.ts'
import { turnoverApi } from '#api/finance/turnover.ts'
import { transactionIdOf } from '#commands/finance/book-payment.ts'
import { bills } from '#projections/billing/bills.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'
import { line } from '#tests/domain/billing/frozen-bills.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { as, bookkeeping, PROFILE } from './books.ts'

const A = '01ARZ3NDEKTSV4RRFFQ69G5FAA'
const B = '01ARZ3NDEKTSV4RRFFQ69G5FAB'
const C = '01ARZ3NDEKTSV4RRFFQ69G5FAC'
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

let server: ContextServer
let firm: ReturnType<typeof bookkeeping>
beforeEach(async () => {
  server = await startContext(
    [bills, transactions, recordsOf(Organism), projects, projectClients],
    (api, commands) => {
      transactionsApi(api, commands.transactions)
      turnoverApi(api)
    },
  )
  firm = bookkeeping(server.handler)
})
afterEach(() => server.stop())

const list = async (path = `/transaction/user-1/${PROFILE}/50`) =>
  (await server.ask('GET', path)).data
const filtered = async (filters: object) =>
  server.ask('POST', '/transaction/user-1/filters', { profileId: PROFILE, filters })
const turnover = async (year: number) =>
  (await server.ask('GET', `/turnover/user-1/${PROFILE}/${year}`)).data

describe('a bill’s payment', () => {
  test('is a paid income whose externalId is the bill', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    expect(await list()).toMatchObject([
      {
        id: transactionIdOf(A, 'p1'),
        group: 'paid',
        status: 'paid',
        operation: 'in',
        type: 'invoice',
        reference: '2026-034',
        externalId: A,
        amount: 2600,
        vat: 520,
        amountTTC: 3120,
        currency: 'EUR',
        paymentDate: day('2026-10-05'),
        reversed: false,
        details: [{ rate: 20, base: 2600, amount: 520 }],
      },
    ])
  })
  test('is collected once the bill’s money is in the bank, and no more when that is taken back', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    expect(await list()).toMatchObject([{ status: 'paid', cashed: false }])
    await firm.collect(A, '2026-10-07')
    expect(await list()).toMatchObject([{ status: 'paid', cashed: true }])
    await firm.uncollect(A)
    expect(await list()).toMatchObject([{ status: 'paid', cashed: false }])
  })
  test('is booked once, even if another process sends it again', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    const again = {
      paymentId: 'p1',
      billId: A,
      profileId: PROFILE,
      projectId: '',
      clientName: '',
      ref: '2026-034',
      currency: 'EUR',
      grossMinor: 312_000,
      vat: [{ rate: 2000, baseMinor: 260_000, amountMinor: 52_000 }],
      day: '2026-10-05',
    }
    await Promise.all([
      firm.books.bookPayment(again, as('user-1')),
      firm.books.bookPayment(again, as('user-1')),
    ])
    expect(await list()).toHaveLength(1)
  })
  test('taken back leaves the list and the sums, and stays in the trail', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    await firm.unpay(A, 'p1')
    await firm.unpay(A, 'p1').catch(() => {})
    expect(await list()).toEqual([])
    expect(await list(`/transaction/user-1/all/bill/${PROFILE}/${A}`)).toMatchObject([
      { reversed: true, status: 'unpaid', paymentDate: 0, version: 2 },
    ])
    expect((await turnover(2026)).receiptsHT).toBe(0)
    await firm.pay(A, 'p2', '2026-10-06')
    expect(await list(`/transaction/user-1/all/${PROFILE}/${A}`)).toHaveLength(2)
    expect((await turnover(2026)).receiptsHT).toBe(2600)
  })
  test('in two parts is split by rate, and the parts add up (VAT-03)', async () => {
    await firm.issue(A, {
      lines: [
        line('Conseil', 12.5, 45_000),
        line('Livre', 3, 3_333, 550),
        line('Voyage', 1, 15_000, 1000),
      ],
    })
    await firm.pay(A, 'p1', '2026-10-05', 351_025)
    await firm.pay(A, 'p2', '2026-10-06')
    const [second, first] = await list()
    const vatOf = (transaction: { details: { rate: number; amount: number }[] }) =>
      transaction.details.map((row) => [row.rate, row.amount])
    expect(vatOf(first)).toEqual([
      [20, 562.5],
      [10, 7.5],
      [5.5, 2.75],
    ]) // prettier-ignore
    expect(vatOf(second)).toEqual([
      [20, 562.5],
      [10, 7.5],
      [5.5, 2.75],
    ]) // prettier-ignore
    expect(first.amountTTC + second.amountTTC).toBeCloseTo(7020.49, 2)
    expect(first.amount + first.vat).toBeCloseTo(first.amountTTC, 2)
  })
})

describe('the books', () => {
  test('is narrowed to a year, sorted by a column, and summed with what is shown', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2025-10-05')
    await firm.issue(B)
    await firm.pay(B, 'p2', '2026-10-05')
    await firm.issue(C)
    await firm.pay(C, 'p3', '2026-11-05')
    const read = async (more: object) =>
      (
        await server.ask('POST', '/transaction/user-1/filters', { profileId: PROFILE, ...more })
      ).data.map((one: { externalId: string }) => one.externalId)
    const year = { operator: 'eq', value: 2026 }
    expect(await read({ filters: { year } })).toEqual([C, B])
    expect(await read({ sort: 'date' })).toEqual([A, B, C])
    const refused = await server.ask('POST', '/transaction/user-1/filters', {
      profileId: PROFILE,
      sort: 'nothing',
    })
    expect(refused.status).toBe(400)
    const outcomes = { year, operation: { operator: 'eq', value: 'out' } }
    const { data } = await server.ask('POST', '/transaction/user-1/summary', {
      profileId: PROFILE,
      filters: outcomes,
    })
    expect(data).toMatchObject({
      views: { all: 2, incomes: 2, outcomes: 0 },
      groups: [],
      totals: [],
      profile: { count: 3, currencies: ['EUR'], years: [2026, 2025] },
    })
    expect(data.profile.received).toContainEqual({ year: 2025, currency: 'EUR', amountTTC: 3120 })
    const all = (await server.ask('POST', '/transaction/user-1/summary', { profileId: PROFILE }))
      .data
    expect(all.totals).toEqual([
      { currency: 'EUR', count: 3, incomes: 9360, outcomes: 0, vat: 1560 },
    ])
    expect(all.groups).toEqual([{ group: 'paid', ...all.totals[0] }])
  })
  test('tells what makes a month’s turnover, issued or received', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    await firm.collect(A, '2026-11-07')
    const of = async (month: number, basis: string) =>
      (await server.ask('GET', `/turnover/user-1/${PROFILE}/2026/${month}?basis=${basis}`)).data
    const piece = {
      client: expect.any(String),
      reference: '2026-034',
      amount: 2600,
      amountTTC: 3120,
      billId: A,
    }
    expect(await of(10, 'receipts')).toEqual([
      { id: transactionIdOf(A, 'p1'), date: day('2026-10-05'), ...piece },
    ])
    expect(await of(11, 'receipts')).toEqual([])
    const months = await Promise.all(Array.from({ length: 12 }, (_, i) => of(i + 1, 'invoiced')))
    expect(months.flat()).toEqual([{ id: A, date: expect.any(Number), ...piece }])
  })
  test('is read by its id, of the user’s own', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p1', '2026-10-05')
    const id = transactionIdOf(A, 'p1')
    const one = async (profile: string) =>
      server.ask('GET', `/transaction/user-1/one/${profile}/${id}`)
    expect((await one(PROFILE)).data).toMatchObject({ id, externalId: A })
    expect((await one(B)).status).toBe(404)
  })
})

describe('the list of transactions', () => {
  beforeEach(async () => {
    await firm.issue(A, { ref: '2026-001' })
    await firm.issue(B, { ref: '2026-002', lines: [line('Conseil', 1, 10_000)] })
    await firm.issue(C, { ref: '2026-003', lines: [line('Conseil', 1, 50_000)] })
    await firm.pay(A, 'p', '2026-09-30')
    await firm.pay(B, 'p', '2026-11-02')
    await firm.pay(C, 'p', '2026-10-15')
  })
  const refs = (rows: { reference: string }[]) => rows.map((row) => row.reference)

  test('shows what is paid by payment date, the latest first, and no more than asked for', async () => {
    expect(refs(await list())).toEqual(['2026-002', '2026-003', '2026-001'])
    const answer = await server.ask('GET', `/transaction/user-1/${PROFILE}/2`)
    expect(refs(answer.data)).toEqual(['2026-002', '2026-003'])
    expect(answer.headers['x-total-count']).toBe('3')
  })
  test('leaves out what was taken back, unless the filter asks for it', async () => {
    await firm.unpay(A, 'p')
    await firm.unpay(C, 'p')
    const all = (await server.ask('GET', `/transaction/user-1/${PROFILE}/50`)).data
    expect(refs(all)).toEqual(['2026-002'])
    expect(refs((await filtered({ reversed: { operator: 'eq', value: true } })).data)).toEqual([
      '2026-003',
      '2026-001',
    ])
  })
  test.each<[object, string[]]>([
    [{ amount: { operator: 'gt', value: 500 } }, ['2026-001']],
    [{ amount: { operator: 'gte', value: 500 } }, ['2026-003', '2026-001']],
    [{ amountTTC: { operator: 'between', value: [120, 600] } }, ['2026-002', '2026-003']],
    [{ paymentDate: { operator: 'lt', value: day('2026-10-15') } }, ['2026-001']],
    [{ paymentDate: { operator: 'lte', value: day('2026-10-15') } }, ['2026-003', '2026-001']],
    [{ reference: { operator: 'contains', value: '003' } }, ['2026-003']],
    [
      {
        type: { operator: 'in', value: ['sale', 'invoice'] },
        operation: { operator: 'eq', value: 'in' },
      },
      ['2026-002', '2026-003', '2026-001'],
    ],
    [{ type: { operator: 'ne', value: 'invoice' } }, []],
    [{ externalId: { operator: 'eq', value: B } }, ['2026-002']],
    [{ currency: { operator: 'eq', value: 'USD' } }, []],
  ])('is filtered by %o', async (filters, expected) =>
    expect(refs((await filtered(filters)).data)).toEqual(expected),
  )
  test.each([
    { amount: { operator: '$where', value: 1 } },
    { owner: { operator: 'eq', value: 'user-2' } },
    { status: { operator: 'eq', value: { $ne: '' } } },
    { amount: { operator: 'between', value: [1] } },
  ])('refuses the filter %o', async (filters) => expect((await filtered(filters)).status).toBe(400))
  test('is not shown to another user, nor counted in their sums', async () => {
    expect((await server.ask('GET', `/transaction/user-2/${PROFILE}/50`)).data).toEqual([])
    expect(
      (
        await server.ask('POST', '/transaction/user-2/filters', {
          profileId: PROFILE,
          filters: { externalId: { operator: 'eq', value: A } },
        })
      ).data,
    ).toEqual([])
    expect((await server.ask('GET', `/turnover/user-2/${PROFILE}/2026`)).data.receiptsHT).toBe(0)
  })
  test('is also a CSV file', async () => {
    const { text, headers } = await server.ask(
      'GET',
      `/transaction/user-1/${PROFILE}/50`,
      undefined,
      {
        accept: 'text/csv',
      },
    )
    expect(headers['content-type']).toContain('text/csv')
    expect(text).toContain('2026-002')
  })
  test('is summed by year and month', async () => {
    const { data } = await server.ask('POST', `/transaction/user-1/statistic/${PROFILE}`, {})
    expect(Object.keys(data)).toEqual(['2026'])
    expect(data['2026'].incomes).toEqual({ count: 3, amount: 3200, vat: 640, amountTTC: 3840 })
    expect(data['2026'].months[9].incomes).toEqual({
      count: 1,
      amount: 500,
      vat: 100,
      amountTTC: 600,
    })
    expect(data['2026'].outcomes.count).toBe(0)
    expect(
      (await server.ask('POST', `/transaction/user-1/statistic/${PROFILE}`, { year: 2025 })).data,
    ).toEqual({})
  })
})

describe('the turnover of a year', () => {
  test('counts a bill when it is issued and its money when it comes, VAT apart', async () => {
    await firm.issue(A, { issueDate: '2025-12-30', dueDate: '2026-01-30' })
    await firm.pay(A, 'p', '2026-01-10')
    const [before, after] = [await turnover(2025), await turnover(2026)]
    expect([before.invoicedHT, before.invoicedTva, before.receiptsHT]).toEqual([2600, 520, 0])
    expect(before.months[11]).toEqual({
      month: 12,
      receiptsHT: 0,
      receiptsTva: 0,
      invoicedHT: 2600,
      invoicedTva: 520,
    })
    expect([after.invoicedHT, after.receiptsHT, after.receiptsTva]).toEqual([0, 2600, 520])
    expect(after.months[0].receiptsHT).toBe(2600)
  })
  test('counts a payment on its day, whether it is on the account or not', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p', '2026-10-30')
    const received = async () =>
      (await turnover(2026)).months.flatMap(
        ({ month, receiptsHT, receiptsTva }: Record<string, number>) =>
          receiptsHT === 0 ? [] : [[month, receiptsHT, receiptsTva]],
      )
    expect(await received()).toEqual([[10, 2600, 520]])
    await firm.collect(A, '2026-11-05')
    expect(await received()).toEqual([[10, 2600, 520]])
    await firm.refund(A, 'r', 12_000, '2026-12-01')
    expect(await received()).toEqual([
      [10, 2600, 520],
      [12, -100, -20],
    ])
  })
  test('takes credit notes off what was invoiced, and leaves drafts out', async () => {
    await firm.issue(A)
    await firm.issue(B, {
      type: 'creditNote',
      ref: 'A2026-001',
      lines: [line('Conseil', 1, 10_000)],
    })
    await firm.draft(C)
    expect((await turnover(2026)).invoicedHT).toBe(2500)
  })
  test('does not add dollars to euros', async () => {
    await firm.issue(A, { currency: 'USD' })
    expect((await turnover(2026)).invoicedHT).toBe(0)
    expect(
      (await server.ask('GET', `/turnover/user-1/${PROFILE}/2026?currency=USD`)).data.invoicedHT,
    ).toBe(2600)
  })
})
