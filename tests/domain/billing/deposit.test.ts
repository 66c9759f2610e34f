import { describe, expect, test } from 'vitest'
import { billDecider } from '#domain/billing/bill.ts'
import { creditableOf, outstandingOf } from '#domain/billing/bill-balance.ts'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import { afterDeposits, type DeductedDeposit, depositsFit } from '#domain/billing/deposit.ts'
import { totalsFor } from '#domain/billing/amounts.values.ts'
import { frozen, line, numbered } from './builders.ts'
import { specification } from '../../kernel/decider-spec.ts'

const given = specification(billDecider)
const deposit = (netMinor: number, rate = 2000): DeductedDeposit => {
  const { vat, grossMinor } = totalsFor([{ rate, netMinor }])
  return { billId: 'deposit', ref: '2026-0001', issueDate: '2026-10-01', vat, grossMinor }
}
const issuedAs = (type: 'deposit' | 'invoice'): readonly BillEvent[] => {
  const paper = frozen({ lines: [line(1, 30_000)] }, type)
  return [
    {
      type: 'BillDrafted',
      data: { billType: type, content: contentOf(paper), creditNoteOf: null, source: null },
    },
    {
      type: 'BillIssuanceStarted',
      data: { issuanceId: 'issuance-1', series: 's', frozen: paper, creditNoteOf: null },
    },
    numbered(),
  ]
}
/** The content is not looked at once a bill is issued. */
const contentOf = (paper: ReturnType<typeof frozen>) => ({
  profileId: 'p',
  projectId: '',
  clientId: 'c',
  clientName: paper.buyer.name,
  serviceName: '',
  serviceStart: '' as const,
  serviceEnd: '' as const,
  issueDate: '' as const,
  dueDate: '' as const,
  paymentDays: 30,
  currency: 'EUR' as const,
  includeVat: true,
  includePenalty: true,
  penaltyRate: 1215,
  lines: [line(1, 30_000)],
  header: '',
  footer: '',
  purchaseOrder: '',
})
const holder = { finalId: 'final', issuanceId: 'attempt-1' }
const deducted: BillEvent = { type: 'BillDepositDeducted', data: holder }

describe('a deposit', () => {
  test('is held for the final bill that deducts it', () =>
    given(...issuedAs('deposit'))
      .when({ type: 'DeductDeposit', holder })
      .yields(deducted))
  test('held again by the same attempt is nothing, by the next one is noted', () => {
    given(...issuedAs('deposit'), deducted)
      .when({ type: 'DeductDeposit', holder })
      .yields()
    const next = { ...holder, issuanceId: 'attempt-2' }
    given(...issuedAs('deposit'), deducted)
      .when({ type: 'DeductDeposit', holder: next })
      .yields({ type: 'BillDepositDeducted', data: next })
  })
  test('is not held for a second bill', () =>
    given(...issuedAs('deposit'), deducted)
      .when({ type: 'DeductDeposit', holder: { finalId: 'other', issuanceId: 'attempt-1' } })
      .refuses('BILL_DEPOSIT_DEDUCTED'))
  test('is a deposit bill, and no other', () =>
    given(...issuedAs('invoice'))
      .when({ type: 'DeductDeposit', holder })
      .refuses('BILL_NO_DEPOSIT'))
  test('is credited while no bill deducts it, and not while one does', () => {
    const credit = {
      type: 'ReserveCredit',
      creditNoteId: 'cn',
      lines: [{ line: 0, rate: 2000, netMinor: 30_000 }],
      gone: [],
    } as const
    expect(
      given(...issuedAs('deposit'))
        .when(credit)
        .happens(),
    ).toHaveLength(1)
    given(...issuedAs('deposit'), deducted)
      .when(credit)
      .refuses('BILL_DEPOSIT_DEDUCTED')
  })
  test('is not held while a credit note takes it', () => {
    const { vat, grossMinor } = totalsFor([{ rate: 2000, netMinor: 30_000 }])
    const reserved: BillEvent = {
      type: 'BillCreditReserved',
      data: {
        creditNoteId: 'cn',
        lines: [{ line: 0, rate: 2000, netMinor: 30_000 }],
        vat,
        grossMinor,
      },
    }
    given(...issuedAs('deposit'), reserved)
      .when({ type: 'DeductDeposit', holder })
      .refuses('BILL_DEPOSIT_CREDITED')
  })
  test('is freed by the bill that held it alone', () => {
    given(...issuedAs('deposit'), deducted)
      .when({ type: 'FreeDeposit', finalId: 'final' })
      .yields({ type: 'BillDepositFreed', data: { finalId: 'final' } })
    given(...issuedAs('deposit'), deducted)
      .when({ type: 'FreeDeposit', finalId: 'other' })
      .yields()
  })
})

describe('a final bill', () => {
  const paper = { ...frozen({ lines: [line(2, 50_000)] }), deposits: [deposit(30_000)] }
  const final = [
    ...issuedAs('invoice').slice(0, 1),
    {
      type: 'BillIssuanceStarted',
      data: { issuanceId: 'issuance-1', series: 's', frozen: paper, creditNoteOf: null },
    } satisfies BillEvent,
    numbered(),
  ].reduce((bill, event) => billDecider.evolve(bill, event), billDecider.initial)
  test('asks for what its deposits left, and gives back no more', () => {
    if (final.status !== 'issued') throw new Error('it is issued')
    expect(outstandingOf(final)).toBe(84_000)
    expect(creditableOf(final).vat).toEqual([
      { rate: 2000, baseMinor: 70_000, amountMinor: 14_000 },
    ])
  })
  test('takes its deposits off by rate', () => {
    const { vat } = totalsFor([
      { rate: 2000, netMinor: 100_000 },
      { rate: 550, netMinor: 20_000 },
    ])
    expect(afterDeposits(vat, [deposit(30_000), deposit(5_000, 550)])).toEqual({
      vat: [
        { rate: 2000, baseMinor: 70_000, amountMinor: 14_000 },
        { rate: 550, baseMinor: 15_000, amountMinor: 825 },
      ],
      netMinor: 85_000,
      vatMinor: 14_825,
      grossMinor: 99_825,
    })
  })
  test.each([
    ['as much as it bills', [deposit(100_000)], true],
    ['a cent more', [deposit(100_001)], false],
    ['together a cent more', [deposit(60_000), deposit(40_001)], false],
    ['a rate that it does not bill', [deposit(1_000, 1000)], false],
  ])('deducts %s: %s', (_, deposits, fits) =>
    expect(depositsFit(totalsFor([{ rate: 2000, netMinor: 100_000 }]).vat, deposits)).toBe(fits),
  )
})
