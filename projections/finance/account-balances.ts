import {
  type Account,
  ACCOUNTS,
  type OpeningBalance,
  type OpeningBalanceEvent,
} from '#domain/finance/opening-balance.ts'
import type { Flow } from '#domain/finance/forecast.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { Read, ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'
import { amountsIn, countedIn, EURO_SUMS, transactions } from './transactions.ts'

type OpeningBalanceDoc = Doc & Stamp & OpeningBalance

const keyOf = ({ profileId, account }: Pick<OpeningBalance, 'profileId' | 'account'>) =>
  `${profileId}:${account}`

export const openingBalances = defineProjection<OpeningBalanceEvent, OpeningBalanceDoc>({
  name: 'openingBalances',
  version: 1,
  keyOf: { OpeningBalanceSet: ({ data }) => keyOf(data) },
  on: {
    OpeningBalanceSet: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
    }),
  },
  indexes: [{ fields: ['owner', 'profileId'] }],
})

/** Balance of an account today; `opening` is null while none was entered. @unit minor units */
export type AccountBalance = {
  readonly account: Account
  readonly balanceMinor: number
  readonly opening: Pick<OpeningBalance, 'day' | 'amountMinor'> | null
  /** Payments by month, `2026-11`. */
  readonly flows: ReadonlyMap<string, Flow>
}

/** The read models of balances. */
export const balanceReads = { openingBalances, transactions }

/** Kept sums of what was paid, by account and month. */
const PAID_BY_ACCOUNT = {
  by: ['profileId', 'currency', 'bankAccountType', 'operation', 'status', 'reversed', 'listMonth'],
  of: ['netMinor', 'vatMinor', 'grossMinor', ...EURO_SUMS],
} as const

type Of = { readonly owner: string; readonly profileId: string; readonly currency: Currency }

type Paid = {
  readonly key: { readonly listMonth: string; readonly operation: 'in' | 'out' }
  readonly sums: { readonly grossMinor: number }
}
function flowsOf(paid: readonly Paid[]): ReadonlyMap<string, Flow> {
  const flows = new Map<string, { inMinor: number; outMinor: number }>()
  for (const { key, sums } of paid) {
    const flow = flows.get(key.listMonth) ?? { inMinor: 0, outMinor: 0 }
    flows.set(key.listMonth, flow)
    flow[key.operation === 'in' ? 'inMinor' : 'outMinor'] += sums.grossMinor
  }
  return flows
}

/** Version of a profile's opening balances; 0 before the first. */
export async function openingsVersion(
  openings: ReadModel<OpeningBalanceDoc>,
  { owner, profileId }: Pick<Of, 'owner' | 'profileId'>,
): Promise<number> {
  const { items } = await openings.find({ filter: { where: { owner, profileId } } })
  return Math.max(0, ...items.map(({ version }) => version))
}

/** Balance of each account at the end of today. Without an opening balance, all payments ever. */
export async function accountBalances(
  read: Read<typeof balanceReads>,
  { owner, profileId, currency }: Of,
  today: Day,
): Promise<readonly AccountBalance[]> {
  const paid = { owner, profileId, ...countedIn(currency), status: 'paid', reversed: false }
  const [openings, sums] = await Promise.all([
    read.openingBalances.find({ filter: { where: { owner, profileId, currency } } }),
    read.transactions.sum(
      { where: { ...paid, listMonth: { $lte: today.slice(0, 7) } } },
      PAID_BY_ACCOUNT,
    ),
  ])
  const groups = sums.map((group) => ({ ...group, sums: amountsIn(currency, group.sums) }))
  return Promise.all(
    ACCOUNTS.map(async (account): Promise<AccountBalance> => {
      const opening = openings.items.find((one) => one.account === account) ?? null
      const months = groups.filter(({ key }) => key.bankAccountType === account)
      const sum = (some: typeof months) =>
        some.reduce(
          (total, { key, sums }) => total + (key.operation === 'in' ? 1 : -1) * sums.grossMinor,
          0,
        )
      const flows = flowsOf(months)
      if (opening === null) return { account, balanceMinor: sum(months), opening, flows }
      const month = opening.day.slice(0, 7)
      // The balance was entered within a month: payments of earlier days of that month are in it.
      const { items } = await read.transactions.find({
        filter: {
          where: {
            ...paid,
            bankAccountType: account,
            listDay: { $gte: opening.day, $lte: `${month}-31` },
          },
        },
      })
      const since = items.reduce(
        (total, doc) =>
          total + (doc.operation === 'in' ? 1 : -1) * amountsIn(currency, doc).grossMinor,
        0,
      )
      const later = sum(months.filter(({ key }) => key.listMonth > month))
      return { account, balanceMinor: opening.amountMinor + since + later, opening, flows }
    }),
  )
}
