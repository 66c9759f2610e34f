import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
type Spent = Record<'amount' | 'vat' | 'amountTTC', number> &
  Record<'deductible' | 'collected' | 'foreignVat', boolean>
const expense = (profileId: string, more: object) => ({
  profileId,
  type: 'purchase',
  operation: 'out',
  label: 'Hôtel',
  status: 'paid',
  paymentDate: day('2026-11-12'),
  documentDate: day('2026-11-12'),
  ...more,
})
async function spent(business: Business, more: object) {
  const { add, get, user, profileId } = business
  const id = await add('transaction', expense(profileId, more))
  const path = `transaction/${user.userId}/one/${profileId}/${id}`
  await expect.poll(() => get<Spent>(path).catch(() => null)).not.toBeNull()
  return get<Spent>(path)
}
const november = async ({ get, user, profileId }: Business) => {
  const found = await get<
    { from: number; totalCollected: number; totalDeductible: number; boxes: object }[]
  >(`vat/${user.userId}/${profileId}`)
  return found.find(({ from }) => from === day('2026-11-01'))
}

describe('VAT of another country on an expense', () => {
  test('F56: 8.1 % in Swiss francs is stored, costs 108.10, and nothing is deducted', async () => {
    const business = await of.business()
    const found = await spent(business, {
      currency: 'CHF',
      amountEUR: 115,
      details: [{ rate: 8.1, base: 100 }],
    })
    expect(found).toMatchObject({
      amount: 100,
      vat: 8.1,
      amountTTC: 108.1,
      deductible: false,
      collected: false,
      foreignVat: true,
    })
    expect(await november(business)).toMatchObject({ totalCollected: 0, totalDeductible: 0 })
  })
  test('of a hotel in Berlin is neither deducted nor owed by the buyer', async () => {
    const business = await of.business()
    const found = await spent(business, { region: 'EU', details: [{ rate: 7, base: 100 }] })
    expect(found).toMatchObject({ amountTTC: 107, deductible: false, foreignVat: true })
    expect(await november(business)).toMatchObject({ totalCollected: 0, totalDeductible: 0 })
    const { get, user, profileId } = business
    const book = await get<object[]>(`register/${user.userId}/${profileId}/purchases/2026`)
    expect(book).toMatchObject([{ amountTTC: 107, vat: 0 }])
  })
  test('at a rate that France has too is told by the user', async () => {
    const business = await of.business()
    const found = await spent(business, {
      region: 'EU',
      foreignVat: true,
      details: [{ rate: 20, base: 100 }],
    })
    expect(found).toMatchObject({ amountTTC: 120, deductible: false, collected: false })
  })
  test('is part of the price in sums: no VAT is expected back', async () => {
    const business = await of.business()
    await spent(business, { region: 'EU', details: [{ rate: 19, base: 100 }] })
    const { user, profileId } = business
    const summary = await of.product.data<{ sums?: object }>(
      user,
      'POST',
      `transaction/${user.userId}/summary`,
      { profileId },
    )
    expect(JSON.stringify(summary)).not.toContain('-19')
  })
  test('goes when the purchase becomes one of France again', async () => {
    const business = await of.business()
    const { add, put, get, user, profileId } = business
    const id = await add(
      'transaction',
      expense(profileId, { region: 'EU', details: [{ rate: 7, base: 100 }] }),
    )
    await put(`transaction/${user.userId}`, {
      id,
      region: 'FR',
      foreignVat: false,
      details: [{ rate: 10, base: 100, amount: 10 }],
    })
    await expect
      .poll(() => get<Spent>(`transaction/${user.userId}/one/${profileId}/${id}`))
      .toMatchObject({ amountTTC: 110, deductible: true, foreignVat: false })
  })
})

describe('what stays as it was', () => {
  test.each(['EU', 'other'])('a service from %s without VAT is self-assessed', async (region) => {
    const business = await of.business()
    const found = await spent(business, { region, details: [{ rate: 20, base: 100 }] })
    expect(found).toMatchObject({
      amountTTC: 100,
      collected: true,
      deductible: true,
      foreignVat: false,
    })
    expect(await november(business)).toMatchObject({ totalCollected: 20, totalDeductible: 20 })
  })
  test('at less than 0 % is refused, as is one above 30 %', async () => {
    const { tries, user, profileId } = await of.business()
    const at = (amount: number, vat: number) =>
      tries(
        'POST',
        `transaction/${user.userId}`,
        expense(profileId, { region: 'EU', foreignVat: true, amount, vat }),
      )
    expect((await at(100, 30)).status).toBe(200)
    for (const vat of [31, -1, -19]) {
      const { status, text } = await at(100, vat)
      expect({ vat, status }).toEqual({ vat, status: 422 })
      expect(text).toContain('rate')
    }
  })
  test('an unknown rate in France is refused, and foreign VAT on a sale', async () => {
    const { tries, user, profileId } = await of.business()
    const typo = await tries(
      'POST',
      `transaction/${user.userId}`,
      expense(profileId, { details: [{ rate: 8.1, base: 100 }] }),
    )
    expect(typo.status).toBe(422)
    expect(typo.text).toContain('details.0.rate')
    const sale = await tries('POST', `transaction/${user.userId}`, {
      ...expense(profileId, { details: [{ rate: 20, base: 100 }] }),
      operation: 'in',
      type: 'sale',
      foreignVat: true,
    })
    expect(sale.status).toBe(422)
    expect(sale.text).toContain('foreignVat')
  })
})
