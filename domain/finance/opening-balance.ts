import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { type Currency, toMajor } from '#domain/kernel/money.ts'
import { type Day, epochOfDay } from '#domain/kernel/time.ts'

export const ACCOUNTS = ['professional', 'personal'] as const
export type Account = (typeof ACCOUNTS)[number]

/**
 * Balance of an account at the start of a day, by its bank. @unit amountMinor: minor units of
 * `currency`
 */
export type OpeningBalance = {
  readonly profileId: string
  readonly account: Account
  readonly currency: Currency
  readonly day: Day
  readonly amountMinor: number
}

export type OpeningBalanceCommand = { type: 'SetOpeningBalance'; opening: OpeningBalance }
/** Stored for good. */
export type OpeningBalanceEvent = { type: 'OpeningBalanceSet'; data: OpeningBalance }
/** By account: the last one that was entered. */
type OpeningBalances = Readonly<Partial<Record<Account, OpeningBalance>>>

const balanceRefusal = catalogue({ BALANCE_DAY_AHEAD: 'invalid' })

/** One stream a profile. A balance that is entered again takes the place of the one before. */
export const openingBalanceDecider: Decider<
  OpeningBalanceCommand,
  OpeningBalanceEvent,
  OpeningBalances
> = {
  category: 'openingBalance',
  initial: {},
  decide({ opening }, balances, { today }) {
    if (opening.day > today)
      throw balanceRefusal('BALANCE_DAY_AHEAD', {}, [{ path: 'date', code: 'BALANCE_DAY_AHEAD' }])
    const before = balances[opening.account]
    const isSame =
      before?.day === opening.day &&
      before.amountMinor === opening.amountMinor &&
      before.currency === opening.currency
    return isSame ? [] : [{ type: 'OpeningBalanceSet', data: opening }]
  },
  evolve(balances, event) {
    switch (event.type) {
      case 'OpeningBalanceSet':
        return { ...balances, [event.data.account]: event.data }
      default:
        return unreachable(event.type)
    }
  },
}

export const openingBalanceEntity: Entity<
  OpeningBalanceCommand,
  OpeningBalanceEvent,
  OpeningBalances
> = {
  name: 'openingBalance',
  decider: openingBalanceDecider,
  permission: 'transaction',
  currency: 'currency',
  shows: {
    currency: 'currency',
    professional: 'money',
    professionalDay: 'day',
    personal: 'money',
    personalDay: 'day',
  },
  title: () => '',
  view(balances) {
    const given = ACCOUNTS.flatMap((account) => balances[account] ?? [])
    const [first] = given
    if (first === undefined) return null
    return Object.assign(
      { currency: first.currency },
      ...given.map(({ account, amountMinor, currency, day }) => ({
        [account]: toMajor(amountMinor, currency),
        [`${account}Day`]: epochOfDay(day),
      })),
    ) as Readonly<Record<string, unknown>>
  },
}
