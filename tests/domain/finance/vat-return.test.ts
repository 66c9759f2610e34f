import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exemptionOf, proRata } from '#domain/finance/thresholds.ts'
import {
  type TaxedMovement,
  type VatAmount,
  vatAmountsOf,
  vatDayOf,
} from '#domain/finance/vat-facts.ts'
import { vatReturnOf } from '#domain/finance/vat-return.ts'
import { totalsOf, type VatRow, vatOf } from '#domain/billing/amounts.values.ts'
import { splitPayment } from '#domain/billing/totals.ts'
import { addDays } from '#domain/kernel/time.ts'
import type { VatExigibility } from '#domain/profile/vat-regime.values.ts'
import { cents, example } from '#tests/fixtures/finance-examples.ts'

const movement = (more: Partial<TaxedMovement> = {}): TaxedMovement => ({
  side: 'sale',
  vat: [{ rate: 2000, baseMinor: 10_000, amountMinor: 2_000 }],
  nature: 'service',
  region: 'FR',
  documentDay: '2026-10-01',
  paymentDay: '',
  supplierOnDebits: false,
  deductibleShare: 10_000,
  ...more,
})
type Fact = VatAmount & { readonly day: string }
/** Amount of a movement on its day; nothing while it does not count. */
const vatFactsOf = (one: TaxedMovement, exigibility: VatExigibility): readonly Fact[] => {
  const day = vatDayOf(one, exigibility)
  return day === '' ? [] : vatAmountsOf(one).map((amount) => ({ ...amount, day }))
}
const within = (from: string, to: string) => (fact: { day: string }) =>
  from <= fact.day && fact.day <= to

describe('the quarter of VAT-01', () => {
  const { input, expected } = example('VAT-01')
  const rowsOf = (rate: string, base: string, tax: string) => [
    { rate: Number(rate) * 100, baseMinor: cents(base), amountMinor: cents(tax) },
  ]
  // A service counts by its payments, each with its part of the rate.
  type Sale = Record<'kind' | 'issued' | 'base' | 'rate' | 'tax', string> & {
    payments: [string, string][]
  }
  const sales = input.sales.flatMap(
    ({ kind, issued, base, rate, tax, payments }: Sale): TaxedMovement[] => {
      const whole = rowsOf(rate, base, tax)
      if (kind === 'goods') return [movement({ vat: whole, nature: 'goods', documentDay: issued })]
      let paid = 0
      const split: (readonly VatRow[])[] = []
      return payments.map(([day, amount]) => {
        const vat = splitPayment(totalsOf(whole), paid, split.flat(), cents(amount))
        paid += cents(amount)
        split.push(vat)
        return movement({ vat, documentDay: issued, paymentDay: day })
      })
    },
  )
  const purchases = input.purchases.map(
    (one: Record<string, string | boolean | null>): TaxedMovement => {
      const kind = String(one['kind'])
      const abroad = kind.startsWith('eu-')
      return movement({
        side: 'purchase',
        nature: kind.includes('asset') ? 'fixedAsset' : 'service',
        region: abroad ? 'EU' : 'FR',
        vat: abroad
          ? rowsOf('0', String(one['base']), '0')
          : rowsOf('20', String(one['base']), String(one['tax'])),
        documentDay: String(one['delivered'] ?? one['issued']),
        paymentDay: one['paid'] === null || one['paid'] === undefined ? '' : String(one['paid']),
        supplierOnDebits: one['supplierOnDebits'] === true,
      })
    },
  )
  const facts = [...sales, ...purchases].flatMap((one: TaxedMovement) =>
    vatFactsOf(one, 'receipts'),
  )
  const found = vatReturnOf(facts.filter(within(input.period[0], input.period[1])))

  test('is collected, deducted and due as worked out', () => {
    expect(found).toMatchObject({
      collected: [{ rate: 2000, amountMinor: cents(expected.collectedTotal) }],
      deductible: [
        { nature: 'fixedAsset', amountMinor: cents(expected.deductible.fixedAssets) },
        { nature: 'other', amountMinor: cents(expected.deductible.otherGoodsAndServices) },
      ],
      collectedMinor: cents(expected.collectedTotal),
      deductibleMinor: cents(expected.deductible.total),
      due: Number(expected.ca3.L28),
    })
  })
  test('fills the boxes of the form', () => {
    expect(found.boxes).toEqual({
      A1: 4400,
      A3: 200,
      '08base': 4600,
      '08': 920,
      '16': 920,
      '19': 300,
      '20': 104,
      '23': 404,
      TD: 516,
      '28': 516,
      '32': 516,
    })
  })
})

