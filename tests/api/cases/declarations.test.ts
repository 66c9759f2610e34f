import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
type Declaration = {
  kind: string
  from: number
  dueDate: number
  state: string
  amount: number
  lines: { label: string; amount: number }[]
}
type Declarations = { firstPeriod: { from: number; by: string }; declarations: Declaration[] }
const all = ({ get, user, profileId }: Business) =>
  get<Declarations>(`declarations/${user.userId}/${profileId}`)
const ofKind = async (business: Business, kind: string) =>
  (await all(business)).declarations.filter((one) => one.kind === kind)
const periods = ({ get, user, profileId }: Business) =>
  get<{ from: number; state: string; dueDate: number }[]>(`vat/${user.userId}/${profileId}`)
const choose = ({ put, user, profileId }: Business, firstPeriodFrom: string) =>
  put(`professionalInfo/${user.userId}`, { id: profileId, firstPeriodFrom: day(firstPeriodFrom) })
const sold = ({ add, profileId }: Business, paymentDate: string) =>
  add('transaction', {
    profileId,
    type: 'sale',
    operation: 'in',
    label: 'Vente',
    rate: 20,
    amountTTC: 1_200,
    status: 'paid',
    paymentDate: day(paymentDate),
  })
const QUARTERLY = { tvaPeriodicity: 'quarterly', startDate: day('2019-01-01') }
const MICRO = {
  legalStatus: 'micro-entrepreneur',
  tvaRegime: 'franchise',
  TvaNumber: '',
  activity: 'bncSsi',
  urssafPeriodicity: 'quarterly',
}

describe('periods before the first use', () => {
  test('are neither due nor late', async () => {
    const business = await of.business(QUARTERLY)
    expect(await periods(business)).toMatchObject([
      { state: 'elsewhere', dueDate: 0 },
      { state: 'elsewhere', dueDate: 0 },
      { state: 'elsewhere', dueDate: 0 },
      { state: 'running', dueDate: day('2027-01-24') },
    ])
    expect((await all(business)).firstPeriod).toMatchObject({
      from: day('2026-11-20'),
      by: 'creation',
    })
    expect((await all(business)).declarations.map(({ state }) => state)).toEqual(['running'])
  })
  test('begin with the first record', async () => {
    const business = await of.business(QUARTERLY)
    await sold(business, '2026-09-30')
    await expect
      .poll(async () => (await periods(business)).map(({ state }) => state))
      .toEqual(['elsewhere', 'elsewhere', 'open', 'running'])
    expect((await all(business)).firstPeriod).toMatchObject({
      from: day('2026-09-30'),
      by: 'record',
    })
    expect(await ofKind(business, 'vat')).toMatchObject([
      { from: day('2026-07-01'), state: 'late', dueDate: day('2026-10-24'), amount: 200 },
      { from: day('2026-10-01'), state: 'running' },
    ])
  })
  test('begin where the user says: the border is the last day of a period', async () => {
    const business = await of.business(QUARTERLY)
    const states = async () => (await periods(business)).map(({ state }) => state)
    await choose(business, '2026-06-30')
    await expect.poll(states).toEqual(['elsewhere', 'open', 'open', 'running'])
    await choose(business, '2026-07-01')
    await expect.poll(states).toEqual(['elsewhere', 'elsewhere', 'open', 'running'])
    const { get, user, profileId } = business
    expect(
      JSON.stringify(await get(`history/${user.userId}/professionalInfo/${profileId}`)),
    ).toContain('firstPeriodFrom')
  })
  test('of contributions are not due either, and their line is there to copy', async () => {
    const business = await of.business(MICRO)
    await business.add('transaction', {
      profileId: business.profileId,
      type: 'sale',
      operation: 'in',
      label: 'Vente',
      rate: 0,
      amountTTC: 2_800.4,
      status: 'paid',
      paymentDate: day('2026-11-19'),
    })
    await expect
      .poll(() => ofKind(business, 'urssaf'))
      .toMatchObject([
        {
          from: day('2026-10-01'),
          state: 'running',
          dueDate: day('2027-01-31'),
          lines: [{ label: 'receipts', amount: 2_800 }],
          amount: 723,
        },
      ])
    await choose(business, '2026-09-30')
    await expect
      .poll(async () => (await ofKind(business, 'urssaf')).map(({ state }) => state))
      .toEqual(['late', 'running'])
  })
})

