import { expect, test } from 'vitest'
import { type OpeningBalance, openingBalanceDecider } from '#domain/finance/opening-balance.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(openingBalanceDecider)
const opening: OpeningBalance = {
  profileId: 'p',
  account: 'professional',
  currency: 'EUR',
  day: '2026-11-20',
  amountMinor: -1_250,
}
const entered = { type: 'OpeningBalanceSet', data: opening } as const
const set = (more: Partial<OpeningBalance> = {}) =>
  ({ type: 'SetOpeningBalance', opening: { ...opening, ...more } }) as const

test('a balance is what the bank shows today or showed before, below zero too', () =>
  given().when(set()).yields(entered))
test('a balance of a day to come is refused', () =>
  given()
    .when(set({ day: '2026-11-21' }))
    .refuses('BALANCE_DAY_AHEAD'))
test('the same balance entered again changes nothing', () => given(entered).when(set()).yields())
test('another one takes its place, account by account', () => {
  const later = { ...opening, amountMinor: 900 }
  given(entered)
    .when(set({ amountMinor: 900 }))
    .yields({ type: 'OpeningBalanceSet', data: later })
  expect(
    given(entered, { type: 'OpeningBalanceSet', data: { ...later, account: 'personal' } }).state(),
  ).toEqual({
    professional: opening,
    personal: { ...later, account: 'personal' },
  })
})
