import { transactions } from '#projections/finance/transactions.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { vatApi } from '#api/finance/vat.ts'
import { addDays, epochOfDay } from '#domain/kernel/time.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import type { VatChoice } from '#domain/profile/professional-info.ts'
import { vatDeclarations, vatOpenings } from '#projections/finance/vat-declarations.ts'
import { vatMovements } from '#projections/finance/vat-movements.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { line, seller } from '#tests/domain/billing/frozen-bills.ts'
import { cents, example } from '#tests/fixtures/finance-examples.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { addBusiness, as, bookkeeping, PROFILE } from './books.ts'

let server: ContextServer
let firm: ReturnType<typeof bookkeeping>
beforeEach(async () => {
  server = await startContext(
    [vatMovements, vatDeclarations, vatOpenings, professionalInfos, transactions],
    (api, commands) => vatApi(api, commands.vat),
  )
  firm = bookkeeping(server.handler)
})
afterEach(() => server.stop())

const QUARTERLY: VatChoice = {
  regime: 'normal',
  from: '2025-01-01',
  periodicity: 'quarterly',
  exigibility: 'receipts',
}
const business = (vat: VatChoice = QUARTERLY) => addBusiness(server.commands, vat)

let made = 0
/** `01JD…01`, `…02`: ids in the order in which they are asked for. */
const newId = () => `01JD00000000000000000${String(++made).padStart(5, '0')}`
const own = async (more: Partial<OwnTransaction>, id = newId()) => {
  const facts: OwnTransaction = {
    profileId: PROFILE,
    operation: 'out',
    kind: 'purchase',
    ...PLAIN_DOCUMENT,
    reference: '',
    currency: 'EUR',
    vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
    paymentDay: '',
    expectedDay: '2025-11-30',
    bankAccountType: 'professional',
    ...more,
  }
  await server.commands.transactions.add(id, facts, as('user-1'))
  return id
}
const vat = (rate: number, baseMinor: number, amountMinor: number) => [
  { rate, baseMinor, amountMinor },
]

/** The lines that are told of a quarter without any VAT. */
const NOTHING_TOLD = { '08': 0, 16: 0, 20: 0, 23: 0, 28: 0 }
const at = (day: string) => epochOfDay(day)
const span = (from: string, to: string) => `from=${at(from)}&to=${at(to)}`
const Q4 = ['2025-10-01', '2025-12-31'] as const
const Q1 = ['2026-01-01', '2026-03-31'] as const
const periods = async (from: string, to: string, more = '') =>
  (await server.ask('GET', `/vat/user-1/${PROFILE}?${span(from, to)}${more}`)).data
const period = async ([from, to]: readonly [string, string], more = '') =>
  (await periods(from, to, more))[0]
const facts = async ([from, to]: readonly [string, string], more = '') =>
  (await server.ask('GET', `/vat/user-1/${PROFILE}/facts?${span(from, to)}${more}`)).data
const leftOut = async ([from, to]: readonly [string, string]) =>
  (await server.ask('GET', `/vat/user-1/${PROFILE}/left-out?${span(from, to)}`)).data
const declare = ([from, to]: readonly [string, string], more = {}) =>
  server.ask('PUT', `/vat/user-1/${PROFILE}/declare`, { from: at(from), to: at(to), ...more })
const undeclare = ([from]: readonly [string, string]) =>
  server.ask('PUT', `/vat/user-1/${PROFILE}/undeclare`, { from: at(from) })

