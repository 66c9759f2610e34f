import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { TurnoverPiece as PieceAnswer } from '#contract/finance/finance.schemas.ts'
import { type Currency, toMajor } from '#domain/kernel/money.ts'
import { dayIn, dayOfEpoch, epochOfDay, makeDay, monthEnd, yearOf } from '#domain/kernel/time.ts'
import { type InAndOut, transactionStatistics } from '#projections/finance/statistics.queries.ts'
import { transactions } from '#projections/finance/transactions.ts'
import {
  turnoverByClient,
  turnoverClientReads,
} from '#projections/finance/turnover-clients.queries.ts'
import {
  invoicedPieces,
  receivedPieces,
  type TurnoverPiece,
} from '#projections/finance/turnover-pieces.queries.ts'
import { turnoverPeriods } from '#projections/finance/turnover-periods.queries.ts'
import {
  turnoverMonths,
  turnoverOf,
  turnoverReads,
  type TurnoverSums,
} from '#projections/finance/turnover.queries.ts'
import type { Api } from '../kernel/api.ts'
import { pageOf } from '../kernel/lists.ts'
import { turnoverToWire } from './wire.ts'

/** The follow-up of turnover: by period, client and contract, with the facts behind each figure. */
export function turnoverApi(api: Api): void {
  api.serve(
    financeRoutes.periods,
    { reads: turnoverReads },
    async ({ read, owner, params, query, now, caller }) => {
      const { by, currency = 'EUR', year = yearOf(dayIn(now, caller.timeZone)) } = query
      const months = await turnoverMonths(read, owner, params.profileId, currency)
      return turnoverPeriods(months, by, year).map((period) => ({
        year: period.year,
        period: period.number,
        from: epochOfDay(period.from),
        to: epochOfDay(period.to),
        currency,
        ...figures(period.sums, currency),
        ...figuresBefore(period.before, currency),
      }))
    },
  )
  api.serve(
    financeRoutes.turnoverClients,
    { reads: turnoverClientReads },
    async ({ read, owner, params, query }) => {
      const { currency = 'EUR' } = query
      const rows = await turnoverByClient(read, owner, params.profileId, currency, params.year)
      return rows.map(({ clientId, client, projectId, contract, sums, before }) => ({
        clientId: clientId || 0,
        client,
        projectId: projectId || 0,
        contract,
        currency,
        ...figures(sums, currency),
        ...figuresBefore(before, currency),
      }))
    },
  )
  api.serve(financeRoutes.turnoverFacts, { reads: turnoverReads }, async (call) => {
    const { read, owner, params, query, reply, can } = call
    const { basis, currency = 'EUR', from, to } = query
    const year = yearOf(dayIn(call.now, call.caller.timeZone))
    const question = {
      owner,
      profileId: params.profileId,
      currency,
      from: from === undefined ? makeDay(year, 1, 1) : dayOfEpoch(from),
      to: to === undefined ? makeDay(year, 12, 31) : dayOfEpoch(to),
    }
    if (basis === 'receipts')
      return pageOf(reply, await receivedPieces(read, question), query).map(pieceToWire(currency))
    // Bills are told to users alone who may read them.
    const pieces = can('perm_billing_menu') ? await invoicedPieces(read, question) : []
    return pageOf(reply, pieces, query).map(pieceToWire(currency))
  })
  api.serve(
    financeRoutes.statisticMonths,
    { reads: { transactions } },
    async ({ read, owner, params, query }) => {
      const { currency = 'EUR' } = query
      const { profileId, year } = params
      const found = await transactionStatistics(read.transactions, owner, profileId, currency, year)
      return (found.get(year)?.months ?? []).map((month, i) => ({
        month: i + 1,
        ...inAndOut(month, currency),
      }))
    },
  )
  api.serve(
    financeRoutes.statisticYears,
    { reads: { transactions } },
    async ({ read, owner, params, query }) => {
      const { currency = 'EUR' } = query
      const found = await transactionStatistics(
        read.transactions,
        owner,
        params.profileId,
        currency,
      )
      return [...found].map(([year, sums]) => ({ year, ...inAndOut(sums.year, currency) }))
    },
  )
  api.serve(
    financeRoutes.pieces,
    { reads: turnoverReads },
    async ({ read, owner, params, query, reply, can }) => {
      const { profileId, year, month } = params
      const { basis, currency = 'EUR' } = query
      const [from, to] = [makeDay(year, month, 1), monthEnd(year, month)]
      const isRead = can(basis === 'invoiced' ? 'perm_billing_menu' : 'perm_transaction_menu')
      const piecesOf = basis === 'invoiced' ? invoicedPieces : receivedPieces
      const pieces = isRead ? await piecesOf(read, { owner, profileId, currency, from, to }) : []
      return pageOf(reply, pieces, query).map(pieceToWire(currency))
    },
  )
  api.serve(financeRoutes.turnover, { reads: turnoverReads }, async (call) => {
    const { profileId, year } = call.params
    const currency = call.query.currency ?? 'EUR'
    return turnoverToWire(
      year,
      currency,
      await turnoverOf(call.read, call.owner, profileId, year, currency),
    )
  })
}

function inAndOut({ in: incomes, out: outcomes }: InAndOut, currency: Currency) {
  const amount = (minor: number) => toMajor(minor, currency)
  return {
    currency,
    incomesHT: amount(incomes.netMinor),
    incomesTva: amount(incomes.vatMinor),
    incomesTTC: amount(incomes.grossMinor),
    outcomesHT: amount(outcomes.netMinor),
    outcomesTva: amount(outcomes.vatMinor),
    outcomesTTC: amount(outcomes.grossMinor),
  }
}

const pieceToWire =
  (currency: Currency) =>
  ({ id, day, client, ref, netMinor, vatMinor, billId }: TurnoverPiece): PieceAnswer => ({
    id,
    date: epochOfDay(day),
    client,
    reference: ref,
    amount: toMajor(netMinor, currency),
    amountTTC: toMajor(netMinor + vatMinor, currency),
    billId,
  })

const figures = (sums: TurnoverSums, currency: Currency) => ({
  receiptsHT: toMajor(sums.receiptsMinor, currency),
  receiptsTva: toMajor(sums.receiptsVatMinor, currency),
  receiptsTTC: toMajor(sums.receiptsMinor + sums.receiptsVatMinor, currency),
  invoicedHT: toMajor(sums.invoicedMinor, currency),
  invoicedTva: toMajor(sums.invoicedVatMinor, currency),
  invoicedTTC: toMajor(sums.invoicedMinor + sums.invoicedVatMinor, currency),
})
const figuresBefore = (sums: TurnoverSums, currency: Currency) => {
  const { receiptsHT, receiptsTTC, invoicedHT, invoicedTTC } = figures(sums, currency)
  return {
    previousReceiptsHT: receiptsHT,
    previousReceiptsTTC: receiptsTTC,
    previousInvoicedHT: invoicedHT,
    previousInvoicedTTC: invoicedTTC,
  }
}
