import { describe, test } from 'vitest'
import { toldApartDecider } from '#domain/customers/told-apart.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(toldApartDecider)
const pair = { entity: 'company', ids: ['a', 'b'] } as const
const told = { type: 'RecordsToldApart', data: pair } as const
const forgotten = { type: 'TellingApartForgotten', data: {} } as const

describe('two records', () => {
  test('are told apart once', () => {
    given()
      .when({ type: 'TellApart', ...pair })
      .yields(told)
    given(told)
      .when({ type: 'TellApart', ...pair })
      .yields()
  })
  test('are two', () =>
    given()
      .when({ type: 'TellApart', entity: 'company', ids: ['a', 'a'] })
      .refuses('MERGE_OF_ITSELF'))
  test('may be proposed again, and told apart again', () => {
    given(told).when({ type: 'ForgetTellingApart' }).yields(forgotten)
    given(told, forgotten).when({ type: 'ForgetTellingApart' }).yields()
    given(told, forgotten)
      .when({ type: 'TellApart', ...pair })
      .yields(told)
    given().when({ type: 'ForgetTellingApart' }).refuses('NOT_FOUND')
  })
})
