import { describe, expect, test } from 'vitest'
import {
  servicesStatementDecider,
  type ServicesStatementEvent,
  statementOf,
} from '#domain/finance/services-statement.ts'
import { nthWeekdayFrom } from '#domain/timesheets/working-days.ts'
import { context, specification } from '../../kernel/decider-spec.ts'

describe('the tenth working day of a month', () => {
  // Last days that the customs published for the statements of 2017 and 2018.
  test.each([
    ['2017-12-01', '2017-12-12'],
    ['2018-01-01', '2018-01-12'],
    ['2018-02-01', '2018-02-12'],
    ['2018-03-01', '2018-03-12'],
    ['2018-04-01', '2018-04-13'],
    ['2018-05-01', '2018-05-15'],
    ['2018-06-01', '2018-06-12'],
    ['2018-07-01', '2018-07-12'],
    ['2018-08-01', '2018-08-11'],
    ['2018-09-01', '2018-09-12'],
  ])('from %s is %s: Saturdays count, Sundays and holidays do not', (first, last) => {
    expect(nthWeekdayFrom(first, 10)).toBe(last)
  })
  test('may lie in the next year', () => {
    expect(nthWeekdayFrom('2026-12-25', 6)).toBe('2027-01-02')
  })
})

describe('a statement', () => {
  const service = (vatNumber: string, netMinor: number) => ({
    day: '2026-10-31',
    vatNumber,
    netMinor,
  })
  test('has one line a client, in whole euros', () => {
    expect(
      statementOf([service('DE2', 100_050), service('BE1', 49), service('DE2', 50_000)]),
    ).toEqual([
      { vatNumber: 'BE1', amount: 0 },
      { vatNumber: 'DE2', amount: 1_501 },
    ])
  })
  test('leaves out a client whose credit note takes all back', () => {
    expect(statementOf([service('DE2', 100_000), service('DE2', -100_000)])).toEqual([])
  })
})

const given = specification(servicesStatementDecider)
const lines = [{ vatNumber: 'DE2', amount: 1_500 }]
const declare = { type: 'DeclareServices', profileId: 'p', from: '2026-10-01', lines } as const
const undo = { type: 'UndoServicesDeclaration', profileId: 'p', from: '2026-10-01' } as const
const declared: ServicesStatementEvent = {
  type: 'ServicesDeclared',
  data: { profileId: 'p', from: '2026-10-01', to: '2026-10-31', lines, total: 1_500 },
}
const on = (today: string) => ({ ...context, today })

describe('the statement of a month', () => {
  test('is made on the day after it', () =>
    given().when(declare, on('2026-11-01')).yields(declared))
  test('is not made on its last day', () =>
    given().when(declare, on('2026-10-31')).refuses('SERVICES_MONTH_RUNNING'))
  test('is made once', () =>
    given(declared).when(declare, on('2026-11-01')).refuses('SERVICES_DECLARED'))
  test('without services is none', () =>
    given()
      .when({ ...declare, lines: [] }, on('2026-11-01'))
      .refuses('SERVICES_NOTHING'))
  test('is taken back, and made again', () =>
    given(declared)
      .when(undo, on('2026-11-02'))
      .yields({
        type: 'ServicesDeclarationUndone',
        data: { profileId: 'p', from: '2026-10-01', to: '2026-10-31' },
      }))
  test('that was not made is not taken back', () =>
    given().when(undo, on('2026-11-02')).refuses('SERVICES_NOT_DECLARED'))
})
