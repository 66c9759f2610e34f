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
type Charge = {
  id: string
  amountType: string
  interval: string
  intervalCount: number
  active: boolean
  nextRuns: number[]
}
const charges = async ({ get, user, profileId }: Business) =>
  (await get<Charge[]>(`charge/${user.userId}/all/${profileId}`)) as readonly Charge[]

describe('the charge of a micro-entrepreneur', () => {
  test.each([
    ['monthly', 1, '2026-12-01'],
    ['quarterly', 3, '2027-01-01'],
  ])('is set up by a %s rhythm, from the running period on', async (rhythm, count, next) => {
    const business = await of.business({ ...MICRO, urssafPeriodicity: rhythm })
    await expect.poll(() => charges(business)).toHaveLength(1)
    expect(await charges(business)).toMatchObject([
      { amountType: 'contributions', interval: 'month', intervalCount: count, active: true },
    ])
    expect((await charges(business))[0]?.nextRuns[0]).toBe(day(next))
  })
  test('is not assumed without a rhythm', async () => {
    const business = await of.business(MICRO)
    expect(await charges(business)).toEqual([])
  })
  test('follows another rhythm, and ends with the activity', async () => {
    const business = await of.business({ ...MICRO, urssafPeriodicity: 'quarterly' })
    const { put, user, profileId } = business
    const change = (changes: object) =>
      put(`professionalInfo/${user.userId}`, { id: profileId, ...changes })
    await expect.poll(() => charges(business)).toHaveLength(1)
    await change({ urssafPeriodicity: 'monthly' })
    await expect
      .poll(() => charges(business))
      .toMatchObject([
        { intervalCount: 1, active: true, nextRuns: expect.arrayContaining([day('2026-12-01')]) },
      ])
    await change({ legalStatus: 'EURL', activity: '', urssafPeriodicity: '' })
    await expect.poll(() => charges(business)).toMatchObject([{ active: false }])
  })
  test('follows the last of changes that came at once', async () => {
    const other = (rhythm: string) => (rhythm === 'monthly' ? 'quarterly' : 'monthly')
    for (const last of ['', 'monthly', 'quarterly']) {
      const business = await of.business(MICRO)
      const { get, put, user, profileId } = business
      const change = (urssafPeriodicity: string) =>
        put(`professionalInfo/${user.userId}`, { id: profileId, urssafPeriodicity })
      await Promise.all([change(other(last)), change(last)])
      const profiles = (await get<{ id: string; urssafPeriodicity: string }[]>(
        `professionalInfo/${user.userId}/all`,
      )) as readonly { id: string; urssafPeriodicity: string }[]
      const now = profiles.find(({ id }) => id === profileId)?.urssafPeriodicity
      await expect
        .poll(async () =>
          (await charges(business)).map(({ active, intervalCount }) =>
            active ? { 1: 'monthly', 3: 'quarterly' }[intervalCount] : '',
          ),
        )
        .toEqual([now])
    }
  })
  test('of the user stays, and takes the rhythm of the profile', async () => {
    const business = await of.business(MICRO)
    const { add, put, user, profileId } = business
    await add('charge', {
      profileId,
      label: 'Mes cotisations',
      type: 'urssaf',
      amountType: 'contributions',
      interval: 'month',
      intervalCount: 3,
      startDate: day('2027-01-01'),
      mode: 'validation',
    })
    await put(`professionalInfo/${user.userId}`, { id: profileId, urssafPeriodicity: 'monthly' })
    await expect.poll(() => charges(business)).toMatchObject([{ intervalCount: 1 }])
  })
  test('says when it is to be paid: the last day of the month after the period', async () => {
    const business = await of.business({ ...MICRO, urssafPeriodicity: 'quarterly' })
    const { get, user, profileId } = business
    expect(
      await get(
        `urssaf/${user.userId}/${profileId}?from=${day('2026-10-01')}&to=${day('2026-12-31')}`,
      ),
    ).toMatchObject({ dueDate: day('2027-01-31') })
  })
})

describe('the limits of the first year', () => {
  const limits = async ({ get, user, profileId }: Business) =>
    (
      await get<{ gauges: { trade: string; limit: number; micro: number }[] }>(
        `vat/${user.userId}/${profileId}/exemption/2026`,
      )
    ).gauges
  test('count its days, from the day of creation', async () => {
    // 184 of 365 days from 1 July: 37 500 and 83 600 in proportion.
    expect(await limits(await of.business({ ...MICRO, startDate: day('2026-07-01') }))).toEqual([
      expect.objectContaining({ trade: 'services', limit: 18_904.11, micro: 42_143.56 }),
    ])
    expect(await limits(await of.business({ ...MICRO, startDate: day('2025-12-31') }))).toEqual([
      expect.objectContaining({ trade: 'services', limit: 37_500, micro: 83_600 }),
    ])
  })
  test('are those of sales for a seller, before the first receipt', async () => {
    expect(await limits(await of.business({ ...MICRO, activity: 'sale' }))).toMatchObject([
      { trade: 'sales', limit: 85_000, micro: 203_100 },
    ])
  })
})

describe('returns of the normal regime', () => {
  const normal = (periodicity: string) => ({ tvaRegime: 'normal', tvaPeriodicity: periodicity })
  test('are monthly or quarterly, never yearly', async () => {
    const { tries, user, profileId } = await of.business()
    const choose = (periodicity: string) =>
      tries('PUT', `professionalInfo/${user.userId}`, { id: profileId, ...normal(periodicity) })
    expect((await choose('quarterly')).status).toBe(200)
    expect((await choose('monthly')).status).toBe(200)
    const refused = await choose('annual')
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.text).toContain('tvaPeriodicity')
  })
})
