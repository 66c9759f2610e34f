import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day } from './business.ts'

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
type Business = Awaited<ReturnType<typeof of.business>>

const paid = (type: string, operation: 'in' | 'out', amountTTC: number) => ({
  type,
  operation,
  label: type,
  rate: 0,
  amountTTC,
  status: 'paid',
  paymentDate: day('2026-11-20'),
})
const add = ({ profileId, add: send }: Business, body: object) =>
  send('transaction', { profileId, ...body })
const urssafOf = ({ user, profileId, get }: Business) =>
  get<{ receipts: number }>(
    `urssaf/${user.userId}/${profileId}?from=${day('2026-10-01')}&to=${day('2026-12-31')}`,
  )

describe('money that is neither sold nor bought', () => {
  test('F25: an own contribution is declared to nobody, and is in the bank', async () => {
    const business = await of.business(MICRO)
    const { user, profileId, get } = business
    await add(business, paid('sale', 'in', 10_000))
    for (const [type, way] of [
      ['own_contribution', 'in'],
      ['loan', 'in'],
      ['transfer', 'in'],
      ['tax_refund', 'in'],
      ['security_deposit', 'in'],
      ['drawing', 'out'],
      ['loan', 'out'],
    ] as const)
      await add(business, paid(type, way, 2000))
    expect(await urssafOf(business)).toMatchObject({ receipts: 10_000 })
    expect(await get(`turnover/${user.userId}/${profileId}/2026`)).toMatchObject({
      receiptsHT: 10_000,
    })
    const { profile } = await of.product.data<{ profile: { received: unknown[] } }>(
      user,
      'POST',
      `transaction/${user.userId}/summary`,
      { profileId },
    )
    expect(profile.received).toEqual([{ year: 2026, currency: 'EUR', amountTTC: 10_000 }])
    const book = await get<{ type: string }[]>(`register/${user.userId}/${profileId}/receipts/2026`)
    expect(book.map(({ type }) => type)).toEqual(['sale'])
  })
  test('bears no VAT, and goes its own way', async () => {
    const business = await of.business(MICRO)
    const { user, profileId, tries } = business
    const refused = (body: object) =>
      tries('POST', `transaction/${user.userId}`, { profileId, ...body })
    const taxed = await refused({ ...paid('loan', 'in', 100), rate: 20 })
    expect([taxed.status, taxed.text]).toEqual([
      422,
      expect.stringContaining('"path":"details.0.rate"'),
    ])
    const wrongWay = await refused(paid('drawing', 'in', 100))
    expect([wrongWay.status, wrongWay.text]).toEqual([
      422,
      expect.stringContaining('"path":"type"'),
    ])
    await add(business, paid('drawing', 'out', 100))
  })
})
