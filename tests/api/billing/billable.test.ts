import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billsApi } from '#api/billing/bills.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { Company } from '#domain/customers/company.record.ts'
import { emptyAddress } from '#domain/kernel/address.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { bills } from '#projections/billing/bills.ts'
import { legalRateRecords } from '#projections/billing/legal-rates.ts'
import { mails } from '#projections/mail/mails.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import { type ContextServer, startContext } from '#tests/api/context-server.ts'

const CLIENT = '01JD0000000000000000000C01'
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const user = { kind: 'user', id: 'user-1' } as const
let server: ContextServer
let profileId = ''
let projectId = ''

const addClient = (id: string, values: object) =>
  server.handler.run(
    recordDecider(Company),
    id,
    { type: 'Add', values: { name: 'Hydravion SAS', ...values } },
    { commandId: `add-${id}`, owner: 'user-1', actor: user },
  )
const wholeClient = {
  siren: '404833048',
  address: { street: '2 rue du Client', postalCode: '69001', city: 'Lyon', country: 'FR' },
}
beforeAll(async () => {
  server = await startContext(
    [
      bills,
      legalRateRecords,
      professionalInfos,
      recordsOf(Company),
      projects,
      projectClients,
      timesheetMonths,
      mails,
    ],
    (api, commands) => {
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
      billsApi(api, commands.billing)
    },
  )
  await addClient(CLIENT, wholeClient)
})
afterAll(() => server.stop())

// Each test has a business of its own, with 4½ days worked in October and 2 in November.
beforeEach(async () => {
  profileId = (
    await server.ask('POST', '/professionalInfo/user-1', {
      name: 'Atelier Brumaire',
      legalStatus: 'EI',
      siren: '732829320',
      address: { street: '1 rue de l’Exemple', postalCode: '75001', city: 'Paris', country: 'FR' },
      bankNumber: 'FR7630006000011234567890189',
      tvaRegime: 'normal',
      TvaNumber: 'FR44732829320',
      tvaPeriodicity: 'monthly',
      tvaTaxeType: 'receipts',
    })
  ).data.id
  projectId = await contract()
  await record(10, [1, 1, 1, 1, 0.5])
  await record(11, [1, 1])
})
const contract = async (more: object = {}): Promise<string> =>
  (
    await server.ask('POST', '/project/user-1', {
      profileId,
      isBillable: true,
      title: 'Régie',
      clientId: CLIENT,
      priceHT: 650.5,
      startDate: day('2026-09-01'),
      penaltyRate: 12.15,
      ...more,
    })
  ).data.id
const record = (month: number, quantities: readonly number[], project = projectId) =>
  server.ask('PUT', `/timesheet/user-1/${profileId}/2026/${month}`, {
    activities: quantities.map((quantity, i) => ({
      projectId: project,
      day: day(`2026-${month}-${String(i + 2).padStart(2, '0')}`),
      quantity,
    })),
  })
const billable = async () =>
  (await server.ask('GET', `/timesheet/user-1/${profileId}/billable`)).data
const left = async () =>
  (await billable()).map((row: { month: number; days: number; billed: number; left: number }) => [
    row.month,
    row.days,
    row.billed,
    row.left,
  ])
const draft = async (
  body: object = { fromTimesheet: { projectId, year: 2026, month: 10 } },
): Promise<string> => (await server.ask('POST', '/bill/user-1', { profileId, ...body })).data.id
const put = (id: string, action: string, body: object = {}) =>
  server.ask('PUT', `/bill/user-1/${profileId}/${id}/${action}`, body)
const quantity = async (id: string) =>
  (await server.ask('GET', `/bill/user-1/${profileId}/${id}`)).data.lines[0].quantity

