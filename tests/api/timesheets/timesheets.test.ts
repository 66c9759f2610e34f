import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type Business, CLIENT, day, startBusiness } from '../fixture.ts'

let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

describe('a month of the timesheet', () => {
  const path = () => `/timesheet/user-1/${business.profileId}/2026/11`
  const work = (projectId: string, on: string, quantity = 1) => ({
    projectId,
    kind: 'work',
    day: day(on),
    quantity,
  })
  test('is empty before anything is recorded', async () => {
    expect((await business.ask('GET', path())).data).toEqual({
      id: `${business.profileId}.2026-11`,
      version: 0,
      creationDate: 0,
      lastModificationDate: 0,
      createdBy: '',
      modifiedBy: '',
      activities: [],
      approvals: [],
      holidays: [
        { day: day('2026-11-01'), name: 'allSaints' },
        { day: day('2026-11-11'), name: 'armistice' },
      ],
      clientHolidays: [],
      editableFrom: day('2026-11-20') - 90 * DAY_MS,
      editableTo: day('2026-11-20') + 90 * DAY_MS,
    })
  })
  test('holds what was put, is summed, and shows on the contract', async () => {
    const [billable, own] = [
      await business.addContract(),
      await business.addContract({ isBillable: false }),
    ]
    const activities = [
      work(billable, '2026-11-02'),
      work(billable, '2026-11-03', 0.5),
      work(own, '2026-11-03', 0.5),
      { kind: 'holiday', day: day('2026-11-04'), quantity: 1 },
    ]
    expect(await business.ask('PUT', path(), { activities, version: 0 })).toMatchObject({
      status: 200,
      data: { version: 3 },
    })
    const month = (await business.ask('GET', path())).data
    expect(month.activities).toHaveLength(4)
    expect(month.activities[0]).toEqual({
      id: `2026-11-02.${billable}`,
      projectId: billable,
      kind: 'work',
      day: day('2026-11-02'),
      quantity: 1,
    })
    // Worked up to the 20th: 14 working days, 3 of them full.
    expect((await business.ask('GET', `${path()}/summary`)).data).toEqual({
      billable: 1.5,
      nonBillable: 0.5,
      holiday: 1,
      unfilled: 11,
      workingDays: 20,
      exceeded: 0,
    })
    expect((await business.contracts())[0]).toMatchObject({ consumedDays: 1.5 })
    // An answer can be sent back unchanged.
    expect(
      await business.ask('PUT', path(), { activities: month.activities, version: 3 }),
    ).toMatchObject({
      status: 200,
      data: { version: 3 },
    })
    expect(await business.ask('PUT', path(), { activities: [], version: 2 })).toMatchObject({
      status: 412,
    })
    expect(await business.ask('PUT', path(), { activities: [] })).toMatchObject({ status: 200 })
    expect((await business.ask('GET', path())).data.activities).toEqual([])
  })
  test('refuses a duplicate, an archived contract and another profile’s', async () => {
    const id = await business.addContract()
    expect(
      await business.ask('PUT', path(), {
        activities: [work(id, '2026-11-02'), work(id, '2026-11-02', 0.5)],
      }),
    ).toMatchObject({
      status: 422,
      code: 'TIMESHEET_DUPLICATE_ACTIVITY',
      fields: [{ path: 'activities.1' }, { path: 'activities.0' }],
    })
    const otherProfile = (
      await business.ask('POST', '/professionalInfo/user-1', { name: 'Seconde' })
    ).data.id
    expect(
      await business.ask('PUT', `/timesheet/user-1/${otherProfile}/2026/11`, {
        activities: [work(id, '2026-11-02')],
      }),
    ).toMatchObject({
      status: 422,
      code: 'TIMESHEET_PROJECT_UNKNOWN',
    })
    await business.ask('PUT', `/project/user-1/${id}/archive`)
    expect(
      await business.ask('PUT', path(), { activities: [work(id, '2026-11-02')] }),
    ).toMatchObject({
      status: 422,
      code: 'TIMESHEET_PROJECT_UNKNOWN',
      fields: [{ path: 'activities.0.projectId' }],
    })
  })
  test('is limited to 90 days around today', async () => {
    const id = await business.addContract()
    expect(
      await business.ask('PUT', `/timesheet/user-1/${business.profileId}/2026/8`, {
        activities: [work(id, '2026-08-21')],
      }),
    ).toMatchObject({
      status: 422,
      code: 'TIMESHEET_OUTSIDE_90_DAYS',
    })
    expect(
      await business.ask('PUT', `/timesheet/user-1/${business.profileId}/2026/8`, {
        activities: [work(id, '2026-08-24')],
      }),
    ).toMatchObject({ status: 200 })
  })
  test('takes quarters of a day only, in a month that is', async () => {
    const id = await business.addContract()
    expect(
      await business.ask('PUT', path(), { activities: [work(id, '2026-11-02', 0.3)] }),
    ).toMatchObject({
      status: 422,
      code: 'TIMESHEET_BY_QUARTERS',
      fields: [{ path: 'activities.0.quantity' }],
    })
    expect(
      await business.ask('GET', `/timesheet/user-1/${business.profileId}/2026/13`),
    ).toMatchObject({ status: 400 })
  })
  test('is not there without its profile', async () => {
    expect(await business.ask('GET', `/timesheet/user-1/${CLIENT}/2026/11`)).toMatchObject({
      status: 404,
    })
    expect(
      await business.ask('GET', `/timesheet/user-2/${business.profileId}/2026/11/summary`),
    ).toMatchObject({
      status: 404,
    })
    expect(
      await business.ask('PUT', `/timesheet/user-2/${business.profileId}/2026/11`, {
        activities: [],
      }),
    ).toMatchObject({ status: 404 })
  })
})

test('a role records new days by add, changes them by update and clears them by delete', async () => {
  let held = freelancerPermissions()
  const own = await startBusiness(() => held)
  const without = (...missing: string[]) => {
    held = freelancerPermissions().filter((permission) => !missing.includes(permission))
  }
  const project = await own.addContract()
  const put = async (...days: readonly (readonly [string, number])[]) => {
    const activities = days.map(([on, quantity]) => ({
      projectId: project,
      kind: 'work',
      day: day(on),
      quantity,
    }))
    return (await own.ask('PUT', `/timesheet/user-1/${own.profileId}/2026/11`, { activities }))
      .status
  }
  without('perm_timesheet_add')
  expect(await put(['2026-11-02', 1])).toBe(403)
  without('perm_timesheet_update', 'perm_timesheet_delete')
  expect(await put(['2026-11-02', 1])).toBe(200)
  expect(await put(['2026-11-02', 1], ['2026-11-03', 1])).toBe(200)
  expect(await put(['2026-11-02', 0.5], ['2026-11-03', 1])).toBe(403)
  expect(await put(['2026-11-02', 1])).toBe(403)
  without('perm_timesheet_add', 'perm_timesheet_delete')
  expect(await put(['2026-11-02', 0.5], ['2026-11-03', 1])).toBe(200)
  without('perm_timesheet_add', 'perm_timesheet_update')
  expect(await put(['2026-11-02', 0.5])).toBe(200)
  // Writing needs no menu; without any of the three it is refused.
  without('perm_timesheet_menu')
  expect(await put(['2026-11-02', 0.5], ['2026-11-04', 1])).toBe(200)
  without('perm_timesheet_add', 'perm_timesheet_update', 'perm_timesheet_delete')
  expect(await put(['2026-11-02', 0.5], ['2026-11-04', 1])).toBe(403)
  await own.stop()
})
