import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transactionsApi } from '#api/finance/transactions.ts'
import { turnoverApi } from '#api/finance/turnover.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { bills } from '#projections/billing/bills.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'
import { line } from '#tests/domain/billing/frozen-bills.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { as, bookkeeping, PROFILE } from './books.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map((last) => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`) as [
  string,
  string,
  string,
  string,
]
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

const ask = async (path: string) =>
  (await server.ask('GET', `/turnover/user-1/${PROFILE}${path}`)).data
const lines = [line('Conseil', 1, 100_000)]

/**
 * Billed in October 2025 and paid in February 2026; billed in March 2026, and half of it credited.
 */
async function years() {
  await firm.issue(A, { issueDate: '2025-10-01', lines })
  await firm.pay(A, 'p1', '2026-02-10')
  await firm.issue(B, { issueDate: '2026-03-01', lines })
  await firm.issue(C, {
    type: 'creditNote',
    issueDate: '2026-03-15',
    lines: [line('Conseil', 0.5, 100_000)],
  })
}

/** An income by hand, paid in May 2026. */
const byHand = (id: string, kind: OwnTransaction['kind'], baseMinor: number) =>
  server.handler.run(
    transactionDecider,
    id,
    {
      type: 'Add',
      facts: {
        ...PLAIN_DOCUMENT,
        profileId: PROFILE,
        operation: 'in',
        kind,
        reference: '',
        currency: 'EUR',
        vat: [{ rate: 2000, baseMinor, amountMinor: baseMinor / 5 }],
        paymentDay: '2026-05-04',
        expectedDay: '',
        bankAccountType: 'professional',
      },
    },
    as('user-1'),
  )

describe('turnover by period', () => {
  test('is received on the day of payment and billed on that of issue, beside the year before', async () => {
    await years()
    const months = await ask('?year=2026')
    expect(months).toHaveLength(12)
    expect(months[1]).toMatchObject({ period: 2, from: day('2026-02-01'), to: day('2026-02-28') })
    expect(months[1]).toMatchObject({
      receiptsHT: 1000,
      receiptsTva: 200,
      receiptsTTC: 1200,
      invoicedHT: 0,
    })
    expect(months[2]).toMatchObject({ receiptsHT: 0, invoicedHT: 500, invoicedTTC: 600 })
    expect(months[9]).toMatchObject({
      invoicedHT: 0,
      previousInvoicedHT: 1000,
      previousInvoicedTTC: 1200,
    })
  })
  test('adds up the same by month, quarter and year', async () => {
    await years()
    const sum = async (by: string) =>
      (await ask(`?year=2026&by=${by}`))
        .filter(({ year }: { year: number }) => year === 2026)
        .reduce(
          (total: number[], one: Record<string, number>) => [
            (total[0] ?? 0) + (one['receiptsHT'] ?? 0),
            (total[1] ?? 0) + (one['invoicedTTC'] ?? 0),
          ],
          [],
        )
    expect(await sum('month')).toEqual([1000, 600])
    expect(await sum('quarter')).toEqual([1000, 600])
    expect(await sum('year')).toEqual([1000, 600])
    expect((await ask('?by=year')).map(({ year }: { year: number }) => year)).toEqual([2025, 2026])
  })
  test('counts what clients pay, and no subsidy', async () => {
    await byHand(C, 'sale', 30_000)
    await byHand(D, 'subsidy', 500_000)
    expect((await ask('?year=2026'))[4]).toMatchObject({ receiptsHT: 300, receiptsTTC: 360 })
  })
  test('is exported with the words of the caller', async () => {
    await years()
    const { text } = await server.ask('GET', `/turnover/user-1/${PROFILE}?year=2026`, undefined, {
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    expect(text).toContain('"Reçu HT"')
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(13)
  })
})

describe('the facts behind a period', () => {
  const facts = (basis: string) =>
    ask(`/facts?basis=${basis}&from=${day('2026-01-01')}&to=${day('2026-12-31')}`)

  test('are the payments received in it, and add up to it', async () => {
    await years()
    expect(await facts('receipts')).toMatchObject([
      { date: day('2026-02-10'), amount: 1000, amountTTC: 1200, billId: A },
    ])
  })
  test('are its bills, a credit note taken off', async () => {
    await years()
    expect((await facts('invoiced')).map(({ amount }: { amount: number }) => amount)).toEqual([
      -500, 1000,
    ])
  })
})

test('turnover by client is that of the year, the largest first, beside the year before', async () => {
  await years()
  expect(await ask('/2026/clients')).toMatchObject([
    {
      client: 'Coopérative Lampadaire',
      projectId: 0,
      receiptsHT: 1000,
      invoicedHT: 500,
      previousInvoicedHT: 1000,
    },
  ])
})

test('the months of the sums are a list too', async () => {
  await years()
  const months = (await server.ask('GET', `/transaction/user-1/statistic/${PROFILE}/2026`)).data
  expect(months[1]).toEqual({
    month: 2,
    currency: 'EUR',
    incomesHT: 1000,
    incomesTva: 200,
    incomesTTC: 1200,
    outcomesHT: 0,
    outcomesTva: 0,
    outcomesTTC: 0,
  })
})

test('the years of the sums are a file', async () => {
  await years()
  const path = `/transaction/user-1/statistic/${PROFILE}`
  expect((await server.ask('GET', path)).data.map(({ year }: { year: number }) => year)).toContain(
    2026,
  )
  const { text } = await server.ask('GET', path, undefined, {
    accept: 'text/csv',
    'accept-language': 'fr',
  })
  const [head, ...rows] = text.trim().split(/\r?\n/)
  expect(head).toMatch(/"Année";"Devise";"Entrées HT"/)
  expect(rows.at(-1)).toMatch(/^"?2026"?;"?EUR"?;/)
})