describe('what is left to bill', () => {
  test('is a row a contract and month, with its worth, and nothing missing', async () =>
    expect(await billable()).toEqual([
      {
        projectId,
        title: 'Régie',
        client: 'Hydravion SAS',
        year: 2026,
        month: 10,
        priceMode: 'day',
        priceUnit: 'day',
        days: 4.5,
        billed: 0,
        left: 4.5,
        leftHours: null,
        priceHT: 650.5,
        amountHT: 2927.25,
        currency: 'EUR',
        draftId: 0,
        missing: [],
      },
      expect.objectContaining({ month: 11, left: 2, amountHT: 1301 }),
    ]))
  test('is offered once: a draft that holds days is named', async () => {
    const id = await draft()
    expect(await billable()).toMatchObject([{ left: 4.5, draftId: id }, { draftId: 0 }])
    await server.ask('DELETE', `/bill/user-1/${profileId}/${id}`)
    expect((await billable())[0]).toMatchObject({ left: 4.5, draftId: 0 })
  })
  test('is less what is issued, and comes back with a credit note that says so', async () => {
    const id = await draft()
    expect(await put(id, 'issue')).toMatchObject({ status: 200 })
    expect(await left()).toEqual([[11, 2, 0, 2]])
    const lines = [{ line: 0, quantity: 1.5 }]
    const note = (await put(id, 'credit-note', { lines, daysAgain: true })).data.id
    expect(await left()).toEqual([[11, 2, 0, 2]])
    expect(await put(note, 'issue')).toMatchObject({ status: 200 })
    expect(await left()).toEqual([
      [10, 4.5, 3, 1.5],
      [11, 2, 0, 2],
    ])
    // The next draft takes the rest, and it can be issued beside the first.
    const rest = await draft()
    expect(await quantity(rest)).toBe(1.5)
    expect(await put(rest, 'issue')).toMatchObject({ status: 200 })
    expect(await left()).toEqual([[11, 2, 0, 2]])
  })
  test('stays without days whose credit note did not say that they are to bill again', async () => {
    const id = await draft()
    await put(id, 'issue')
    const note = (await put(id, 'credit-note')).data.id
    expect(await put(note, 'issue')).toMatchObject({ status: 200 })
    expect(await left()).toEqual([[11, 2, 0, 2]])
  })
  test('counts a bill by hand of the contract’s days, which a month’s bill then leaves out', async () => {
    const byHand = await draft({
      projectId,
      startDate: day('2026-10-01'),
      endDate: day('2026-10-31'),
      lines: [{ description: 'Régie', quantity: 3, unit: 'day', unitPrice: 650.5, tva: 20 }],
    })
    expect(await put(byHand, 'issue')).toMatchObject({ status: 200 })
    expect((await left())[0]).toEqual([10, 4.5, 3, 1.5])
    const rest = await draft()
    expect(await quantity(rest)).toBe(1.5)
    // More than the days left is refused; the refusal names the other bill.
    await server.ask('PUT', '/bill/user-1', {
      id: rest,
      profileId,
      lines: [{ description: 'Régie', quantity: 2, unit: 'day', unitPrice: 650.5, tva: 20 }],
    })
    expect(await put(rest, 'issue')).toMatchObject({ status: 422, fields: [{ path: 'lines' }] })
  })
  test('says what a bill would lack, and where it is mended', async () => {
    const bare = '01JD0000000000000000000C02'
    await addClient(bare, { siren: '', legalStatus: 'SAS', address: emptyAddress })
    const unpriced = await contract({ clientId: bare, priceHT: 0 })
    await record(11, [1], unpriced)
    const row = (await billable()).find((one: { projectId: string }) => one.projectId === unpriced)
    expect(
      row.missing.map(({ code, entity, entityId, path }: Record<string, string>) => [
        code,
        entity,
        entityId,
        path,
      ]),
    ).toEqual([
      ['BILL_NEEDS_BUYER_ADDRESS', 'company', bare, 'address'],
      ['BILL_NEEDS_BUYER_SIREN', 'company', bare, 'siren'],
      ['BILL_NEEDS_LINE_PRICE', 'project', unpriced, 'priceHT'],
    ])
    expect(row.missing[0].message).toMatch(/[.]$/)
  })
  test('sells the days of a contract by the hour, with its hours a day', async () => {
    const hourly = await contract({ priceUnit: 'hour', hoursPerDay: 7.5, priceHT: 90 })
    await record(11, [1, 0.5], hourly)
    const rowOf = async () =>
      (await billable()).find((one: { projectId: string }) => one.projectId === hourly)
    expect(await rowOf()).toMatchObject({
      priceUnit: 'hour',
      left: 1.5,
      leftHours: 11.25,
      amountHT: 1012.5,
    })
    const from = { fromTimesheet: { projectId: hourly, year: 2026, month: 11 } }
    const bill = await draft(from)
    const { data } = await server.ask('GET', `/bill/user-1/${profileId}/${bill}`)
    expect(data.lines).toMatchObject([{ quantity: 11.25, unit: 'hour', unitPrice: 90 }])
    expect(data.totalHT).toBe(1012.5)
    await put(bill, 'issue')
    expect(await rowOf()).toBeUndefined()
    await record(11, [1, 0.5, 1], hourly)
    expect(await rowOf()).toMatchObject({ billed: 1.5, left: 1 })
    expect(await quantity(await draft(from))).toBe(7.5)
  })
  test('sells the hours that were entered, and no others', async () => {
    const hourly = await contract({ timeUnit: 'hour', priceUnit: 'hour', priceHT: 90 })
    const hours = [7.5, 0.25, 1, 1, 1, 1]
    const recordHours = (figures: readonly number[]) =>
      server.ask('PUT', `/timesheet/user-1/${profileId}/2026/11`, {
        activities: figures.map((figure, i) => ({
          projectId: hourly,
          day: day(`2026-11-0${i + 2}`),
          hours: figure,
        })),
      })
    await recordHours(hours)
    const rowOf = async () =>
      (await billable()).find((one: { projectId: string }) => one.projectId === hourly)
    expect(await rowOf()).toMatchObject({ leftHours: 11.75, amountHT: 1057.5 })
    const from = { fromTimesheet: { projectId: hourly, year: 2026, month: 11 } }
    const bill = await draft(from)
    const { data } = await server.ask('GET', `/bill/user-1/${profileId}/${bill}`)
    expect(data.lines).toMatchObject([{ quantity: 11.75, unit: 'hour', unitPrice: 90 }])
    expect(data.totalHT).toBe(1057.5)
    await put(bill, 'issue')
    expect(await rowOf()).toBeUndefined()
    await recordHours([...hours, 0.25])
    expect(await rowOf()).toMatchObject({ leftHours: 0.25, amountHT: 22.5 })
    expect(await quantity(await draft(from))).toBe(0.25)
  })
  test('sells hours as days where the price is for a day', async () => {
    const daily = await contract({ timeUnit: 'hour', priceHT: 700 })
    await server.ask('PUT', `/timesheet/user-1/${profileId}/2026/11`, {
      activities: [
        { projectId: daily, day: day('2026-11-02'), hours: 7 },
        { projectId: daily, day: day('2026-11-03'), hours: 1 },
      ],
    })
    const [row] = (await billable()).filter((one: { projectId: string }) => one.projectId === daily)
    expect(row).toMatchObject({ left: 1.1429, leftHours: null, amountHT: 800.03 })
    const bill = await draft({ fromTimesheet: { projectId: daily, year: 2026, month: 11 } })
    const { data } = await server.ask('GET', `/bill/user-1/${profileId}/${bill}`)
    expect(data.lines).toMatchObject([{ quantity: 1.1429, unit: 'day', unitPrice: 700 }])
    expect(data.totalHT).toBe(800.03)
  })
  test('sells a month of a contract by the month, however many days it had', async () => {
    const monthly = await contract({ priceUnit: 'month', priceHT: 4000 })
    await record(11, [1, 1, 1], monthly)
    const bill = await draft({ fromTimesheet: { projectId: monthly, year: 2026, month: 11 } })
    const { data } = await server.ask('GET', `/bill/user-1/${profileId}/${bill}`)
    expect(data.lines).toMatchObject([{ quantity: 1, unit: 'month', unitPrice: 4000 }])
  })
  test('gives the draft of a fixed price its line', async () => {
    const fixed = await contract({ priceMode: 'fixed', priceHT: 5000, title: 'Refonte' })
    const bill = await draft({ projectId: fixed })
    const { data } = await server.ask('GET', `/bill/user-1/${profileId}/${bill}`)
    expect(data.lines).toMatchObject([
      { description: 'Refonte', quantity: 1, unit: 'fixed', unitPrice: 5000 },
    ])
  })
  test('tells the days of a fixed price, which are not sold one by one', async () => {
    const fixed = await contract({ priceMode: 'fixed', priceHT: 5000 })
    await record(11, [1], fixed)
    expect(
      (await billable()).find((one: { projectId: string }) => one.projectId === fixed),
    ).toMatchObject({
      priceMode: 'fixed',
      amountHT: null,
      missing: [],
    })
  })
  test('of another user’s business is not there', async () =>
    expect((await server.ask('GET', `/timesheet/user-2/${profileId}/billable`)).status).toBe(404))
})

describe('days to fill', () => {
  const unfilled = async (month: number) =>
    (await server.ask('GET', `/timesheet/user-1/${profileId}/2026/${month}/summary`)).data.unfilled
  test('are those on which a contract runs', async () => {
    // From September on: 22 working days in October, of which 2½ were worked; the others were
    // week-ends.
    expect(await unfilled(10)).toBe(19.5)
    expect(await unfilled(8)).toBe(0)
  })
  test('are none before the first contract, nor after the last', async () => {
    await server.ask('PUT', '/project/user-1', {
      id: projectId,
      startDate: day('2026-10-19'),
      endDate: day('2026-10-23'),
    })
    expect(await unfilled(10)).toBe(5)
    expect(await unfilled(11)).toBe(0)
  })
})
