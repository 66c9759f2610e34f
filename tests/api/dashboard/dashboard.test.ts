import { LEGAL_RATES } from '#domain/billing/legal-rates.ts'
import { NO_TERMS } from '#domain/billing/terms.values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dashboardApi } from '#api/dashboard/dashboard.ts'
import { type DashboardPorts, dashboardReads, setupGaps } from '#api/dashboard/ports.ts'
import { buyer, line, seller } from '#tests/domain/billing/frozen-bills.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { bookkeeping, PROFILE } from '../finance/books.ts'

const A = '01ARZ3NDEKTSV4RRFFQ69G5FAA'
const B = '01ARZ3NDEKTSV4RRFFQ69G5FAB'
const billable = (year: number, month: number) => ({
  year,
  month,
  projectId: 'c',
  title: 'Régie',
  client: buyer.name,
  priceMode: 'day' as const,
  priceUnit: 'day' as const,
  worked: 200_000,
  billed: 25_000,
  left: 175_000,
  leftHours: null,
  priceMinor: 47_500,
  amountMinor: 831_250,
  currency: 'EUR',
  draftId: '',
})
const none = {
  billable: 0,
  nonBillable: 0,
  holiday: 0,
  unfilled: 0,
  workingDays: 210_000,
  exceeded: 0,
}

let server: ContextServer
let firm: ReturnType<typeof bookkeeping>
let ports: { -readonly [P in keyof DashboardPorts]: DashboardPorts[P] }
beforeEach(async () => {
  ports = {
    legalRates: async () => LEGAL_RATES,
    setup: async (owner) => (owner === 'user-1' ? { gaps: [], currency: 'EUR' } : null),
    monthSummary: async () => none,
    activeContracts: async () => [],
    billable: async () => [],
    client: async () => null,
    contractId: async () => '',
  }
  server = await startContext(Object.values(dashboardReads), (api) => dashboardApi(api, ports))
  firm = bookkeeping(server.handler)
})
afterEach(() => server.stop())

const dashboard = async () => (await server.ask('GET', `/dashboard/user-1/${PROFILE}`)).data
const kinds = async () =>
  (await dashboard()).next.map((step: { kind: string; id: string }) => step.kind)

