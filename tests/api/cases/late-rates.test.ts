import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
let now = Date.UTC(2026, 7, 3, 9)
beforeAll(async () => {
  of = await businesses(() => now)
})
afterAll(() => of.stop())

describe('late interest', () => {
  test('of a formula is one on bill and dashboard, also before its half-year is known', async () => {
    const business = await of.business()
    const { user, profileId, get } = business
    const bill = await business.bill(await business.client(), [LINE], {
      penaltyRate: 0,
      penaltyBasis: 'ecb10',
      dueDate: day('2026-09-02'),
    })
    await business.issue(bill)
    now = Date.UTC(2026, 10, 20, 9)
    const { penaltyAmount } = await business.read(bill)
    const { owed, next } = await get<{
      owed: { penalty: number; bills: { penalty: number }[] }
      next: { kind: string; entity: string; id: string }[]
    }>(`dashboard/${user.userId}/${profileId}`)
    // 1 200 € × 12.15 % × 79 ÷ 365
    expect([penaltyAmount, owed.penalty, owed.bills[0]?.penalty]).toEqual([31.56, 31.56, 31.56])
    expect(next.filter(({ kind }) => kind === 'lateRates')).toMatchObject([
      { entity: 'legalRate', id: '2026-H2' },
    ])
  })
  test('has an administrator reminded until the half-year’s rates are entered', async () => {
    const business = await of.business()
    const { user, profileId, get } = business
    const kinds = async () =>
      (await get<{ next: { kind: string }[] }>(`dashboard/${user.userId}/${profileId}`)).next.map(
        ({ kind }) => kind,
      )
    expect(await kinds()).toContain('lateRates')
    await of.product.data(user, 'POST', `legalRate/${user.userId}`, {
      source: 'Journal officiel',
      year: 2026,
      half: 'H2',
      legal: 2.6,
      refinancing: 2.15,
    })
    await expect.poll(kinds).not.toContain('lateRates')
  })
})