test('a credit is carried forward into the next return (VAT-05)', () => {
  const { input, expected } = example('VAT-05')
  const one = (side: 'sale' | 'purchase', tax: string) =>
    movement({
      side,
      paymentDay: '2026-10-05',
      vat: [{ rate: 2000, baseMinor: cents(tax) * 5, amountMinor: cents(tax) }],
    })
  const facts = [one('sale', input.collected), one('purchase', input.deductible)].flatMap((m) =>
    vatFactsOf(m, 'receipts'),
  )
  const { boxes, due, creditAfter } = vatReturnOf(facts)
  expect(boxes).toMatchObject({
    16: Number(expected.L16),
    23: Number(expected.L23),
    25: Number(expected.L25),
  })
  expect(boxes).toMatchObject({ 27: Number(expected.L27) })
  expect([due, creditAfter]).toEqual([Number(expected.TD), 150])
  const next = vatReturnOf([], { creditBefore: creditAfter, refund: 100 })
  expect(next.boxes).toEqual({
    22: Number(expected.nextReturnL22),
    23: 150,
    25: 150,
    26: 100,
    27: 50,
  })
  expect(next.creditAfter).toBe(50)
})

test('a rate on which more was given back than charged lowers no base, and is deducted', () => {
  const paid = (rate: number, baseMinor: number) =>
    movement({
      paymentDay: '2026-10-05',
      vat: [{ rate, baseMinor, amountMinor: vatOf(baseMinor, rate) }],
    })
  const facts = [paid(2000, 100_000), paid(1000, -30_000)].flatMap((one) =>
    vatFactsOf(one, 'receipts'),
  )
  expect(vatReturnOf(facts)).toMatchObject({
    boxes: { A1: 1000, '08base': 1000, '08': 200, 16: 200, 21: 30, 23: 30, 28: 170 },
    due: 170,
    collectedMinor: 17_000,
  })
})

describe('the day from which VAT counts', () => {
  test.each([
    ['a service that is not paid, on receipts', {}, 'receipts', ''],
    ['a service that is paid, on receipts', { paymentDay: '2026-11-02' }, 'receipts', '2026-11-02'],
    ['a service, on debits', { paymentDay: '2026-11-02' }, 'debits', '2026-10-01'],
    [
      'a deposit received before its bill, on debits',
      { paymentDay: '2026-09-15' },
      'debits',
      '2026-09-15',
    ],
    ['goods that are not paid', { nature: 'goods' }, 'receipts', '2026-10-01'],
    ['a purchased service that is not paid', { side: 'purchase' }, 'receipts', ''],
    [
      'one of a supplier on debits',
      { side: 'purchase', supplierOnDebits: true },
      'receipts',
      '2026-10-01',
    ],
    ['a fixed asset', { side: 'purchase', nature: 'fixedAsset' }, 'receipts', '2026-10-01'],
    ['a service from abroad', { side: 'purchase', region: 'EU' }, 'receipts', '2026-10-01'],
  ] as const)('%s', (_, more, exigibility, day) => {
    expect(vatDayOf(movement(more), exigibility)).toBe(day)
  })
})

describe('purchases', () => {
  const purchase = (more: Partial<TaxedMovement>) =>
    vatFactsOf(movement({ side: 'purchase', paymentDay: '2026-10-02', ...more }), 'receipts')

  test('of what is partly private only the share is deducted', () => {
    expect(purchase({ deductibleShare: 8_000 })).toMatchObject([
      { side: 'deductible', amountMinor: 1_600 },
    ])
  })
  test('from abroad owe and deduct at once, at the standard rate where the invoice has none', () => {
    const vat = [{ rate: 0, baseMinor: 20_000, amountMinor: 0 }]
    expect(purchase({ region: 'other', vat, deductibleShare: 5_000 })).toMatchObject([
      { side: 'collected', rate: 2000, amountMinor: 4_000, selfAssessed: true },
      { side: 'deductible', rate: 2000, amountMinor: 2_000, selfAssessed: true },
    ])
  })
  test('that are given back are paid back, on the line of VAT deducted before', () => {
    const vat = [{ rate: 2000, baseMinor: -50_000, amountMinor: -10_000 }]
    expect(vatReturnOf(purchase({ vat })).boxes).toEqual({
      15: 100,
      16: 100,
      TD: 100,
      28: 100,
      32: 100,
    })
  })
})

test('a rate on which more was given back than charged is deducted, as the form takes no negative line', () => {
  const vat = [
    { rate: 2000, baseMinor: 100_000, amountMinor: 20_000 },
    { rate: 1000, baseMinor: -30_000, amountMinor: -3_000 },
  ]
  const { boxes, due } = vatReturnOf(
    vatFactsOf(movement({ vat, paymentDay: '2026-10-02' }), 'receipts'),
  )
  expect(boxes).toMatchObject({ '08': 200, 16: 200, 21: 30, 23: 30, TD: 170 })
  expect(boxes['9B']).toBeUndefined()
  expect(due).toBe(170)
})

