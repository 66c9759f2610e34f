import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  crossedOn,
  type Expected,
  forecastOf,
  lastDayOfForecast,
  monthsFrom,
  safeToSpend,
} from '#domain/finance/forecast.ts'
import { addDays } from '#domain/kernel/time.ts'

const TODAY = '2026-11-20'
const bill = (day: string, grossMinor: number, more: Partial<Expected> = {}): Expected => ({
  kind: 'bill',
  id: 'b',
  label: 'Atelier Brumaire',
  day,
  operation: 'in',
  account: 'professional',
  grossMinor,
  vatMinor: grossMinor / 6,
  turnover: true,
  ...more,
})
const rent = (day: string, grossMinor: number) =>
  bill(day, grossMinor, { kind: 'transaction', operation: 'out', turnover: false })
const forecast = (balanceMinor: number, ...expected: readonly Expected[]) =>
  forecastOf({
    today: TODAY,
    balanceMinor,
    actual: new Map([['2026-11', { inMinor: 500, outMinor: 200 }]]),
    expected,
  })

describe('the forecast of twelve months', () => {
  test('begins with this month, over the turn of the year', () => {
    expect(monthsFrom(TODAY)).toEqual([
      '2026-11',
      '2026-12',
      ...Array.from({ length: 10 }, (_, i) => `2027-${String(i + 1).padStart(2, '0')}`),
    ])
    expect(lastDayOfForecast('2027-03-31')).toBe('2028-02-29')
  })
  test('adds what is expected to the balance of today, not what was paid already', () => {
    const { months } = forecast(10_000, bill('2026-11-25', 1_200), rent('2026-12-01', 700))
    expect(months[0]).toMatchObject({
      actualInMinor: 500,
      expectedInMinor: 1_200,
      balanceMinor: 11_200,
    })
    expect(months[1]).toMatchObject({ expectedOutMinor: 700, balanceMinor: 10_500 })
    expect(months[11]).toMatchObject({ month: '2027-10', balanceMinor: 10_500, behind: [] })
  })
  test('runs dry on the day on which nothing is left; on one day what goes out comes first', () => {
    expect(forecast(600, rent('2026-12-01', 700), bill('2026-12-01', 1_200)).runsDryOn).toBe(
      '2026-12-01',
    )
    expect(forecast(700, rent('2026-12-01', 700), bill('2026-12-01', 1_200)).runsDryOn).toBe('')
    expect(forecast(-1).runsDryOn).toBe(TODAY)
    expect(forecast(0).runsDryOn).toBe('')
  })
  test('ends where the balance and all that is expected lead, whatever the order', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: -90_000, max: 90_000 })),
        ),
        fc.integer({ min: -50_000, max: 50_000 }),
        (some, balanceMinor) => {
          const expected = some.map(([days, minor]) => {
            const day = addDays(TODAY, days)
            return minor < 0 ? rent(day, -minor) : bill(day, minor)
          })
          const { months } = forecast(balanceMinor, ...expected)
          expect(months.at(-1)?.balanceMinor).toBe(
            some.reduce((sum, [, minor]) => sum + minor, balanceMinor),
          )
        },
      ),
    ))
})

describe('a limit of turnover', () => {
  const expected = [
    bill('2026-12-01', 1_200),
    bill('2026-12-20', 1_200),
    bill('2027-01-05', 120_000),
  ]
  test('is crossed on the day whose payment goes above it, VAT left out', () => {
    expect(crossedOn(98_500, 100_000, expected, 2026)).toBe('2026-12-20')
    expect(crossedOn(98_000, 100_000, expected, 2026)).toBe('')
  })
  test('counts neither what is no turnover nor another year', () =>
    expect(
      crossedOn(99_500, 100_000, [rent('2026-12-01', 9_000), bill('2027-01-05', 120_000)], 2026),
    ).toBe(''))
})

describe('what is safe to spend', () => {
  test('is the balance less the VAT held and what is to be paid within thirty days', () =>
    expect(
      safeToSpend(
        10_000,
        { vatMinor: 1_500, urssafMinor: 0 },
        [rent('2026-12-20', 700), rent('2026-12-21', 900), bill('2026-11-21', 5_000)],
        TODAY,
      ),
    ).toEqual({
      amountMinor: 7_800,
      parts: [
        { name: 'balance', amountMinor: 10_000 },
        { name: 'vat', amountMinor: -1_500 },
        { name: 'toPay', amountMinor: -700 },
      ],
    }))
  test('is never less than nothing, and a VAT credit is not spent', () => {
    expect(
      safeToSpend(500, { vatMinor: 0, urssafMinor: 0 }, [rent('2026-12-01', 700)], TODAY)
        .amountMinor,
    ).toBe(0)
    expect(safeToSpend(500, { vatMinor: -300, urssafMinor: 0 }, [], TODAY).amountMinor).toBe(500)
  })
  test('sets contributions on receipts aside once, whenever they are due', () => {
    const urssaf = { ...rent('2026-12-20', 700), contributions: true } as const
    expect(safeToSpend(10_000, { vatMinor: 0, urssafMinor: 500 }, [urssaf], TODAY)).toEqual({
      amountMinor: 9_500,
      parts: [
        { name: 'balance', amountMinor: 10_000 },
        { name: 'vat', amountMinor: -0 },
        { name: 'urssaf', amountMinor: -500 },
        { name: 'toPay', amountMinor: -0 },
      ],
    })
  })
})
