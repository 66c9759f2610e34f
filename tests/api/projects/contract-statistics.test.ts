import { afterEach, beforeEach, expect, test } from 'vitest'
import { line } from '#tests/domain/billing/frozen-bills.ts'
import { bookkeeping } from '../finance/books.ts'
import { type Business, day, startBusiness } from '../fixture.ts'

const [A, B] = ['01ARZ3NDEKTSV4RRFFQ69G5FAA', '01ARZ3NDEKTSV4RRFFQ69G5FAB']
let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

const statistics = async (query = '') =>
  (await business.ask('GET', `/project/user-1/statistics/${business.profileId}${query}`)).data

/**
 * Ten days worked in September and October; four of them billed, at another rate and with a fixed
 * price beside.
 */
async function autumn() {
  const projectId = await business.addContract({ soldDays: 65 })
  const activities = ['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04']
  for (const [month, days] of [
    [9, activities],
    [10, ['2026-10-01']],
  ] as const)
    await business.ask('PUT', `/timesheet/user-1/${business.profileId}/2026/${month}`, {
      activities: days.map((one) => ({ kind: 'work', projectId, day: day(one), quantity: 1 })),
    })
  const firm = bookkeeping(business.handler, 'user-1', business.profileId, projectId)
  await firm.issue(A, {
    issueDate: '2026-10-01',
    lines: [line('Conseil', 4, 60_000), line('Forfait', 1, 50_000, 2000, '')],
  })
  return projectId
}

test('a year tells days sold, worked and billed, its rate and occupation, and the months add up to it', async () => {
  const projectId = await autumn()
  const { 2026: year } = await statistics()
  expect(year).toMatchObject({
    currency: 'EUR',
    daysSold: 65,
    daysWorked: 5,
    daysBilled: 4,
    billedHT: 2900,
    averageDayRate: 600,
    workingDays: 58,
    occupation: 8.6,
    clients: [{ client: 'Hydravion SAS', daysWorked: 5, billedHT: 2900, share: 100 }],
    contracts: [{ projectId, contract: 'Audit', daysSold: 65, daysWorked: 5, daysBilled: 4 }],
  })
  expect(year.months).toHaveLength(12)
  expect(year.months[8]).toMatchObject({
    month: 9,
    daysWorked: 4,
    workingDays: 22,
    averageDayRate: null,
  })
  for (const field of ['daysSold', 'daysWorked', 'daysBilled', 'billedHT', 'workingDays'] as const)
    expect(
      year.months.reduce(
        (sum: number, month: Record<string, number>) => sum + (month[field] ?? 0),
        0,
      ),
    ).toBeCloseTo(year[field], 6)
})

test('a credit note gives its days and its amount back', async () => {
  await autumn()
  const firm = bookkeeping(business.handler, 'user-1', business.profileId)
  await firm.issue(B, {
    type: 'creditNote',
    issueDate: '2026-11-02',
    lines: [line('Conseil', 1, 60_000)],
  })
  expect((await statistics('?year=2026'))[2026]).toMatchObject({
    daysBilled: 3,
    billedHT: 2300,
    averageDayRate: 600,
  })
})

test('a year without anything is not there, and a year asked for stands alone', async () => {
  await autumn()
  expect(Object.keys(await statistics())).toEqual(['2026'])
  expect(await statistics('?year=2025')).toEqual({})
  expect(
    (await business.ask('GET', `/project/user-1/statistics/${business.profileId}/2025/months`))
      .data,
  ).toEqual([])
})

test('months and contracts are exported as CSV, in the words of the caller', async () => {
  await autumn()
  const csv = async (part: string) =>
    (
      await business.ask(
        'GET',
        `/project/user-1/statistics/${business.profileId}/2026/${part}`,
        undefined,
        {
          accept: 'text/csv',
          'accept-language': 'fr',
        },
      )
    ).text
  expect(await csv('months')).toContain('"Mois";"Jours vendus";"Jours travaillés"')
  expect(await csv('contracts')).toContain('"Audit";"Hydravion SAS";65;5;4;2900;600')
})