test('an amount of 0.50 € is rounded up', () => {
  const vat = [{ rate: 2000, baseMinor: 250, amountMinor: 50 }]
  expect(
    vatReturnOf(vatFactsOf(movement({ vat, paymentDay: '2026-10-02' }), 'receipts')).boxes['08'],
  ).toBe(1)
})

test('what the months of a year declare adds up to its movements, whatever their order', () => {
  const any = fc.record({
    side: fc.constantFrom('sale' as const, 'purchase' as const),
    nature: fc.constantFrom('goods' as const, 'service' as const, 'fixedAsset' as const),
    region: fc.constantFrom('FR' as const, 'EU' as const, 'other' as const),
    day: fc.integer({ min: 0, max: 364 }),
    paid: fc.boolean(),
    base: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    rate: fc.constantFrom(2000, 1000, 550, 210, 0),
    onDebits: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 30 }),
      fc.constantFrom('receipts' as const, 'debits' as const),
      (all, on) => {
        const facts = all.flatMap(({ day, paid, base, rate, onDebits, ...more }) =>
          vatFactsOf(
            movement({
              ...more,
              documentDay: addDays('2026-01-01', day),
              paymentDay: paid ? addDays('2026-01-01', Math.min(364, day + 40)) : '',
              supplierOnDebits: onDebits,
              vat: [{ rate, baseMinor: base, amountMinor: vatOf(base, rate) }],
            }),
            on,
          ),
        )
        const year = vatReturnOf(facts)
        const months = Array.from({ length: 12 }, (_, m) =>
          vatReturnOf(facts.toReversed().filter(({ day }) => Number(day.slice(5, 7)) === m + 1)),
        )
        const total = (of: 'collectedMinor' | 'deductibleMinor') =>
          months.reduce((sum, month) => sum + month[of], 0)
        expect([total('collectedMinor'), total('deductibleMinor')]).toEqual([
          year.collectedMinor,
          year.deductibleMinor,
        ])
        for (const month of months)
          for (const euros of Object.values(month.boxes)) expect(Number.isInteger(euros)).toBe(true)
      },
    ),
  )
})

describe('the exemption from VAT', () => {
  test('stands as worked out (VAT-07)', () => {
    const { input, expected } = example('VAT-07')
    const found = input.cases.map(
      (one: { turnoverN_1: string; turnoverN: string; crossedOn?: string }) =>
        exemptionOf('services', 2026, cents(one.turnoverN_1), [
          { day: one.crossedOn ?? '2026-06-30', netMinor: cents(one.turnoverN) },
        ]),
    )
    expect(found).toEqual([
      { state: 'ends-with-year', from: '2027-01-01' },
      { state: 'lost', from: '2026-01-01' },
      { state: 'lost', from: '2026-10-12' },
      { state: 'ends-with-year', from: '2027-01-01' },
    ])
    expect(expected.results).toHaveLength(found.length)
  })
  test('of a first year counts by its days', () => {
    expect(proRata(3_750_000, 2026, '2026-07-02')).toBe(1_880_137)
    expect(proRata(3_750_000, 2026, '2025-07-02')).toBe(3_750_000)
    expect(proRata(3_750_000, 2026, '')).toBe(3_750_000)
  })
})

describe('the lines of overseas and Corsican rates', () => {
  const sold = (rate: number, territory: 'mainland' | 'corsica' | 'reunion') => {
    const vat = [{ rate, baseMinor: 100_000, amountMinor: vatOf(100_000, rate) }]
    const facts = vatFactsOf(movement({ vat, paymentDay: '2026-11-02' }), 'receipts')
    return vatReturnOf(facts, { territory }).boxes
  }
  test.each([
    ['F17: 2.1 % in Réunion', 210, 'reunion', { 11: 21 }],
    ['2.1 % on the mainland', 210, 'mainland', { T6: 21 }],
    ['2.1 % in Corsica', 210, 'corsica', { T4: 21 }],
    ['10 % in Corsica', 1000, 'corsica', { T3: 100 }],
    ['10 % on the mainland', 1000, 'mainland', { '9B': 100 }],
    ['13 %', 1300, 'corsica', { TC: 130 }],
    ['0.9 %', 90, 'corsica', { T5: 9 }],
    ['1.75 %', 175, 'reunion', { T1: 18 }],
    ['1.05 %', 105, 'reunion', { T2: 11 }],
    ['8.5 %', 850, 'reunion', { 10: 85 }],
  ] as const)('%s', (_, rate, territory, boxes) =>
    expect(sold(rate, territory)).toMatchObject(boxes),
  )
})
