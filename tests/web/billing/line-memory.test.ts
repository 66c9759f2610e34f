// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { offersFor } from '#web/billing/use-line-memory.ts'

const line = (description: string, currency = 'EUR') =>
  ({ description, unit: 'day', unitPrice: 500, tva: 20, currency }) as const
const past = [
  line('Suivi de projet'),
  line('Projet pilote'),
  line('Été : audit'),
  line('Project', 'USD'),
]

describe('past lines offered while one types', () => {
  test('begin with what is typed, then have it within; only of the bill’s currency', () =>
    expect(offersFor(past, 'proj', 'EUR').map(({ description }) => description)).toEqual([
      'Projet pilote',
      'Suivi de projet',
    ]))
  test('are found without accents', () => expect(offersFor(past, 'ete', 'EUR')).toHaveLength(1))
  test('wait for two letters', () => expect(offersFor(past, 'p', 'EUR')).toEqual([]))
  test('are not what stands there already', () =>
    expect(offersFor(past, 'Projet pilote', 'EUR')).toEqual([]))
})