describe('the quarter of VAT-01, a year earlier', () => {
  const { input, expected } = example('VAT-01')
  const earlier = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  type Sale = Record<'id' | 'kind' | 'issued' | 'base' | 'rate' | 'tax', string> & {
    payments: [string, string][]
  }
  type Purchase = Record<'kind' | 'base' | 'tax', string> & {
    delivered?: string
    issued?: string
    paid: string | null
    supplierOnDebits?: boolean
  }
  const ids = new Map<string, string>()

  async function books() {
    await business()
    for (const { id, kind, issued, base, rate, tax, payments } of input.sales as Sale[]) {
      if (kind === 'goods') {
        const row = vat(Number(rate) * 100, cents(base), cents(tax))
        await own({
          operation: 'in',
          kind: 'sale',
          nature: 'goods',
          documentDay: earlier(issued),
          vat: row,
          label: id,
        })
        continue
      }
      const bill = newId()
      ids.set(id, bill)
      const type =
        kind === 'credit-note' ? 'creditNote' : kind === 'service-deposit' ? 'deposit' : 'invoice'
      const lines = [line(id, 1, Math.abs(cents(base)), Number(rate) * 100)]
      await firm.issue(bill, { type, ref: id, issueDate: earlier(issued), lines })
      for (const [i, [day, amount]] of payments.entries())
        await firm.pay(bill, `${bill}-${i}`, earlier(day), cents(amount))
    }
    for (const {
      kind,
      delivered,
      issued,
      base,
      tax,
      paid,
      supplierOnDebits = false,
    } of input.purchases as Purchase[]) {
      const isAbroad = kind.startsWith('eu-')
      await own({
        nature: kind.includes('asset') ? 'fixedAsset' : 'service',
        region: isAbroad ? 'EU' : 'FR',
        documentDay: earlier(delivered ?? issued ?? ''),
        paymentDay: paid === null || paid === undefined ? '' : earlier(paid),
        supplierOnDebits,
        vat: isAbroad ? vat(0, cents(base), 0) : vat(2000, cents(base), cents(tax)),
      })
    }
  }

  test('is told to the cent, with the boxes of the form', async () => {
    await books()
    const found = await period(Q4)
    const { ca3 } = expected
    expect(found).toMatchObject({
      from: at('2025-10-01'),
      to: at('2025-12-31'),
      form: 'CA3',
      exigibility: 'receipts',
      state: 'open',
      dueDate: at('2026-01-24'),
      collected: [
        { rate: 20, base: 4600, amount: Number(expected.collectedTotal), source: 'CGI art. 278' },
      ],
      deductible: [
        { nature: 'fixedAsset', amount: Number(expected.deductible.fixedAssets) },
        { nature: 'other', amount: Number(expected.deductible.otherGoodsAndServices) },
      ],
      totalCollected: Number(expected.collectedTotal),
      totalDeductible: Number(expected.deductible.total),
      due: Number(expected.due),
      declaredAt: 0,
      drift: 0,
    })
    const number = (name: string) => Number(ca3[name])
    expect(found.boxes).toEqual({
      A1: number('A1'),
      A3: number('A3'),
      '08base': number('L08base'),
      '08': number('L08tax'),
      16: number('L16'),
      19: number('L19'),
      20: number('L20'),
      23: number('L23'),
      TD: number('TD'),
      28: number('L28'),
      32: number('L28'),
    })
  })

  test('unfolds into the facts that make each figure', async () => {
    await books()
    const collected = await facts(Q4, '&side=collected&rate=20')
    expect(
      collected.map((one: { date: number; amount: number }) => [one.date, one.amount]),
    ).toEqual([
      [at('2025-10-05'), 400],
      [at('2025-11-12'), 40],
      [at('2025-12-05'), 100],
      [at('2025-12-10'), 80],
      [at('2025-12-15'), 300],
    ])
    expect(collected[0]).toMatchObject({
      source: 'payment',
      reference: 'I1',
      billId: ids.get('I1'),
      base: 2000,
    })
    const others = await facts(Q4, '&side=deductible&nature=other')
    expect(others.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(
      104,
    )
    expect(await facts(Q4, '&side=deductible&nature=fixedAsset')).toMatchObject([
      { amount: 300, nature: 'fixedAsset' },
    ])
  })

  test('names what was left out, and why', async () => {
    await books()
    const named = (await leftOut(Q4)).map(
      (one: Record<'reference' | 'reason', string> & { amount: number }) => [
        one.reference,
        one.reason,
        one.amount,
      ],
    )
    // P3 is paid in January; I2 is half paid; I3 waits, its credit note being by itself.
    expect(named).toEqual([
      ['', 'later', 50],
      ['I3', 'unpaid', 150],
      ['I2', 'later', 300],
    ])
  })
})

describe('a declared period', () => {
  const sold = async (day: string, net: number) =>
    own({
      operation: 'in',
      kind: 'sale',
      nature: 'goods',
      documentDay: day,
      vat: vat(2000, net * 100, net * 20),
    })

  test('stays as it was declared, and a later change is a drift with its fact', async () => {
    await business()
    await sold('2025-10-10', 1000)
    expect(await declare(Q4)).toMatchObject({ status: 200 })
    const before = await period(Q4)
    expect(before).toMatchObject({
      state: 'declared',
      due: 200,
      drift: 0,
      declaredBy: 'Anna Exemple',
      undoable: true,
    })
    const late = await sold('2025-12-20', 600)
    const after = await period(Q4)
    expect(after).toMatchObject({
      totalCollected: 200,
      due: 200,
      boxes: before.boxes,
      drift: 120,
      changeCount: 1,
      changes: [
        {
          id: late,
          source: 'own',
          fact: 'TransactionAdded',
          date: at('2025-12-20'),
          collected: 120,
        },
      ],
      now: { totalCollected: 320, totalDeductible: 0 },
    })
    // Declared figures unfold into the facts of that time.
    expect(await facts(Q4, '&side=collected')).toHaveLength(1)
  })

  test('drifts by what is removed, moved out of it or changed, and the next return makes up for it once', async () => {
    await business()
    const removed = await sold('2025-10-10', 1000)
    const moved = await own({ nature: 'goods', documentDay: '2025-11-10' })
    const grown = await sold('2025-12-01', 100)
    await declare(Q4)
    await server.commands.transactions.remove(removed, as('user-1'))
    await server.commands.transactions.change(moved, { documentDay: '2026-02-10' }, as('user-1'))
    await server.commands.transactions.change(
      grown,
      { vat: vat(2000, 30_000, 6_000) },
      as('user-1'),
    )
    expect(await period(Q4)).toMatchObject({ due: 200, drift: -200 + 20 + 40, changeCount: 3 })
    const next = await period(Q1)
    expect(next).toMatchObject({
      totalCollected: 0,
      totalDeductible: 20,
      lateCollected: -160,
      lateDeductible: -20,
      late: [{ collected: -200 }, { deductible: -20 }, { collected: 40 }],
      // Less collected before is deducted, less deducted before is paid back.
      boxes: { 15: 20, 16: 20, 20: 20, 21: 160, 23: 180, 25: 160, 27: 160 },
      creditAfter: 160,
    })
    await declare(Q1)
    const [, , third] = await periods('2025-10-01', '2026-06-30')
    expect(third).toMatchObject({
      creditBefore: 160,
      lateCollected: 0,
      lateDeductible: 0,
      boxes: { 22: 160 },
    })
    expect(await period(Q4)).toMatchObject({ drift: -140 })
  })

  test.each([
    ['twice', [Q4, Q4], 'VAT_ALREADY_DECLARED'],
    ['before it has ended', [['2026-10-01', '2026-12-31']], 'VAT_PERIOD_RUNNING'],
    ['when one before it is not', [Q4, ['2026-04-01', '2026-06-30']], 'VAT_PERIOD_SKIPPED'],
    ['that is none', [['2026-01-15', '2026-03-31']], 'VAT_NO_PERIOD'],
  ] as const)('is not declared %s', async (_, asked, code) => {
    await business()
    await sold('2025-10-10', 1000)
    const answers = []
    for (const one of asked) {
      answers.push(await declare(one))
      await sold(one[0], 100)
    }
    expect(answers.at(-1)).toMatchObject({ code })
    expect(answers.slice(0, -1).every(({ status }) => status === 200)).toBe(true)
  })

  test('is taken back only when it is the last', async () => {
    await business()
    await declare(Q4)
    await declare(Q1)
    expect(await undeclare(Q4)).toMatchObject({ code: 'VAT_NOT_LAST_DECLARED' })
    expect(await undeclare(Q1)).toMatchObject({ status: 200 })
    expect(await undeclare(Q1)).toMatchObject({ code: 'VAT_NOT_DECLARED' })
    expect(await period(Q1)).toMatchObject({ state: 'open', declaredAt: 0 })
  })

  test('begins with the credit of the return before Carnet, until the first return here', async () => {
    await business()
    const open = (from: string, credit: number, profile = PROFILE) =>
      server.ask('PUT', `/vat/user-1/${profile}/credit`, { from: at(from), credit })
    expect(await open(Q1[0], 420)).toMatchObject({ status: 200 })
    expect(await open(Q1[0], 420, '01JD0000000000000000000000')).toMatchObject({ status: 404 })
    expect(await period(Q4)).toMatchObject({ creditBefore: 0, openable: true, leastRefund: 150 })
    expect(await period(Q1)).toMatchObject({
      creditBefore: 420,
      boxes: { 22: 420, 25: 420, 27: 420 },
    })
    expect(await period(['2026-07-01', '2026-09-30'])).toMatchObject({
      creditBefore: 420,
      leastRefund: 760,
    })
    await declare(Q1)
    expect(await open(Q1[0], 500)).toMatchObject({ code: 'VAT_ALREADY_DECLARED' })
    expect(await period(['2026-04-01', '2026-06-30'])).toMatchObject({
      creditBefore: 420,
      openable: false,
    })
  })

  test('carries its credit forward, less what is asked back', async () => {
    await business()
    await own({ nature: 'goods', documentDay: '2025-11-10', vat: vat(2000, 100_000, 20_000) })
    await declare(Q4, { refund: 50 })
    expect(await period(Q4)).toMatchObject({
      boxes: { 25: 200, 26: 50, 27: 150 },
      creditAfter: 150,
    })
    expect(await period(Q1)).toMatchObject({ creditBefore: 150, boxes: { 22: 150 } })
    // Without a return in between, a credit is worked out from period to period.
    expect(await period(['2026-07-01', '2026-09-30'])).toMatchObject({ creditBefore: 150 })
  })
})

test('what was known then stands beside what is known now, each difference with its fact', async () => {
  await business()
  const kept = await own({ nature: 'goods', documentDay: '2025-11-10' })
  await own({ nature: 'goods', documentDay: '2025-11-11' })
  const then = Date.UTC(2026, 10, 20, 9) + 60_000
  const meta = { ...as('user-1'), occurredAt: then + 60_000 }
  await server.commands.transactions.change(kept, { deductibleShare: 5_000 }, meta)
  expect(await period(Q4, `&asKnownAt=${then}`)).toMatchObject({
    totalDeductible: 40,
    now: { totalDeductible: 30 },
    drift: 10,
    changes: [{ id: kept, fact: 'TransactionChanged', deductible: -10, at: then + 60_000 }],
  })
  expect(await period(Q4)).toMatchObject({ totalDeductible: 30, drift: 0 })
  expect(await facts(Q4, `&asKnownAt=${then}`)).toMatchObject([{ amount: 20 }, { amount: 20 }])
  expect(await period(Q4, `&asKnownAt=${Date.UTC(2026, 0, 1)}`)).toMatchObject({
    totalDeductible: 0,
    drift: -30,
  })
})

describe('with the option for debits', () => {
  const onDebits = { seller: { ...seller, vatOnDebits: true } }
  const DEBITS: VatChoice = { ...QUARTERLY, exigibility: 'debits' }
  const bill = newId()

  test('a bill counts when it is issued, and its payment does not', async () => {
    await business(DEBITS)
    await firm.issue(bill, {
      ...onDebits,
      issueDate: '2025-12-20',
      lines: [line('Conseil', 1, 100_000)],
    })
    await firm.pay(bill, 'p', '2026-01-10')
    expect(await periods('2025-10-01', '2026-03-31')).toMatchObject([
      { totalCollected: 200 },
      { totalCollected: 0, creditBefore: 0 },
    ])
    expect(await facts(Q4)).toMatchObject([
      { source: 'bill', id: bill, billId: bill, date: at('2025-12-20') },
    ])
    expect(await leftOut(Q4)).toEqual([])
  })
  test('a deposit counts when it is received, and so does what is paid before the bill', async () => {
    await business(DEBITS)
    const deposit = newId()
    await firm.issue(deposit, {
      ...onDebits,
      type: 'deposit',
      issueDate: '2025-12-20',
      lines: [line('A', 1, 50_000)],
    })
    await firm.pay(deposit, 'd', '2026-01-10')
    const early = newId()
    await firm.issue(early, {
      ...onDebits,
      issueDate: '2026-02-01',
      lines: [line('B', 1, 100_000)],
    })
    await firm.pay(early, 'e', '2025-12-30', 60_000)
    const found = await periods('2025-10-01', '2026-03-31')
    expect(found).toMatchObject([{ totalCollected: 100 }, { totalCollected: 100 + 100 }])
  })
  test('a credit note counts when it is issued, but for a deposit that was not paid', async () => {
    await business(DEBITS)
    const lines = [line('A', 1, 50_000)]
    const issueDate = '2025-12-20'
    const of = { ref: '2025-001', issueDate }
    await firm.issue(newId(), {
      ...onDebits,
      type: 'creditNote',
      issueDate,
      lines,
      creditNoteOf: of,
    })
    await firm.issue(newId(), {
      ...onDebits,
      type: 'creditNote',
      issueDate,
      lines,
      creditNoteOf: { ...of, ofDeposit: true },
    })
    expect(await period(Q4)).toMatchObject({ totalCollected: -100, boxes: { 21: 100, 25: 100 } })
  })
  test('a service sold without a bill counts by its document', async () => {
    await business(DEBITS)
    const facts = {
      operation: 'in',
      kind: 'sale',
      documentDay: '2025-12-20',
      paymentDay: '2026-01-10',
    } as const
    await own(facts)
    expect(await periods('2025-10-01', '2026-03-31')).toMatchObject([
      { totalCollected: 20 },
      { totalCollected: 0 },
    ])
  })
  test('chosen in between, what was invoiced before it counts when it is paid', async () => {
    await business()
    await server.commands.profile.change(
      PROFILE,
      {
        type: 'ChangeProfessionalInfo',
        identity: {},
        bank: {},
        vat: { from: '2026-01-01', exigibility: 'debits' },
      },
      as('user-1'),
    )
    const sale = { operation: 'in', kind: 'sale' } as const
    await own({
      ...sale,
      documentDay: '2025-12-20',
      paymentDay: '2026-02-10',
      vat: vat(2000, 50_000, 10_000),
    })
    await own({ ...sale, documentDay: '2026-03-20', paymentDay: '2026-04-10' })
    expect(await periods('2025-10-01', '2026-06-30')).toMatchObject([
      { totalCollected: 0, exigibility: 'receipts' },
      { totalCollected: 120, exigibility: 'debits' },
      { totalCollected: 0 },
    ])
  })
})

test.each([
  ['after the issue', '2026-01-10'],
  ['on the day of the issue', '2025-12-20'],
] as const)(
  'payments booked before their VAT was told with them follow their bill: %s',
  async (_, day) => {
    await business({ ...QUARTERLY, exigibility: 'debits' })
    const bill = newId()
    const frozen = {
      seller: { ...seller, vatOnDebits: true },
      issueDate: '2025-12-20',
      lines: [line('A', 1, 100_000)],
    }
    await firm.issue(bill, frozen)
    await firm.books.bookPayment(
      {
        paymentId: 'old',
        billId: bill,
        profileId: PROFILE,
        projectId: '',
        clientName: '',
        ref: '',
        currency: 'EUR',
        grossMinor: 120_000,
        vat: vat(2000, 100_000, 20_000),
        day,
      },
      as('user-1'),
    )
    expect(await periods('2025-10-01', '2026-03-31')).toMatchObject([
      { totalCollected: 200 },
      { totalCollected: 0 },
    ])
  },
)

test('a year is cut where other terms begin, and quarterly once the law ends the year’s return', async () => {
  await business({ ...QUARTERLY, regime: 'simplified', periodicity: 'annual' })
  const found = await periods('2026-01-01', '2027-06-30')
  expect(
    found.map(({ from, to, form, boxes }: Record<string, unknown>) => [from, to, form, boxes]),
  ).toEqual([
    [at('2026-01-01'), at('2026-12-31'), 'CA12', {}],
    [at('2027-01-01'), at('2027-03-31'), 'CA3', NOTHING_TOLD],
    [at('2027-04-01'), at('2027-06-30'), 'CA3', NOTHING_TOLD],
  ])
})

test('a year is declared with its instalments, on which those of the year after rest', async () => {
  await business({ ...QUARTERLY, regime: 'simplified', periodicity: 'annual' })
  const sale = {
    operation: 'in',
    kind: 'sale',
    nature: 'goods',
    vat: vat(2000, 5_000_000, 1_000_000),
  } as const
  await own({ ...sale, documentDay: '2025-05-20', paymentDay: '2025-05-20' })
  const [year] = [['2025-01-01', '2025-12-31'] as const]
  expect(await period(year)).toMatchObject({
    form: 'CA12',
    due: 10_000,
    dueDate: at('2026-05-05'),
    instalments: [],
  })
  expect((await declare(year, { instalments: 4000 })).status).toBe(200)
  expect(await period(year)).toMatchObject({
    due: 6000,
    instalmentsPaid: 4000,
    boxes: { '5A': 10_000, 16: 10_000, 28: 10_000, 30: 4000, 33: 6000, 57: 10_000 },
  })
  expect(await period(['2026-01-01', '2026-12-31'])).toMatchObject({
    instalmentsPaid: 9500,
    instalments: [
      { dueDate: at('2026-07-24'), sharePct: 55, amount: 5500 },
      { dueDate: at('2026-12-24'), sharePct: 40, amount: 4000 },
    ],
  })
})

describe('under the exemption', () => {
  test('there is no return, and turnover stands against the limits', async () => {
    await business({ regime: 'franchise', from: '2025-01-01' })
    const franchise = { seller: { ...seller, regime: 'franchise' as const, vatNumber: '' } }
    const bill = newId()
    await firm.issue(bill, {
      ...franchise,
      issueDate: '2026-09-01',
      lines: [line('A', 1, 3_900_000, 0)],
    })
    await firm.pay(bill, 'p', '2026-10-12')
    expect(await periods('2026-01-01', '2026-12-31')).toEqual([])
    const exemption = async () =>
      (await server.ask('GET', `/vat/user-1/${PROFILE}/exemption/2026`)).data
    expect(await exemption()).toMatchObject({
      regime: 'franchise',
      gauges: [
        {
          trade: 'services',
          limit: 37_500,
          tolerance: 41_250,
          reached: 39_000,
          state: 'ends-with-year',
        },
      ],
    })
    const more = {
      operation: 'in',
      kind: 'sale',
      vat: vat(0, 230_000, 0),
      paymentDay: '2026-10-12',
    } as const
    await own({ ...more, paymentDay: addDays('2026-10-12', 5) })
    expect(await exemption()).toMatchObject({
      gauges: [{ state: 'lost', vatFrom: at('2026-10-17'), reached: 41_300 }],
    })
    await own({ ...more, nature: 'goods' })
    expect(await exemption()).toMatchObject({
      gauges: [{ trade: 'services' }, { trade: 'sales', reached: 43_600 }],
    })
  })
})

describe('what a transaction by hand is', () => {
  test.each([
    [
      'a supplier’s refund takes the deduction back',
      { operation: 'in', kind: 'reimbursement' },
      [0, -20],
    ],
    ['a refund to a client gives the VAT back', { kind: 'refund' }, [-20, 0]],
    ['a salary has none', { kind: 'salary', vat: vat(0, 10_000, 0) }, [0, 0]],
    ['what is half private is deducted by half', { deductibleShare: 5_000 }, [0, 10]],
    [
      'a service from abroad owes and deducts',
      { region: 'other', vat: vat(0, 10_000, 0) },
      [20, 20],
    ],
    [
      'fees of a foreign bank are exempt',
      { kind: 'bank_fees', region: 'EU', vat: vat(0, 10_000, 0) },
      [0, 0],
    ],
    ['an amount in another currency waits', { currency: 'USD' }, [0, 0]],
  ] as const)('%s', async (_, more, [collected, deductible]) => {
    await business()
    await own({ paymentDay: '2025-11-12', documentDay: '2025-11-12', ...more })
    expect(await period(Q4)).toMatchObject({
      totalCollected: collected,
      totalDeductible: deductible,
    })
  })
  test('one in another currency is told as left out', async () => {
    await business()
    await own({ paymentDay: '2025-11-12', currency: 'USD' })
    expect(await leftOut(Q4)).toMatchObject([{ reason: 'currency', currency: 'USD', amount: 20 }])
    expect(await leftOut(Q1)).toEqual([])
  })
})
