import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { activeContracts } from '#projections/projects/progress.ts'
import { monthSummary } from '#projections/timesheets/months.ts'
import { type Business, day, startBusiness } from '#tests/api/fixture.ts'

const TODAY = '2026-11-20'
let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

const record = (activities: readonly object[]) =>
  business.ask('PUT', `/timesheet/user-1/${business.profileId}/2026/11`, { activities })
const running = (billed: ReadonlyMap<string, number> = new Map()) =>
  activeContracts(business.readModels, async () => billed, 'user-1', business.profileId, TODAY)

describe('the contracts that run', () => {
  test('are those of clients first, then own ones; past and archived ones are left out', async () => {
    const own = await business.addContract({ isBillable: false })
    const client = await business.addContract()
    await business.addContract({ startDate: day('2026-01-01'), endDate: day('2026-03-31') })
    const archived = await business.addContract({ isBillable: false })
    await business.ask('PUT', `/project/user-1/${archived}/archive`)
    expect((await running()).map(({ _id }) => _id)).toEqual([client, own])
  })
  test('tell the days used and what is left to bill, never below nothing', async () => {
    const id = await business.addContract()
    await record([{ projectId: id, day: day('2026-11-02'), quantity: 0.5 }])
    expect(await running(new Map([[id, 100_000]]))).toMatchObject([
      { client: 'Hydravion SAS', consumedDays: 5_000, billedMinor: 100_000, leftMinor: 810_000, endsInDays: 10 },
    ])
    expect(await running(new Map([[id, 1_000_000]]))).toMatchObject([{ leftMinor: 0 }])
  })
  test('have nothing known to be left without a number of days', async () => {
    await business.addContract({ soldDays: 0 })
    expect(await running()).toMatchObject([{ leftMinor: null }])
  })
})

test('the billable days of a contract are its own, in order', async () => {
  const [a, b] = [await business.addContract(), await business.addContract()]
  await record([
    { projectId: a, day: day('2026-11-03'), quantity: 0.5 },
    { projectId: a, day: day('2026-11-02'), quantity: 1 },
    { projectId: b, day: day('2026-11-02'), quantity: 0.5 },
  ])
  expect(await monthSummary(business.readModels, 'user-1', business.profileId, 2026, 11, TODAY)).toMatchObject({
    billable: 20_000,
    nonBillable: 0,
  })
})
