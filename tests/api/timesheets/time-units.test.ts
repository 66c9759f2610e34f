import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Business, day, startBusiness } from '../fixture.ts'

let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

const path = (more = '') => `/timesheet/user-1/${business.profileId}/2026/11${more}`
const on = (projectId: string, date: number, time: object) => ({
  projectId,
  kind: 'work',
  day: day(`2026-11-0${date}`),
  ...time,
})
const put = (...activities: readonly object[]) => business.ask('PUT', path(), { activities })
const month = async () => (await business.ask('GET', path())).data

describe('OF104: a quarter of a day', () => {
  test('is recorded on a contract that takes quarters', async () => {
    const id = await business.addContract({ timeUnit: 'quarterDay' })
    expect(await put(on(id, 2, { quantity: 0.25 }))).toMatchObject({ status: 200 })
    expect((await month()).activities).toMatchObject([{ quantity: 0.25 }])
    expect((await business.ask('GET', path('/summary'))).data).toMatchObject({ billable: 0.25 })
  })
  test('is recorded where the grid offers halves; another part is refused by its field', async () => {
    const id = await business.addContract()
    expect(await put(on(id, 2, { quantity: 0.5 }), on(id, 3, { quantity: 0.3 }))).toMatchObject({
      status: 422,
      code: 'TIMESHEET_BY_QUARTERS',
      fields: [{ path: 'activities.1.quantity' }],
    })
    expect((await month()).activities).toEqual([])
    expect(await put(on(id, 3, { quantity: 0.25 }))).toMatchObject({ status: 200 })
  })
})

describe('hours', () => {
  test('are days of the contract in every sum, without drift', async () => {
    const id = await business.addContract({ timeUnit: 'hour' })
    // Seven times one hour of seven is a day, though each is 0.1429.
    await put(...[2, 3, 4, 5, 6, 7, 8].map((date) => on(id, date, { hours: 1 })))
    expect((await month()).activities[0]).toMatchObject({
      quantity: 0.1429,
      hours: 1,
      hoursPerDay: 7,
    })
    expect((await business.ask('GET', path('/summary'))).data).toMatchObject({ billable: 1 })
    expect((await business.contracts())[0]).toMatchObject({ timeUnit: 'hour', consumedDays: 1 })
    expect((await business.ask('GET', path('/days'))).data[0]).toMatchObject({
      quantity: 0.1429,
      hours: 1,
    })
  })
  test('can be sent back as they were answered', async () => {
    const id = await business.addContract({ timeUnit: 'hour', hoursPerDay: 8 })
    const { data } = await put(on(id, 2, { hours: 7.5 }))
    const { activities } = await month()
    expect(activities).toMatchObject([{ quantity: 0.9375, hours: 7.5, hoursPerDay: 8 }])
    expect(await put(...activities)).toMatchObject({
      status: 200,
      data: { version: data.version },
    })
  })
  test('keep the day that they were entered with', async () => {
    const id = await business.addContract({ timeUnit: 'hour' })
    await put(on(id, 2, { hours: 7 }))
    await business.ask('PUT', '/project/user-1', { id, hoursPerDay: 8, timeUnit: 'halfDay' })
    expect((await business.contracts())[0]).toMatchObject({
      timeUnit: 'halfDay',
      hoursPerDay: 8,
      consumedDays: 1,
    })
    expect(await put(on(id, 2, { hours: 7 }), on(id, 3, { quantity: 1 }))).toMatchObject({
      status: 200,
    })
  })
  test.each([
    ['in tenths', { hours: 7.1 }, 400],
    ['above a day', { hours: 24.25 }, 400],
    ['of nothing', { hours: 0 }, 400],
    ['in words', { hours: '7h30' }, 400],
  ])('%s are refused by their field', async (_, time, status) => {
    const id = await business.addContract({ timeUnit: 'hour' })
    expect(await put(on(id, 2, time))).toMatchObject({
      status,
      fields: [{ path: 'activities.0.hours' }],
    })
    expect((await month()).version).toBe(0)
  })
  test('are told where days were sent, and days where hours were', async () => {
    const [hourly, daily] = [
      await business.addContract({ timeUnit: 'hour' }),
      await business.addContract(),
    ]
    expect(await put(on(hourly, 2, { quantity: 1 }))).toMatchObject({
      status: 422,
      code: 'TIMESHEET_BY_HOURS',
      fields: [{ path: 'activities.0.hours' }],
    })
    expect(await put(on(daily, 2, { hours: 7 }))).toMatchObject({
      status: 422,
      code: 'TIMESHEET_BY_DAYS',
      fields: [{ path: 'activities.0.hours' }],
    })
    expect(await put(on(daily, 2, {}))).toMatchObject({
      status: 422,
      fields: [{ path: 'activities.0.quantity' }],
    })
  })
  test('of a contract that is not billed are entered by usual days', async () => {
    const own = await business.addContract({ isBillable: false, timeUnit: 'hour' })
    expect(await put(on(own, 2, { hours: 3.5 }))).toMatchObject({ status: 200 })
    expect((await business.ask('GET', path('/summary'))).data).toMatchObject({ nonBillable: 0.5 })
  })
  test('come to 24 on a date at most, over all contracts', async () => {
    const [a, b] = [
      await business.addContract({ timeUnit: 'hour' }),
      await business.addContract({ timeUnit: 'hour' }),
    ]
    expect(await put(on(a, 2, { hours: 12 }), on(b, 2, { hours: 12 }))).toMatchObject({
      status: 200,
    })
    expect(await put(on(a, 2, { hours: 12 }), on(b, 2, { hours: 12.25 }))).toMatchObject({
      status: 422,
      code: 'TIMESHEET_MORE_THAN_24_HOURS',
      fields: [{ path: 'activities.1.hours' }],
    })
  })
})

test('a contract takes no other unit of time', async () => {
  expect(
    await business.ask('POST', '/project/user-1', {
      profileId: business.profileId,
      isBillable: false,
      timeUnit: 'minute',
    }),
  ).toMatchObject({ status: 400, fields: [{ path: 'timeUnit' }] })
})
