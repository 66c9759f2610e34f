// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { missingOf, unbilledOf } from '#web/billing/unbilled.ts'
import { bill, day, id } from './answers.ts'

const contract = (n: number, more: Partial<Project> = {}) =>
  ({
    id: id(n),
    title: `Contract ${n}`,
    isBillable: true,
    priceMode: 'day',
    priceHT: 500,
    clientId: id(50),
    ...more,
  }) as Project // what these rules read
const worked = (n: number, days: number) =>
  Array.from({ length: days }, (_, i) => ({
    id: `${n}-${i}`,
    projectId: id(n),
    kind: 'work' as const,
    day: day('2026-10-01') + i * 86_400_000,
    quantity: 1,
  }))
const october = { projectId: id(1), startDate: day('2026-10-01'), endDate: day('2026-10-31') }

describe('the days of a month that are left to bill', () => {
  test('are those worked, less those a bill of that month carries', () => {
    const rows = unbilledOf(
      { activities: [...worked(1, 5), ...worked(2, 3)] },
      [contract(1), contract(2)],
      [bill(9, october)],
      2026,
      10,
    )
    expect(rows.map(({ contract: { title }, days, left }) => [title, days, left])).toEqual([
      ['Contract 1', 5, 3],
      ['Contract 2', 3, 3],
    ]) // prettier-ignore
  })
  test('count again once the bill was given back, and are not touched by another month’s', () => {
    const left = (more: object) =>
      unbilledOf({ activities: worked(1, 5) }, [contract(1)], [bill(9, { ...october, ...more })], 2026, 10)[0]?.left
    expect(left({ state: 'credited' })).toBe(5)
    expect(left({ startDate: day('2026-09-01'), endDate: day('2026-09-30') })).toBe(5)
  })
  test('leave out contracts that bill nothing and days off', () => {
    const off = [{ id: 'x', projectId: 0 as const, kind: 'holiday' as const, day: day('2026-10-02'), quantity: 1 }]
    expect(
      unbilledOf({ activities: [...worked(1, 2), ...off] }, [contract(1, { isBillable: false })], [], 2026, 10),
    ).toEqual([])
  })
})

describe('what a bill of those days would lack (TS6)', () => {
  const client = { address: { street: '1 rue', postalCode: '69000', city: 'Lyon', country: 'FR' }, siren: '000000604' }
  test('is nothing when contract and client are whole', () => expect(missingOf(contract(1), client)).toEqual([]))
  test('is the rate, the client, the address, the SIREN, each by its name', () => {
    expect(missingOf(contract(1, { priceHT: 0 }), client)).toEqual(['rate'])
    expect(missingOf(contract(1, { priceMode: 'fixed' }), client)).toEqual(['fixed'])
    expect(missingOf(contract(1, { clientId: 0 }), undefined)).toEqual(['client'])
    expect(missingOf(contract(1), { ...client, address: { ...client.address, city: '' } })).toEqual(['address'])
    expect(missingOf(contract(1), { ...client, siren: '' })).toEqual(['siren'])
    expect(missingOf(contract(1), { ...client, siren: '', address: { ...client.address, country: 'BE' } })).toEqual([])
  })
})