describe('contributions whose rhythm or business is new', () => {
  test('are on what was received on the first and on the last day of their period', async () => {
    const business = await of.business(MICRO)
    for (const paymentDate of ['2026-07-01', '2026-09-30']) await sold(business, paymentDate)
    await expect
      .poll(async () => (await ofKind(business, 'urssaf'))[0])
      .toMatchObject({ from: day('2026-07-01'), lines: [{ label: 'receipts', amount: 2_000 }] })
  })

  const spans = async (business: Business) =>
    (await ofKind(business, 'urssaf')).map(({ from, dueDate, state }) => [from, dueDate, state])

  test('of the first quarter are due with those of the second', async () => {
    const business = await of.business({ ...MICRO, startDate: day('2026-08-15') })
    await choose(business, '2026-08-15')
    await expect
      .poll(() => spans(business))
      .toEqual([
        [day('2026-07-01'), day('2027-01-31'), 'open'],
        [day('2026-10-01'), day('2027-01-31'), 'running'],
      ])
    const { get, user, profileId } = business
    const told = await get<{ dueDate: number }>(
      `urssaf/${user.userId}/${profileId}?from=${day('2026-07-01')}&to=${day('2026-09-30')}`,
    )
    expect(told.dueDate).toBe(day('2027-01-31'))
  })

  test('of a quarter leave out the month that was declared before', async () => {
    const monthly = { ...MICRO, urssafPeriodicity: 'monthly', startDate: day('2019-01-01') }
    const business = await of.business(monthly)
    const { put, user, profileId } = business
    await choose(business, '2026-10-01')
    await put(`urssaf/${user.userId}/${profileId}/declare`, {
      from: day('2026-10-01'),
      to: day('2026-10-31'),
    })
    await put(`professionalInfo/${user.userId}`, { id: profileId, urssafPeriodicity: 'quarterly' })
    await expect
      .poll(() => spans(business))
      .toEqual([
        [day('2026-11-01'), day('2027-01-31'), 'running'],
        [day('2026-10-01'), day('2026-11-30'), 'declared'],
      ])
  })
})

describe('contributions without a charge', () => {
  const { urssafPeriodicity: _, ...BY_HAND } = MICRO
  const october = { from: day('2026-10-01'), to: day('2026-10-31') }
  const begun = async () => {
    const business = await of.business({ ...BY_HAND, startDate: day('2019-01-01') })
    await choose(business, '2026-10-01')
    const { add, get, user, profileId } = business
    await add('transaction', {
      profileId,
      type: 'sale',
      operation: 'in',
      label: 'Vente',
      rate: 0,
      amountTTC: 1_000,
      status: 'paid',
      paymentDate: day('2026-10-15'),
    })
    return {
      ...business,
      urssaf: `urssaf/${user.userId}/${profileId}`,
      charges: () =>
        get<{ id: string; toValidate: { executionId: string }[] }[]>(
          `charge/${user.userId}/all/${profileId}`,
        ),
      payments: async () =>
        (
          await get<{ type: string; amountTTC: number }[]>(
            `transaction/${user.userId}/${profileId}/100`,
          )
        ).filter(({ type }) => type === 'urssaf'),
    }
  }

  test('add none when their declaration is refused', async () => {
    const { tries, charges, urssaf } = await begun()
    const running = { from: day('2026-10-01'), to: day('2026-12-31') }
    expect(await tries('PUT', `${urssaf}/declare`, running)).toMatchObject({
      code: 'CONTRIBUTIONS_RUNNING',
    })
    expect(await charges()).toEqual([])
    expect((await tries('PUT', `${urssaf}/declare`, october)).status).toBe(200)
    await expect.poll(charges).toHaveLength(1)
  })

  test('are paid once more when they were taken back, skipped, and declared again', async () => {
    const { tries, put, user, charges, payments, urssaf } = await begun()
    await put(`${urssaf}/declare`, october)
    await expect.poll(payments).toHaveLength(1)
    await put(`${urssaf}/undeclare`, october)
    await expect.poll(payments).toEqual([])
    const [charge] = await charges()
    const skipped = { executionId: charge?.toValidate[0]?.executionId, skip: true, reason: 'x' }
    await put(`charge/${user.userId}/${charge?.id}/validate`, skipped)
    await put(`${urssaf}/declare`, october)
    await expect.poll(payments).toHaveLength(1)
    expect(await tries('PUT', `${urssaf}/declare`, october)).toMatchObject({
      code: 'CONTRIBUTIONS_DECLARED',
    })
  })

  test('stay declared when the charge is removed', async () => {
    const { tries, user, charges, put, urssaf } = await begun()
    await put(`${urssaf}/declare`, october)
    const [charge] = await charges()
    await tries('DELETE', `charge/${user.userId}/${charge?.id}`)
    await expect.poll(charges).toEqual([])
    expect(await tries('PUT', `${urssaf}/declare`, october)).toMatchObject({
      code: 'CONTRIBUTIONS_DECLARED',
    })
    const september = { from: day('2026-09-01'), to: day('2026-09-30') }
    expect((await tries('PUT', `${urssaf}/declare`, september)).status).toBe(200)
    await expect.poll(charges).toMatchObject([{ id: charge?.id }])
  })
})

