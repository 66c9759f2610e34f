import { describe, expect, test } from 'vitest'
import {
  type ContractValues,
  contractSchema,
  newContract,
  renewalOf,
  valuesOf,
} from '#web/projects/project-form.ts'
import { brumaire, CLIENT, internal } from '../timesheets/month-specimens.ts'

const schema = contractSchema({
  PROJECT_CLIENT_REQUIRED: 'no client',
  PROJECT_RENEWAL_PERIOD_REQUIRED: 'no period',
  PROJECT_END_BEFORE_START: 'wrong order',
  PROJECT_HOURS_PER_DAY_TOO_FEW: 'too few hours',
})
const fresh: ContractValues = {
  ...newContract(brumaire.profileId, Date.UTC(2026, 10, 20), { currency: 'EUR', vat: 20 }),
  clientId: CLIENT,
  priceHT: 650,
}
const faults = (values: typeof fresh) =>
  schema
    .safeParse(values)
    .error?.issues.map((issue) => [
      issue.path.join('.'),
      issue.code === 'custom' ? issue.params?.['text'] : issue.code,
    ]) ?? []

describe('a contract being written', () => {
  test('is fine with a client and a price', () => expect(faults(fresh)).toEqual([]))
  test('has a client when it is billable', () =>
    expect(faults({ ...fresh, clientId: 0 })).toEqual([['clientId', 'no client']]))
  test('tells that its client is absent beside the fault of its price', () =>
    expect(faults({ ...fresh, clientId: 0, priceHT: null }).map(([path]) => path)).toEqual([
      'priceHT',
      'clientId',
    ]))
  test('ends after it starts', () => {
    expect(faults({ ...fresh, endDate: fresh.startDate })).toEqual([['endDate', 'wrong order']])
    expect(faults({ ...fresh, endDate: fresh.startDate + 86_400_000 })).toEqual([])
  })
  test('has a day of one hour at least, where it says one', () => {
    expect(faults({ ...fresh, hoursPerDay: 0.25 })).toEqual([['hoursPerDay', 'too few hours']])
    for (const hoursPerDay of [0, 1, 24]) expect(faults({ ...fresh, hoursPerDay })).toEqual([])
    expect(faults({ ...fresh, hoursPerDay: 24.25 })).toHaveLength(1)
  })
  test('has a period when it is renewable, and then no end', () => {
    expect(faults({ ...fresh, isRenewable: true })).toEqual([['renewalPeriod', 'no period']])
    expect(
      schema.parse({
        ...fresh,
        isRenewable: true,
        renewalPeriod: 90,
        endDate: fresh.startDate - 1,
      }),
    ).toMatchObject({ renewalPeriod: 90, endDate: 0 })
  })
  test('sends none of the dropped fields when it is not billable, whatever stands in them (CO1)', () => {
    const sent = schema.parse({ ...fresh, isBillable: false, priceHT: Number.NaN, clientId: 0 })
    expect(sent).toEqual({
      profileId: fresh.profileId,
      isBillable: false,
      ref: '',
      title: '',
      timeUnit: 'halfDay',
    })
  })
  test('made billable starts with the usual terms', () => {
    expect(valuesOf(internal, fresh)).toMatchObject({
      isBillable: false,
      timeUnit: 'halfDay',
      title: 'Prospection, gestion',
      currency: 'EUR',
      tva: 20,
    })
    expect(valuesOf({ ...internal, timeUnit: 'hour' }, fresh)).toMatchObject({ timeUnit: 'hour' })
    expect(valuesOf(brumaire, fresh)).toMatchObject({ priceHT: 650, endDate: brumaire.endDate })
  })
})

describe('the next renewal', () => {
  const start = Date.UTC(2026, 0, 1)
  test.each([
    ['before the start: the first period on', Date.UTC(2025, 5, 1), Date.UTC(2026, 0, 11)],
    ['on the day of one: that day', Date.UTC(2026, 0, 21), Date.UTC(2026, 0, 21)],
    ['the day after: the next', Date.UTC(2026, 0, 22), Date.UTC(2026, 0, 31)],
  ])('%s', (_, today, expected) => expect(renewalOf(start, 10, today)).toBe(expected))
  test('is none without a period', () => expect(renewalOf(start, 0, start)).toBe(0))
})
