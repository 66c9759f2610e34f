import { LARGEST_PAGE } from '#contract/endpoint.ts'
import { financeRoutes } from '#contract/finance.schemas.ts'
import type { Route } from '#contract/route.ts'
import type { Filter } from '#domain/kernel/read-store.ts'
import { collectedOf } from '#projections/billing/billed.ts'
import { bills } from '#projections/billing/bills.ts'
import { transactionStatistics } from '#projections/finance/statistics.ts'
import { TRANSACTION_ORDER, transactionFilter, transactions } from '#projections/finance/transactions.ts'
import { turnoverOf, turnoverReads } from '#projections/finance/turnover.ts'
import type { Api, Call } from '../kernel/api.ts'
import { listHeaders } from '../kernel/lists.ts'
import { filterOf, statisticToWire, transactionToWire, turnoverToWire } from './wire.ts'

/** Reads of the books. Only billing writes to them, through `commands/finance/book-payment.ts`. */
export function transactionsApi(api: Api): void {
  const reads = { transactions, bills }

  const list = async (
    call: Pick<Call<Route, typeof reads>, 'reply' | 'owner' | 'read'>,
    filter: Filter,
    limit: number,
    cursor: string | undefined,
  ) => {
    const page = await call.read.transactions.find({
      filter,
      sort: TRANSACTION_ORDER,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const collected = await collectedOf(call.read.bills, call.owner, [
      ...new Set(page.items.flatMap(({ externalId }) => externalId || [])),
    ])
    return page.items.map((doc) => transactionToWire(doc, collected.get(doc.externalId) ?? ''))
  }

  api.serve(financeRoutes.latest, { reads }, (call) =>
    list(
      call,
      transactionFilter(call.owner, call.params.profileId, {}, call.query.q ?? ''),
      call.params.count,
      call.query.cursor,
    ),
  )
  api.serve(financeRoutes.filtered, { reads }, (call) =>
    list(
      call,
      filterOf(call.owner, call.body.profileId, call.body.filters ?? {}),
      call.body.quantity,
      call.body.cursor,
    ),
  )
  api.serve(financeRoutes.ofExternal, { reads }, ({ read, owner, params: { profileId, externalId }, reply }) =>
    list(
      { read, owner, reply },
      transactionFilter(owner, profileId, { externalId, reversed: { $in: [true, false] } }),
      LARGEST_PAGE,
      undefined,
    ),
  )
  api.serve(financeRoutes.ofBill, { reads }, ({ read, owner, params: { profileId, externalId }, reply }) =>
    list(
      { read, owner, reply },
      transactionFilter(owner, profileId, { externalId, kind: 'invoice', reversed: { $in: [true, false] } }),
      LARGEST_PAGE,
      undefined,
    ),
  )
  api.serve(financeRoutes.statistic, { reads: { transactions } }, async (call) => {
    const currency = call.body?.currency ?? 'EUR'
    return statisticToWire(
      currency,
      await transactionStatistics(call.read.transactions, call.owner, call.params.profileId, currency, call.body?.year),
    )
  })
  api.serve(financeRoutes.turnover, { reads: turnoverReads }, async (call) => {
    const { profileId, year } = call.params
    const currency = call.query.currency ?? 'EUR'
    return turnoverToWire(year, currency, await turnoverOf(call.read, call.owner, profileId, year, currency))
  })
}
