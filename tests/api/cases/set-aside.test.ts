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
const received = ({ add, profileId }: Business, amountTTC: number, paymentDate: string) =>
  add('transaction', {
    profileId,
    type: 'sale',
    operation: 'in',
    label: 'Vente',
    rate: 0,
    amountTTC,
    status: 'paid',
    paymentDate: day(paymentDate),
  })
const forecast = ({ get, user, profileId }: Business) =>
  get<{ safeToSpend: number; safeParts: { name: string; amount: number }[] }>(
    `forecast/${user.userId}/${profileId}`,
  )

describe('money set aside for Urssaf', () => {
  test('begins with the first receipt, without a charge', async () => {
    const business = await of.business(MICRO)
    await received(business, 10_000, '2026-11-20')
    // 25.6 % and 0.2 % for training of 10 000
    await expect
      .poll(() => forecast(business))
      .toMatchObject({
        safeToSpend: 7_420,
        safeParts: [
          { name: 'balance', amount: 10_000 },
          { name: 'vat' },
          { name: 'urssaf', amount: -2_580 },
          { name: 'toPay' },
        ],
      })
  })
  test('leaves out a period whose declaration is due already', async () => {
    const business = await of.business(MICRO)
    // The third quarter was due on 31 October.
    await received(business, 10_000, '2026-09-30')
    await received(business, 1_000, '2026-10-01')
    await expect.poll(() => forecast(business)).toMatchObject({ safeToSpend: 10_742 })
  })
  test('leaves out periods before the first one that the user chose', async () => {
    const business = await of.business(MICRO)
    await received(business, 10_000, '2026-10-31')
    await received(business, 1_000, '2026-11-01')
    await expect.poll(() => forecast(business)).toMatchObject({ safeToSpend: 8_162 })
    await business.put(`professionalInfo/${business.user.userId}`, {
      id: business.profileId,
      firstPeriodFrom: day('2026-11-01'),
    })
    await expect.poll(() => forecast(business)).toMatchObject({ safeToSpend: 10_742 })
  })
  test('stands on the dashboard of a business without VAT, with the limit of its year', async () => {
    const business = await of.business(MICRO)
    const { get, user, profileId } = business
    await received(business, 10_000, '2026-11-20')
    const dashboard = () =>
      get<{ exemption: object | null }>(`dashboard/${user.userId}/${profileId}`)
    await expect
      .poll(async () => (await dashboard()).exemption)
      .toMatchObject({
        urssaf: 2_580,
        reached: 10_000,
        limit: expect.any(Number),
      })
    const charged = await of.business()
    expect(await get(`dashboard/${user.userId}/${profileId}`)).not.toMatchObject({
      exemption: null,
    })
    expect(
      await charged.get(`dashboard/${charged.user.userId}/${charged.profileId}`),
    ).toMatchObject({ exemption: null })
  })
  test('is nothing for a business that pays none on its receipts', async () => {
    const business = await of.business({ legalStatus: 'EURL' })
    await received(business, 1_000, '2026-11-20')
    const names = async () => (await forecast(business)).safeParts.map(({ name }) => name)
    await expect.poll(async () => (await forecast(business)).safeToSpend).toBe(1_000)
    expect(await names()).not.toContain('urssaf')
  })
})
