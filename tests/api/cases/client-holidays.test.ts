import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Month = {
  holidays: { day: number }[]
  clientHolidays: { day: number; projectId: string; client: string }[]
}
const BERLIN = {
  name: 'Beispiel GmbH',
  siren: '',
  legalStatus: '',
  address: { street: 'Musterweg 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
}
const working = async (client: object, terms: object = {}) => {
  const business = await of.business()
  const { add, get, user, profileId } = business
  const clientId = await business.client(client)
  const projectId = await add('project', {
    profileId,
    clientId,
    title: 'Mission',
    isBillable: true,
    priceHT: 650,
    soldDays: 90,
    startDate: day('2026-10-01'),
    endDate: 0,
    ...terms,
  })
  const month = () => get<Month>(`timesheet/${user.userId}/${profileId}/2026/12`)
  return { ...business, projectId, month }
}

describe('closed days of a client abroad', () => {
  test('are a hint on its contract; days that both have off are the user’s own', async () => {
    const { month, projectId } = await working(BERLIN)
    await expect
      .poll(async () => (await month()).clientHolidays)
      .toMatchObject([{ day: day('2026-12-26'), projectId, client: 'Beispiel GmbH' }])
    expect((await month()).holidays).toMatchObject([{ day: day('2026-12-25') }])
  })
  test('are none of a client in the place of the business, nor of an ended contract', async () => {
    const near = await working({})
    expect((await near.month()).clientHolidays).toEqual([])
    const ended = await working(BERLIN, { endDate: day('2026-12-25') })
    await expect.poll(async () => (await ended.month()).clientHolidays).toEqual([])
  })
  test('are those of a region of France too', async () => {
    const { month } = await working({
      address: { street: '1 rue', postalCode: '67000', city: 'Strasbourg', country: 'FR' },
    })
    await expect
      .poll(async () => (await month()).clientHolidays)
      .toMatchObject([{ day: day('2026-12-26') }])
  })
  test('stand in the calendar, and never block a day', async () => {
    const { get, put, user, profileId, month, projectId } = await working(BERLIN)
    await expect.poll(async () => (await month()).clientHolidays).toHaveLength(1)
    const layers = (from: string, before: string) =>
      get<{ layer: string; day: number; title: string }[]>(
        `calendar/${user.userId}/layers/${from}/${before}?profileId=${profileId}`,
      )
    const hint = { layer: 'holidays', day: day('2026-12-26'), title: 'Beispiel GmbH' }
    for (const [from, before] of [
      ['2026-12-01', '2027-01-01'],
      ['2026-12-26', '2026-12-27'],
    ] as const)
      expect(await layers(from, before)).toContainEqual(expect.objectContaining(hint))
    expect(await layers('2026-12-01', '2026-12-26')).not.toContainEqual(
      expect.objectContaining(hint),
    )
    const activities = [{ projectId, kind: 'work', day: day('2026-12-26'), quantity: 1 }]
    await put(`timesheet/${user.userId}/${profileId}/2026/12`, { activities, version: 0 })
    await expect.poll(month).toMatchObject({ activities: [{ quantity: 1 }] })
  })
})
