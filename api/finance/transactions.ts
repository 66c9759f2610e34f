import { LARGEST_PAGE } from '#contract/endpoint.ts'
import { financeRoutes, type TransactionFilters } from '#contract/finance.schemas.ts'
import type { Route } from '#contract/route.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import type { Filter } from '#domain/kernel/read-store.ts'
import { collectedOf } from '#projections/billing/billed.ts'
import { bills } from '#projections/billing/bills.ts'
import { transactionStatistics } from '#projections/finance/statistics.ts'
import { transactionSummary } from '#projections/finance/transaction-summary.ts'
import {
  TRANSACTION_ORDER,
  TRANSACTION_SORTS,
  transactionFilter,
  transactions,
} from '#projections/finance/transactions.ts'
import { turnoverOf, turnoverReads } from '#projections/finance/turnover.ts'
import { collectedPieces, invoicedPieces } from '#projections/finance/turnover-pieces.ts'
import type { Api, Call } from '../kernel/api.ts'
import { listHeaders, pageOf, sortOf } from '../kernel/lists.ts'
import { filterOf, statisticToWire, summaryToWire, transactionToWire, turnoverToWire } from './wire.ts'

/** Reads of the books. Only billing writes to them, through `commands/finance/book-payment.ts`. */
export function transactionsApi(api: Api): void {
  const reads = { transactions, bills }

  const list = async (
    call: Pick<Call<Route, typeof reads>, 'reply' | 'owner' | 'read'>,
    filter: Filter,
    { limit, cursor, sort }: { readonly limit: number; readonly cursor?: string | undefined; readonly sort?: string },
  ) => {
    const page = await call.read.transactions.find({
      filter,
      sort: sortOf(sort, TRANSACTION_SORTS, TRANSACTION_ORDER),
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
    list(call, transactionFilter(call.owner, call.params.profileId, {}, call.query.q ?? ''), {
      limit: call.params.count,
      cursor: call.query.cursor,
    }),
  )
  api.serve(financeRoutes.filtered, { reads }, (call) => {
    const { profileId, filters = {}, quantity, cursor, sort = '' } = call.body
    return list(call, filterOf(call.owner, profileId, filters), { limit: quantity, cursor, sort })
  })
  api.serve(financeRoutes.summary, { reads: { transactions } }, async ({ read, owner, body }) => {
    const { operation: _, ...others } = body.filters ?? {}
    const filter = (filters: TransactionFilters) => filterOf(owner, body.profileId, filters, 'by-month')
    const asked = { found: filter(body.filters ?? {}), unviewed: filter(others) }
    return summaryToWire(await transactionSummary(read.transactions, owner, body.profileId, asked))
  })
  api.serve(financeRoutes.get, { reads }, async ({ read, owner, params: { profileId, id } }) => {
    const doc = await read.transactions.get(id)
    if (doc?.owner !== owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    const collected = await collectedOf(read.bills, owner, doc.externalId === '' ? [] : [doc.externalId])
    return transactionToWire(doc, collected.get(doc.externalId) ?? '')
  })
  api.serve(financeRoutes.ofExternal, { reads }, ({ read, owner, params: { profileId, externalId }, reply }) =>
    list(
      { read, owner, reply },
      transactionFilter(owner, profileId, { externalId, reversed: { $in: [true, false] } }),
      { limit: LARGEST_PAGE },
    ),
  )
  api.serve(financeRoutes.ofBill, { reads }, ({ read, owner, params: { profileId, externalId }, reply }) =>
    list(
      { read, owner, reply },
      transactionFilter(owner, profileId, { externalId, kind: 'invoice', reversed: { $in: [true, false] } }),
      { limit: LARGEST_PAGE },
    ),
  )
  api.serve(financeRoutes.statistic, { reads: { transactions } }, async (call) => {
    const currency = call.body?.currency ?? 'EUR'
    return statisticToWire(
      currency,
      await transactionStatistics(call.read.transactions, call.owner, call.params.profileId, currency, call.body?.year),
    )
  })
  api.serve(financeRoutes.pieces, { reads: turnoverReads }, async ({ read, owner, params, query, reply, can }) => {
    const { profileId, year, month } = params
    const { basis, currency = 'EUR' } = query
    const asked = { owner, profileId, currency, month: `${year}-${String(month).padStart(2, '0')}` }
    const isRead = can(basis === 'invoiced' ? 'perm_billing_menu' : 'perm_transaction_menu')
    const piecesOf = basis === 'invoiced' ? invoicedPieces : collectedPieces
    const pieces = isRead ? await piecesOf(read, asked) : []
    return pageOf(reply, pieces, query).map(({ id, day, client, ref, netMinor, billId }) => ({
      id,
      date: epochOfDay(day),
      client,
      reference: ref,
      amount: toMajor(netMinor, currency),
      billId,
    }))
  })
  api.serve(financeRoutes.turnover, { reads: turnoverReads }, async (call) => {
    const { profileId, year } = call.params
    const currency = call.query.currency ?? 'EUR'
    return turnoverToWire(year, currency, await turnoverOf(call.read, call.owner, profileId, year, currency))
  })
}
