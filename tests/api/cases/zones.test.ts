import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

/** New Year's Eve in Paris, 1 January in Nouméa. */
const NOW = Date.UTC(2025, 11, 31, 15)

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses(() => NOW)
})
afterAll(() => of.stop())

const inZone = async (timeZone: string) => {
  const business = await of.business()
  await business.put(`users/${business.user.userId}/parameters`, { timeZone })
  return business
}

describe('instants of the API', () => {
  test.each([
    ['Pacific/Noumea', '2026-0001', '2026-01-01'],
    ['Europe/Paris', '2025-0001', '2025-12-31'],
  ])('count where the user is: in %s a bill of this instant is %s', async (zone, ref, on) => {
    const business = await inZone(zone)
    const bill = await business.bill(await business.client(), [LINE], {})
    await business.issue(bill, { issueDate: NOW })
    await expect.poll(() => business.read(bill)).toMatchObject({ ref, issueDate: day(on) })
  })
  test('F51: name the day of a draft where the user is, and a UTC midnight names its own', async () => {
    const business = await inZone('Indian/Reunion')
    const client = await business.client()
    for (const [issueDate, on] of [
      [Date.UTC(2025, 9, 31, 20), '2025-11-01'],
      [Date.UTC(2025, 9, 31, 19, 59), '2025-10-31'],
      [Date.UTC(2025, 9, 31), '2025-10-31'],
    ] as const) {
      const bill = await business.bill(client, [LINE], { issueDate })
      await expect
        .poll(() => business.read(bill).catch(() => null))
        .toMatchObject({
          issueDate: day(on),
        })
    }
  })
})

test.each([
  ['Pacific/Noumea', 2026],
  ['Europe/Paris', 2025],
] as const)(
  'a draft without a date stands in the year of its user: in %s in %i',
  async (zone, year) => {
    const business = await inZone(zone)
    const { get, user, profileId } = business
    const bill = await business.bill(await business.client(), [LINE], {})
    const idsOf = async (wanted: number) =>
      (await get<{ id: string }[]>(`bill/${user.userId}/all/${profileId}?year=${wanted}`)).map(
        ({ id }) => id,
      )
    await expect.poll(() => idsOf(year)).toEqual([bill])
    expect(await idsOf(year === 2026 ? 2025 : 2026)).toEqual([])
  },
)

test('a file of a list tells instants by the clock of the user', async () => {
  for (const [zone, on] of [
    ['Pacific/Noumea', '2026-01-01 02:00:00'],
    ['Pacific/Tahiti', '2025-12-31 05:00:00'],
  ] as const) {
    const business = await inZone(zone)
    await business.client()
    const file = async () =>
      (
        await of.product.as(
          business.user,
          'GET',
          `company/${business.user.userId}/all`,
          undefined,
          { accept: 'text/csv' },
        )
      ).body
    await expect.poll(file).toContain(on)
  }
})
