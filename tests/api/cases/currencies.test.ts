import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

const MICRO = {
  legalStatus: 'micro-entrepreneur',
  tvaRegime: 'franchise',
  TvaNumber: '',
  activity: 'bncSsi',
}
const rated = (currency: string, exchangeRate: number) => ({
  currency,
  exchangeRate,
  exchangeDate: day('2026-10-01'),
  exchangeSource: 'BCE',
})
type Urssaf = { receipts: number; total: number; contributions: number; cfp: number }
const urssafOf = async ({ user, profileId, get }: Awaited<ReturnType<typeof of.business>>) =>
  get<Urssaf & { withoutEuros: number }>(
    `urssaf/${user.userId}/${profileId}?from=${day('2026-10-01')}&to=${day('2026-12-31')}`,
  )

describe('receipts in other currencies', () => {
  test('F01: are declared to Urssaf in euros, at the bill’s rate', async () => {
    const business = await of.business(MICRO)
    const client = await business.client()
    for (const [unitPrice, more] of [
      [1000, rated('USD', 0.9)],
      [2000, rated('CHF', 0.9)],
      [100, {}],
    ] as const) {
      const bill = await business.bill(client, [{ ...LINE, unitPrice, tva: 0 }], {
        includeTva: false,
        ...more,
      })
      await business.issue(bill)
      await business.pay(bill, { date: day('2026-11-20') })
    }
    expect(await urssafOf(business)).toMatchObject({
      receipts: 2800,
      contributions: 717,
      cfp: 6,
      withoutEuros: 0,
    })
  })
  test('block a declaration until their amount in euros is told', async () => {
    const business = await of.business(MICRO)
    const { user, profileId, tries, put } = business
    const bill = await business.bill(await business.client(), [{ ...LINE, tva: 0 }], {
      includeTva: false,
      currency: 'USD',
    })
    await business.issue(bill)
    await business.pay(bill, { date: day('2026-11-20') })
    expect(await urssafOf(business)).toMatchObject({ receipts: 0, withoutEuros: 1 })
    const waiting = async () =>
      (
        await of.product.data<{ id: string }[]>(
          user,
          'POST',
          `transaction/${user.userId}/filters`,
          { profileId, filters: { waitsForEuros: { operator: 'eq', value: true } } },
        )
      ).map(({ id }) => id)
    const [transaction] = await waiting()
    const declared = { from: day('2026-10-01'), to: day('2026-12-31') }
    const refused = await tries('PUT', `urssaf/${user.userId}/${profileId}/declare`, declared)
    expect(refused.text).toContain('RECEIPTS_WITHOUT_EUROS')
    await put(`transaction/${user.userId}/${transaction}/euros`, { amountEUR: 913.5 })
    expect(await waiting()).toEqual([])
    expect(await urssafOf(business)).toMatchObject({ receipts: 914, withoutEuros: 0 })
  })
  test('F03: the VAT of a bill in dollars counts in euros, on debits with the bill', async () => {
    const { user, profileId, get, ...business } = await of.business({ tvaTaxeType: 'debits' })
    const bill = await business.bill(await business.client(), [LINE], rated('USD', 0.92))
    await business.issue(bill)
    const span = `from=${day('2026-11-01')}&to=${day('2026-11-30')}`
    const periods = await get<{ totalCollected: number }[]>(
      `vat/${user.userId}/${profileId}?${span}`,
    )
    expect(periods.map(({ totalCollected }) => totalCollected)).toEqual([184])
  })
  test('the VAT of a bill in dollars counts in euros with its payment', async () => {
    const { user, profileId, get, ...business } = await of.business()
    const bill = await business.bill(await business.client(), [LINE], rated('USD', 0.92))
    await business.issue(bill)
    const collected = async () =>
      (
        await get<{ totalCollected: number }[]>(
          `vat/${user.userId}/${profileId}?from=${day('2026-11-01')}&to=${day('2026-11-30')}`,
        )
      ).map(({ totalCollected }) => totalCollected)
    expect(await collected()).toEqual([0])
    await business.pay(bill, { date: day('2026-11-20'), amountEUR: 1110 })
    expect(await collected()).toEqual([185])
    const { receiptsHT } = await get<{ receiptsHT: number }>(
      `turnover/${user.userId}/${profileId}/2026`,
    )
    expect(receiptsHT).toBe(925)
  })
})