describe('the statement of services to the Union', () => {
  const GERMAN = {
    name: 'Beispiel GmbH',
    siren: '',
    legalStatus: '',
    TvaNumber: 'DE136695976',
    address: { street: 'Musterweg 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  }
  const issued = async (business: Business, client: object, more: object) => {
    const bill = await business.bill(
      await business.client(client),
      [{ ...LINE, quantity: 1, tva: 0 }],
      more,
    )
    await business.issue(bill, { issueDate: day('2026-11-16') })
    return bill
  }
  test('has the month of the service, its tenth working day, and a line a client', async () => {
    const business = await of.business()
    await issued(business, GERMAN, {
      startDate: day('2026-10-01'),
      endDate: day('2026-10-31'),
    })
    await expect
      .poll(() => ofKind(business, 'services'))
      .toMatchObject([
        {
          from: day('2026-10-01'),
          // 1 and 11 November are holidays, 1, 8 and 15 Sundays.
          dueDate: day('2026-11-13'),
          state: 'late',
          amount: 1_000,
          lines: [{ label: 'DE136695976', amount: 1_000, client: 'Beispiel GmbH' }],
        },
      ])
    const { put, tries, user, profileId } = business
    const path = `declarations/${user.userId}/${profileId}/services`
    await put(`${path}/declare`, { from: day('2026-10-01') })
    await expect
      .poll(() => ofKind(business, 'services'))
      .toMatchObject([{ state: 'declared', amount: 1_000, lines: [{ client: 'Beispiel GmbH' }] }])
    expect(await tries('PUT', `${path}/declare`, { from: day('2026-10-01') })).toMatchObject({
      status: 409,
    })
    await put(`${path}/undeclare`, { from: day('2026-10-01') })
    await expect.poll(() => ofKind(business, 'services')).toMatchObject([{ state: 'late' }])
  })
  test('leaves out goods, private clients and clients elsewhere', async () => {
    const business = await of.business()
    await issued(business, GERMAN, { operation: 'goods' })
    await issued(
      business,
      { ...GERMAN, TvaNumber: '', address: { ...GERMAN.address, country: 'CH' } },
      {},
    )
    await issued(business, GERMAN, {})
    await expect
      .poll(async () => (await ofKind(business, 'services')).map(({ amount }) => amount))
      .toEqual([1_000])
  })
  test('of a month that runs is not made', async () => {
    const business = await of.business()
    await issued(business, GERMAN, {})
    const { tries, user, profileId } = business
    await expect.poll(() => ofKind(business, 'services')).toMatchObject([{ state: 'running' }])
    expect(
      await tries('PUT', `declarations/${user.userId}/${profileId}/services/declare`, {
        from: day('2026-11-01'),
      }),
    ).toMatchObject({ status: 409, code: 'SERVICES_MONTH_RUNNING' })
  })
})

describe('the dashboard', () => {
  type Step = { kind: string; severity: string; facts: Record<string, unknown> }
  const steps = async ({ get, user, profileId }: Business) =>
    (await get<{ next: Step[] }>(`dashboard/${user.userId}/${profileId}`)).next.filter(
      ({ kind }) => kind === 'declaration',
    )
  test('names the declaration of a period that is over, and none from before the first use', async () => {
    const business = await of.business(QUARTERLY)
    expect(await steps(business)).toEqual([])
    await choose(business, '2026-09-01')
    await expect
      .poll(() => steps(business))
      .toMatchObject([
        { severity: 'late', facts: { declaration: 'vat', dueDate: day('2026-10-24') } },
      ])
  })
})
