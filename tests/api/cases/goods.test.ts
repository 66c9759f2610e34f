import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
const abroad = (country: string, TvaNumber: string) => ({
  TvaNumber,
  siren: '',
  legalStatus: '',
  address: { street: 'Kai 1', postalCode: '10115', city: 'Stadt', country },
})
const issued = async (business: Business, client: object, operation: string, tva: number) => {
  const bill = await business.bill(await business.client(client), [{ ...LINE, tva }], {
    operation,
    includeTva: tva > 0,
  })
  await business.issue(bill)
  return bill
}
const returned = async ({ user, profileId, get }: Business) => {
  const [period] = await get<{ totalCollected: number; boxes: Record<string, number> }[]>(
    `vat/${user.userId}/${profileId}?from=${day('2026-11-01')}&to=${day('2026-11-30')}`,
  )
  return period
}

describe('the VAT of goods', () => {
  test('is due with their delivery, also where that of services is due with the money', async () => {
    const business = await of.business()
    const bill = await issued(business, {}, 'goods', 20)
    await expect.poll(() => returned(business)).toMatchObject({ totalCollected: 200 })
    await business.pay(bill, { date: day('2026-11-20') })
    await vi.waitFor(async () => expect((await business.read(bill))['state']).toBe('paid'))
    expect(await returned(business)).toMatchObject({ totalCollected: 200, boxes: { A1: 1000 } })
    expect(await business.xml(bill)).toContain('<ram:DueDateTypeCode>29<')
  })
  test('of services waits for the money', async () => {
    const business = await of.business()
    const bill = await issued(business, {}, 'services', 20)
    expect(await returned(business)).toMatchObject({ totalCollected: 0 })
    await business.pay(bill, { date: day('2026-11-20') })
    await expect.poll(() => returned(business)).toMatchObject({ totalCollected: 200 })
  })
  test.each([
    ['a business of the Union', abroad('DE', 'DE136695976'), 'F2'],
    ['a client outside the Union', abroad('CH', 'CHE-123.456.788 TVA'), 'E1'],
  ])('to %s stands in its own box', async (_, client, box) => {
    const business = await of.business()
    await issued(business, client, 'goods', 0)
    await expect.poll(async () => (await returned(business))?.boxes).toMatchObject({ [box]: 1000 })
    expect((await returned(business))?.boxes).not.toHaveProperty('E2')
  })
  test('is not owed under the exemption, whose limit of sales they count for', async () => {
    const business = await of.business({ tvaRegime: 'franchise', TvaNumber: '', legalStatus: 'EI' })
    await business.pay(await issued(business, {}, 'goods', 0), { date: day('2026-11-20') })
    const { user, profileId, get } = business
    await expect
      .poll(() =>
        get<{ gauges: { trade: string; reached: number }[] }>(
          `vat/${user.userId}/${profileId}/exemption/2026`,
        ),
      )
      .toMatchObject({
        gauges: [
          { trade: 'services', reached: 0 },
          { trade: 'sales', reached: 1000 },
        ],
      })
  })
})
