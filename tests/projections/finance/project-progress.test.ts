import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { activeContracts, progressReads } from '#projections/finance/project-progress.queries.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import { monthReads, monthSummary } from '#projections/timesheets/months.ts'
import { type Business, day, startBusiness } from '#tests/api/fixture.ts'

const TODAY = '2026-11-20'
let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

const record = (activities: readonly object[]) =>
  business.ask('PUT', `/timesheet/user-1/${business.profileId}/2026/11`, { activities })
const running = async (billed: ReadonlyMap<string, number> = new Map()) =>
  activeContracts(
    await openReads(business.readModels, progressReads),
    billed,
    'user-1',
    business.profileId,
    TODAY,
  )

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
      {
        client: 'Hydravion SAS',
        consumedDays: 5_000,
        billedMinor: 100_000,
        leftMinor: 810_000,
        endsInDays: 10,
      },
    ])
    expect(await running(new Map([[id, 1_000_000]]))).toMatchObject([{ leftMinor: 0 }])
  })
  test('have nothing known to be left without a number of days', async () => {
    await business.addContract({ soldDays: 0 })
    expect(await running()).toMatchObject([{ leftMinor: null }])
  })
})

test('a month tells its billable days', async () => {
  const [a, own] = [await business.addContract(), await business.addContract({ isBillable: false })]
  await record([
    { projectId: a, day: day('2026-11-03'), quantity: 0.5 },
    { projectId: a, day: day('2026-11-02'), quantity: 1 },
    { projectId: own, day: day('2026-11-04'), quantity: 0.5 },
  ])
  const read = await openReads(business.readModels, monthReads)
  expect(await monthSummary(read, 'user-1', business.profileId, 2026, 11, TODAY)).toMatchObject({
    billable: 15_000,
    nonBillable: 5_000,
  })
  expect(await monthSummary(read, 'user-2', business.profileId, 2026, 11, TODAY)).toMatchObject({
    billable: 0,
    nonBillable: 0,
  })
})