describe('the dashboard', () => {
  test('of a new business is empty, and has nothing to do', async () => {
    const data = await dashboard()
    expect(data).toMatchObject({
      owed: { count: 0, amount: 0, bills: [] },
      contracts: [],
      next: [],
      turnover: { year: 2026, receiptsHT: 0 },
      previousTurnover: { year: 2025 },
      month: { year: 2026, month: 11, workingDays: 21 },
    })
    expect(data.turnover.months).toHaveLength(12)
  })
  test('of a new business tells the way to its first bill, which ends with it', async () => {
    const way = async () => (await dashboard()).firstSteps
    expect(await way()).toEqual({ clientId: 0, client: '', contractId: 0, month: null, draftId: 0 })
    ports.client = async () => ({ id: A, name: 'Atelier Brumaire' })
    ports.contractId = async () => 'c'
    ports.billable = async () => [
      { ...billable(2026, 10), priceMode: 'fixed', amountMinor: null },
      billable(2026, 11),
    ]
    await firm.draft(B)
    expect(await way()).toEqual({
      clientId: A,
      client: 'Atelier Brumaire',
      contractId: 'c',
      month: { year: 2026, month: 11, projectId: 'c', days: 17.5 },
      draftId: B,
    })
    await firm.issue(A)
    expect(await way()).toBeNull()
  })
  test('of another user is not there', async () =>
    expect((await server.ask('GET', `/dashboard/user-2/${PROFILE}`)).status).toBe(404))

  test('tells what is owed, what of it is late, and its penalty to date', async () => {
    await firm.issue(A) // due 30 October, 21 days ago
    await firm.issue(B, {
      ref: '2026-035',
      issueDate: '2026-11-10',
      dueDate: '2026-12-10',
      lines: [line('Conseil', 1, 10_000)],
    })
    const { owed, next } = await dashboard()
    expect(owed).toMatchObject({
      count: 2,
      amount: 3240,
      lateCount: 1,
      lateAmount: 3120,
      penalty: 21.81,
      indemnity: 40,
    })
    expect(
      owed.bills.map((bill: { ref: string; daysLate: number }) => [bill.ref, bill.daysLate]),
    ).toEqual([
      ['2026-034', 21],
      ['2026-035', 0],
    ]) // prettier-ignore
    expect(next).toEqual([
      {
        kind: 'lateBill',
        severity: 'late',
        entity: 'bill',
        id: A,
        amount: 3120,
        currency: 'EUR',
        facts: {
          ref: '2026-034',
          client: buyer.name,
          dueDate: Date.UTC(2026, 9, 30),
          daysLate: 21,
          penalty: 61.81,
        },
      },
    ])
  })
  test('owes nothing more to a bill that is paid', async () => {
    await firm.issue(A)
    await firm.pay(A, 'p', '2026-11-02')
    const { owed, next, turnover } = await dashboard()
    expect([owed.count, next, turnover.receiptsHT, turnover.receiptsTva]).toEqual([
      0,
      [],
      2600,
      520,
    ])
  })
  test('puts what blocks before what is late, drafts after, then days to bill and to fill in', async () => {
    await firm.issue(A)
    await firm.draft(B)
    ports.setup = async () => ({
      gaps: [{ code: 'BILL_NEEDS_SELLER_IBAN', path: 'bankNumber' }],
      currency: 'EUR',
    })
    ports.activeContracts = async () => [
      {
        id: 'c',
        ref: 'CT-2026-01',
        title: 'Régie',
        client: buyer.name,
        billable: true,
        startDate: '2026-01-01',
        endDate: '',
        endsInDays: null,
        consumedDays: 35_000,
        soldDays: 120_000,
        leftMinor: 552_500,
        currency: 'EUR',
      },
    ]
    ports.billable = async () => [
      billable(2026, 10),
      { ...billable(2026, 9), draftId: B },
      { ...billable(2026, 8), priceMode: 'fixed', amountMinor: null },
      // On the 20th, work goes on.
      billable(2026, 11),
    ]
    ports.monthSummary = async (_read, _owner, _profile, _year, month) => ({
      ...none,
      unfilled: month === 11 ? 15_000 : 0,
    })
    const { next, contracts } = await dashboard()
    expect(next.map((step: { kind: string }) => step.kind)).toEqual([
      'setup',
      'lateBill',
      'draft',
      'unbilledDays',
      'unfilledDays',
    ])
    expect(next[3]).toMatchObject({
      amount: 8312.5,
      entity: 'project',
      facts: { days: 17.5, year: 2026, month: 10 },
    })
    expect(next[4].facts).toEqual({ days: 1.5, year: 2026, month: 11 })
    expect(contracts[0]).toMatchObject({
      consumedDays: 3.5,
      soldDays: 12,
      leftHT: 5525,
      endDate: 0,
      endsInDays: null,
    })
  })
  test('asks for no days where nothing is worked on', async () => {
    ports.monthSummary = async () => ({ ...none, unfilled: 15_000 })
    expect(await kinds()).toEqual([])
  })
})

describe('what a business lacks before it can bill', () => {
  const gapsOf = (changes: object) =>
    setupGaps(
      async () => ({ seller: { ...seller, ...changes }, simulation: false, terms: NO_TERMS }),
      'user-1',
      PROFILE,
      '2026-11-20',
    )
  test('is nothing when all is there', async () => expect(await gapsOf({})).toEqual([]))
  test('names each field', async () => {
    expect(await gapsOf({ iban: '' })).toEqual([
      { code: 'BILL_NEEDS_SELLER_IBAN', path: 'bankNumber' },
    ])
    expect(await gapsOf({ vatNumber: '' })).toEqual([
      { code: 'BILL_NEEDS_SELLER_VAT_NUMBER', path: 'TvaNumber' },
    ])
    expect(await gapsOf({ vatNumber: '', regime: 'franchise' })).toEqual([])
  })
  test('is unknown for a business that is not one’s own', async () =>
    expect(await setupGaps(async () => null, 'user-2', PROFILE, '2026-11-20')).toBeNull())
})
