import type { z } from 'zod'
import type { BILL_ORDERS, BillListQuery } from '#contract/billing/billing.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { priceToWire } from '#domain/billing/amount-codecs.ts'
import { dueDateOf } from '#domain/billing/content.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { dayIn, dayOrNone, epochOfDay } from '#domain/kernel/time.ts'
import { BILL_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersOf } from '../kernel/list-filters.ts'
import { storedOn } from './stored-fields.ts'
import {
  BILL_SORTS,
  billFilter,
  type BillQuery,
  bills,
  billTotals,
} from '#projections/billing/bills.ts'
import {
  billsOfClient,
  openDeposits,
  pastLines,
  paymentHabitOf,
} from '#projections/billing/client-bills.queries.ts'
import type { Api, Call } from '../kernel/api.ts'
import { listHeaders, sortOf } from '../kernel/lists.ts'
import { docAt } from '../kernel/past.ts'
import { checksToWire, correctedReads, withVersions } from './corrections.ts'
import { billSummary } from '#projections/billing/bill-summary.queries.ts'
import { billToWire, depositToWire, sumToWire, totalsToWire } from './wire.ts'
import { type BillsDeps, liveBill, todayOf } from './bill-access.ts'

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof BILL_ORDERS)[number], string>> = BILL_SORTS

/** Lists, sums and single bills, and what a draft lacks. */
export function billReads(api: Api, { issuance }: BillsDeps): void {
  const { deps } = api
  const reads = { bills }
  const live = liveBill(issuance)

  const queryOf = (
    profileId: string,
    query: Partial<z.output<typeof BillListQuery>>,
    { now, caller }: Pick<Call, 'now' | 'caller'>,
  ): BillQuery => {
    const { status, year, clientId, projectId, quoteId, ids, q, filters = {} } = query
    return {
      profileId,
      further: filtersOf(
        filters,
        BILL_LIST_FILTERS,
        storedOn(todayOf({ now, caller })),
        caller.timeZone,
      ),
      ...Object.fromEntries(
        Object.entries({ status, year, clientId, projectId, quoteId, ids, q }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    }
  }
  const list = async (
    call: Pick<
      Call<Route, typeof reads>,
      'owner' | 'now' | 'caller' | 'reply' | 'read' | 'language'
    >,
    query: z.output<typeof BillListQuery>,
    profileId: string,
  ) => {
    const today = todayOf(call)
    const filter = billFilter(call.owner, queryOf(profileId, query, call), today)
    const { limit, cursor } = query
    const page = await call.read.bills.find({
      filter,
      sort: sortOf(query.sort, SORTS, [['listDate', -1]], call.language),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const rates = await issuance.legalRates()
    return page.items.map((doc) => billToWire(doc, today, call.language, rates))
  }

  api.serve(billRoutes.list, { reads }, (call) => list(call, call.query, call.params.profileId))
  api.serve(billRoutes.ofProject, { reads }, (call) =>
    list(call, { ...call.query, projectId: call.params.projectId }, call.params.profileId),
  )
  api.serve(billRoutes.totals, { reads }, async (call) => {
    const today = todayOf(call)
    const sums = await billTotals(
      call.read.bills,
      call.owner,
      queryOf(call.params.profileId, call.query, call),
      today,
    )
    return totalsToWire(sums)
  })
  api.serve(billRoutes.summary, { reads }, async (call) => {
    const today = todayOf(call)
    const query = queryOf(call.params.profileId, call.query, call)
    const { views, months, totals, profile } = await billSummary(
      call.read.bills,
      call.owner,
      query,
      today,
    )
    return {
      views,
      months: months.map((sum) => ({ month: sum.month, ...sumToWire(sum) })),
      totals: totals.map(sumToWire),
      profile: {
        ...profile,
        years: [...profile.years],
        clients: [...profile.clients],
        totals: totalsToWire(profile.totals),
      },
    }
  })
  /** Debt and payment habit of a client, and its bills, the newest first. */
  const ledgerOf = async (call: Call<Route, typeof reads>, profileId: string, clientId: string) => {
    const issued = { ...queryOf(profileId, { clientId }, call), status: 'issued' as const }
    const [sums, docs] = await Promise.all([
      billTotals(call.read.bills, call.owner, issued, todayOf(call)),
      billsOfClient(call.read.bills, call.owner, profileId, clientId),
    ])
    const ledger = {
      totals: [...sums].map(([currency, sum]) => ({
        currency,
        billedHT: toMajor(sum.netMinor, currency),
        outstanding: toMajor(sum.outstandingMinor, currency),
        lateCount: sum.lateCount,
        lateAmount: toMajor(sum.lateMinor, currency),
      })),
      ...paymentHabitOf(docs),
    }
    return { ledger, docs }
  }
  api.serve(
    billRoutes.clientLedger,
    { reads },
    async (call) => (await ledgerOf(call, call.params.profileId, call.params.clientId)).ledger,
  )
  api.serve(billRoutes.clientLedgers, { reads }, async (call) =>
    Promise.all(
      [...new Set(call.query.ids)].map(async (clientId) => {
        const { ledger, docs } = await ledgerOf(call, call.params.profileId, clientId)
        const last = docs.find(({ issueDate }) => issueDate !== '')?.issueDate ?? ''
        return { clientId, ...ledger, lastBillDate: last === '' ? 0 : epochOfDay(last) }
      }),
    ),
  )
  api.serve(billRoutes.deposits, { reads }, async (call) => {
    const { profileId, clientId } = call.params
    const docs = await openDeposits(call.read.bills, call.owner, profileId, clientId)
    return docs.map(({ projectId, currency, deposit }) => ({
      ...depositToWire(deposit, currency),
      projectId: projectId || 0,
      currency,
    }))
  })
  api.serve(billRoutes.pastLines, { reads }, async (call) =>
    (await pastLines(call.read.bills, call.owner, call.params.profileId)).map(
      ({ description, unit, rate, currency, ...price }) => ({
        description,
        unit,
        unitPrice: priceToWire(price, currency),
        tva: fromRate(rate),
        currency,
      }),
    ),
  )
  api.serve(billRoutes.get, { reads }, async (call) => {
    const { profileId, id } = call.params
    const { at } = call.query
    const past = { projection: bills, category: billDecider.category, id }
    const doc =
      at === undefined
        ? await call.read.bills.get(id)
        : await docAt(deps.store, past, call.owner, at)
    if (doc?.owner !== call.owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    return billToWire(
      doc,
      at === undefined ? todayOf(call) : dayIn(at, call.caller.timeZone),
      call.language,
      await issuance.legalRates(),
    )
  })

  api.serve(billRoutes.checklist, { reads: correctedReads }, async (call) => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    if (state.status !== 'draft')
      return {
        ready: false,
        issueDate: epochOfDay(state.frozen.issueDate),
        dueDate: 0,
        nextRef: '',
        items: [],
      }
    const { issueDate, items, nextRef } = await issuance.prepare(
      id,
      state,
      call.owner,
      todayOf(call),
      dayOrNone(call.query.issueDate ?? 0),
    )
    return {
      ready: items.every((item) => item.ok),
      issueDate: epochOfDay(issueDate),
      dueDate:
        state.billType === 'creditNote' ? 0 : epochOfDay(dueDateOf(state.content, issueDate)),
      nextRef,
      items: await withVersions(call.read, checksToWire(items, call.language)),
    }
  })
}
