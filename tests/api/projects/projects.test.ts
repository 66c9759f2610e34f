import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { Company } from '#domain/customers/company.record.ts'
import { as, bookkeeping } from '../finance/books.ts'
import { type Business, CLIENT, day, startBusiness } from '../fixture.ts'

let business: Business
beforeEach(async () => {
  business = await startBusiness()
})
afterEach(() => business.stop())

const refs = async (query = '') =>
  (await business.contracts(query)).map(({ ref }: { ref: string }) => ref)

describe('a contract', () => {
  test('is answered with its client, its rate and where it stands', async () => {
    const id = await business.addContract()
    business.billing.billed.set(id, 325_000)
    expect(await business.contracts()).toEqual([
      expect.objectContaining({
        id,
        version: 1,
        ref: 'CT-2026-01',
        title: 'Audit',
        client: 'Hydravion SAS',
        clientId: CLIENT,
        priceHT: 650,
        priceMode: 'day',
        soldDays: 14,
        currency: 'EUR',
        tva: 20,
        active: true,
        expired: false,
        archived: false,
        endsInDays: 10,
        consumedDays: 0,
        billedHT: 3250,
        leftHT: 5850,
        nextRenewal: 0,
      }),
    ])
  })
  test('takes a fixed price too', async () => {
    const id = await business.addContract({ priceMode: 'fixed', priceHT: 4800.5, soldDays: 0 })
    business.billing.billed.set(id, 100_000)
    expect((await business.contracts())[0]).toMatchObject({
      priceMode: 'fixed',
      priceHT: 4800.5,
      leftHT: 3800.5,
    })
  })
  test('that is not billable drops the eight fields', async () => {
    await business.addContract({
      isBillable: false,
      isRenewable: true,
      renewalPeriod: 30,
      paymentDeadline: 45,
      penaltyRate: 12.15,
      tva: 20,
    })
    expect((await business.contracts())[0]).toMatchObject({
      isBillable: false,
      clientId: 0,
      client: '',
      priceHT: 0,
      isRenewable: false,
      renewalPeriod: 0,
      startDate: 0,
      endDate: 0,
      paymentDeadline: 0,
      penaltyRate: 0,
      tva: 0,
      active: false,
    })
  })
  test('that is renewable has no end and shows the next renewal', async () => {
    await business.addContract({ isRenewable: true, renewalPeriod: 90 })
    expect((await business.contracts())[0]).toMatchObject({
      endDate: 0,
      renewalPeriod: 90,
      nextRenewal: day('2026-11-30'),
      endsInDays: null,
    })
  })
  test('ends after it starts', async () => {
    expect(
      await business.ask('POST', '/project/user-1', {
        ...business.contract,
        endDate: day('2026-09-01'),
      }),
    ).toMatchObject({
      status: 422,
      code: 'PROJECT_END_BEFORE_START',
      fields: [{ path: 'endDate' }],
    })
  })
  test('has an own client and an own profile', async () => {
    await business.addClient('01JD0000000000000000000C02', 'À un autre', 'user-2')
    expect(
      await business.ask('POST', '/project/user-1', {
        ...business.contract,
        clientId: '01JD0000000000000000000C02',
      }),
    ).toMatchObject({
      status: 422,
      code: 'PROJECT_CLIENT_UNKNOWN',
      fields: [{ path: 'clientId' }],
    })
    expect(
      await business.ask('POST', '/project/user-1', { ...business.contract, profileId: CLIENT }),
    ).toMatchObject({
      status: 422,
      code: 'PROJECT_PROFILE_UNKNOWN',
    })
    expect(await business.ask('POST', '/project/user-2', business.contract)).toMatchObject({
      status: 422,
      code: 'PROJECT_PROFILE_UNKNOWN',
    })
  })
  test('keeps a client that has been removed, and follows a renamed one', async () => {
    const id = await business.addContract()
    const meta = { owner: 'user-1', actor: { kind: 'user', id: 'user-1' } } as const
    await business.handler.run(
      recordDecider(Company),
      CLIENT,
      { type: 'Change', values: { name: 'Hydravion' } },
      { ...meta, commandId: 'rename' },
    )
    await business.handler.run(
      recordDecider(Company),
      CLIENT,
      { type: 'Remove' },
      { ...meta, commandId: 'remove' },
    )
    expect(
      await business.ask('PUT', '/project/user-1', { id, clientId: CLIENT, title: 'Audit final' }),
    ).toMatchObject({
      status: 200,
    })
    expect((await business.contracts())[0]).toMatchObject({
      client: 'Hydravion',
      title: 'Audit final',
    })
  })
  test('posted twice with its id is one, with the reference it was given', async () => {
    const id = '01JD0000000000000000000P01'
    const first = await business.ask('POST', '/project/user-1', { ...business.contract, id })
    expect(
      (await business.ask('POST', '/project/user-1', { ...business.contract, id })).data,
    ).toEqual(first.data)
    expect(await refs()).toEqual(['CT-2026-01'])
  })
  test('refuses a price finer than its currency', async () => {
    expect(
      await business.ask('POST', '/project/user-1', { ...business.contract, priceHT: 650.123 }),
    ).toMatchObject({
      status: 422,
      fields: [{ path: 'priceHT' }],
    })
    const id = await business.addContract({ priceHT: 650.5 })
    expect(await business.ask('PUT', '/project/user-1', { id, currency: 'JPY' })).toMatchObject({
      status: 422,
      fields: [{ path: 'priceHT' }],
    })
    expect(
      await business.ask('PUT', '/project/user-1', { id, currency: 'JPY', priceHT: 650 }),
    ).toMatchObject({
      status: 200,
    })
    expect((await business.contracts())[0]).toMatchObject({ currency: 'JPY', priceHT: 650 })
  })
  test('of the largest figures is still answered', async () => {
    await business.addContract({ priceHT: 1_000_000_000, soldDays: 3_660, currency: 'TND' })
    await business.addContract({
      startDate: day('2200-01-01'),
      isRenewable: true,
      renewalPeriod: 3_660,
    })
    expect(await business.contracts()).toMatchObject([
      { nextRenewal: day('2210-01-09') },
      { leftHT: 3_660_000_000_000 },
    ])
    expect(
      await business.ask('POST', '/project/user-1', {
        ...business.contract,
        startDate: 253_402_214_400_000,
      }),
    ).toMatchObject({ status: 422, fields: [{ path: 'startDate' }] })
  })
  test('with issued bills is archived, not removed', async () => {
    const id = await business.addContract()
    const bill = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
    await bookkeeping(business.handler, 'user-1', business.profileId, id).issue(bill, {
      ref: '2026-0007',
    })
    expect(await business.ask('DELETE', `/project/user-1/${id}`)).toMatchObject({
      status: 409,
      code: 'PROJECT_HAS_BILLS',
      fields: [{ path: `bills.${business.profileId}.${bill}`, message: '2026-0007' }],
    })
    expect(await business.ask('PUT', `/project/user-1/${id}/archive`)).toMatchObject({
      status: 200,
    })
    expect((await business.contracts())[0]).toMatchObject({ archived: true, active: false })
    expect(
      await business.ask('PUT', `/project/user-1/${id}/archive`, { archived: false }),
    ).toMatchObject({
      status: 200,
    })
  })
  test('with a draft is removed only once the draft is', async () => {
    const id = await business.addContract()
    const bill = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
    await bookkeeping(business.handler, 'user-1', business.profileId, id).draft(bill)
    expect(await business.ask('DELETE', `/project/user-1/${id}`)).toMatchObject({
      status: 409,
      code: 'PROJECT_HAS_DRAFTS',
    })
    await business.commands.billing.bills.remove(bill, business.profileId, as('user-1'))
    expect(await business.ask('DELETE', `/project/user-1/${id}`)).toMatchObject({ status: 200 })
    expect(await business.contracts()).toEqual([])
  })
  test('is nothing to another user', async () => {
    const id = await business.addContract()
    expect((await business.ask('GET', `/project/user-2/all/${business.profileId}`)).data).toEqual(
      [],
    )
    expect(await business.ask('PUT', '/project/user-2', { id, title: 'Volé' })).toMatchObject({
      status: 404,
    })
    expect(await business.ask('GET', `/project/user-2/bills/${id}`)).toMatchObject({ status: 404 })
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await business.addContract({ ref: 'own', isBillable: false })
    await business.addContract({
      ref: 'past',
      startDate: day('2026-01-01'),
      endDate: day('2026-03-31'),
    })
    await business.addContract({ ref: 'active-old' })
    await business.addContract({ ref: 'active-new', startDate: day('2026-10-01') })
  })
  test('has the specification’s order', async () =>
    expect(await refs()).toEqual(['active-new', 'active-old', 'past', 'own']))
  test('sorts, searches and pages', async () => {
    expect(await refs('?sort=-ref')).toEqual(['past', 'own', 'active-old', 'active-new'])
    expect(await refs('?q=HYDRA past')).toEqual(['past'])
    const page = await business.ask('GET', `/project/user-1/all/${business.profileId}?limit=3`)
    expect(page.headers).toMatchObject({ 'x-total-count': '4', 'x-next-cursor': '3' })
    expect(await refs('?limit=3&cursor=3')).toEqual(['own'])
    expect(
      await business.ask('GET', `/project/user-1/all/${business.profileId}?sort=constructor`),
    ).toMatchObject({
      status: 400,
    })
    expect(
      await business.ask('GET', `/project/user-1/all/${business.profileId}?cursor=x`),
    ).toMatchObject({
      status: 400,
    })
  })
  test('is narrowed to what runs, what is over and what was put away', async () => {
    const away = await business.addContract({ ref: 'away' })
    await business.ask('PUT', `/project/user-1/${away}/archive`)
    // Neither running nor over: it says when neither begins.
    await business.addContract({ ref: 'undated', startDate: 0 })
    expect(await refs('?state=active')).toEqual(['active-new', 'active-old'])
    expect(await refs('?state=expired')).toEqual(['past'])
    expect(await refs('?state=archived')).toEqual(['away'])
    // The others end in ten days.
    await business.addContract({
      ref: 'lasting',
      startDate: day('2026-10-15'),
      endDate: day('2027-03-31'),
    })
    expect(await refs('?state=toRenew')).toEqual(['active-new', 'active-old'])
    expect(await refs('?state=active')).toEqual(['lasting', 'active-new', 'active-old'])
    expect(await refs('?state=active&q=new')).toEqual(['active-new'])
    expect((await refs('?sort=state')).slice(-1)).toEqual(['away'])
    const { data } = await business.ask('GET', `/project/user-1/summary/${business.profileId}`)
    const whole = await refs('?limit=200')
    expect(data.count).toBe(whole.length)
    expect(data.states).toMatchObject({ active: 3, toRenew: 2, expired: 1, archived: 1 })
    expect(data.states.other).toBe(whole.length - 5)
    const found = await business.ask('GET', `/project/user-1/summary/${business.profileId}?q=new`)
    expect(found.data).toMatchObject({
      count: whole.length,
      states: { active: 1, toRenew: 1, expired: 0, other: 0, archived: 0 },
    })
    expect(found.data.profile).toEqual(data.profile)
    const one = async (profileId: string) =>
      business.ask('GET', `/project/user-1/one/${profileId}/${away}`)
    expect((await one(business.profileId)).data).toMatchObject({ id: away, ref: 'away' })
    expect((await one(away)).status).toBe(404)
    expect(
      await business.ask('GET', `/project/user-1/all/${business.profileId}?state=running`),
    ).toMatchObject({
      status: 400,
      fields: [{ path: 'state' }],
    })
  })
  test('is CSV too', async () => {
    const csv = await business.ask('GET', `/project/user-1/all/${business.profileId}`, undefined, {
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    expect(csv.text.split('\r\n')).toHaveLength(6)
    expect(csv.text).toContain('Hydravion SAS')
  })
})

describe('a list of contracts', () => {
  test('is narrowed to those of a month’s timesheet, and to those that are named', async () => {
    const ended = await business.addContract({
      ref: 'ended',
      startDate: day('2026-01-01'),
      endDate: day('2026-10-31'),
    })
    await business.addContract({ ref: 'runs', startDate: day('2026-11-30'), endDate: 0 })
    await business.addContract({ ref: 'own', isBillable: false })
    await business.addContract({ ref: 'later', startDate: day('2026-12-01'), endDate: 0 })
    expect((await refs('?month=2026-11')).toSorted()).toEqual(['own', 'runs'])
    expect((await refs('?month=2026-10')).toSorted()).toEqual(['ended', 'own'])
    expect(await refs(`?ids=${ended}`)).toEqual(['ended'])
    expect(await refs('?ids=01J0000000000000000000000Z')).toEqual([])
  })
})
