import type { TransactionCommands } from '#commands/finance/transactions.ts'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { TRANSACTION_ORDERS } from '#contract/finance/finance.schemas.ts'
import type { Conditions } from '#contract/kernel/list-filters.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { checkPaymentDay } from '#domain/finance/own-transaction.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Filter } from '#domain/kernel/ports/read-store.ts'
import { dayIn, dayOfEpoch } from '#domain/kernel/time.ts'
import { collectedOf } from '#projections/billing/billed.queries.ts'
import { bills } from '#projections/billing/bills.ts'
import { transactionStatistics } from '#projections/finance/statistics.queries.ts'
import { transactionSummary } from '#projections/finance/transaction-summary.queries.ts'
import {
  TRANSACTION_ORDER,
  TRANSACTION_SORTS,
  transactionFilter,
  transactions,
} from '#projections/finance/transactions.ts'
import { scheduleRuns, schedules } from '#projections/schedules/schedules.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { organismNames } from './organism-names.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { listHeaders, sortOf } from '../kernel/lists.ts'
import { changesOf, factsOf, minorIn } from './own-wire.ts'
import { filterOf, statisticToWire, summaryToWire, transactionToWire } from './wire.ts'

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof TRANSACTION_ORDERS)[number], string>> = TRANSACTION_SORTS

/** The books: what bills booked, what they wait for, and transactions by hand. */
export function transactionsApi(api: Api, commands: TransactionCommands): void {
  const reads = { transactions, bills, organisms: recordsOf(Organism) }
  const { handler } = api.deps

  const list = async (
    call: Pick<Call<Route, typeof reads>, 'reply' | 'owner' | 'read' | 'language'>,
    filter: Filter,
    {
      limit,
      cursor,
      sort,
    }: {
      readonly limit: number
      readonly cursor?: string | undefined
      readonly sort?: string | undefined
    },
  ) => {
    const page = await call.read.transactions.find({
      filter,
      sort: sortOf(sort, SORTS, TRANSACTION_ORDER, call.language),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const collected = await collectedOf(call.read.bills, call.owner, [
      ...new Set(page.items.flatMap(({ externalId }) => externalId || [])),
    ])
    const organisms = await organismNames(
      { organisms: call.read.organisms, handler },
      call.owner,
      page.items,
    )
    return page.items.map((doc) =>
      transactionToWire(doc, collected.get(doc.externalId) ?? '', organisms.get(doc.organismId)),
    )
  }

  api.serve(financeRoutes.latest, { reads }, (call) =>
    list(call, transactionFilter(call.owner, call.params.profileId, {}, call.query.q ?? ''), {
      limit: call.params.count,
      cursor: call.query.cursor,
    }),
  )
  api.serve(financeRoutes.filtered, { reads }, (call) => {
    const { profileId, quantity, cursor, sort } = call.body
    return list(call, filterOf(call.owner, profileId, call.caller.timeZone, call.body), {
      limit: quantity,
      cursor,
      sort,
    })
  })
  api.serve(
    financeRoutes.summary,
    { reads: { transactions } },
    async ({ read, owner, body, caller }) => {
      const { operation, attached, ...others } = body.filters ?? {}
      const filter = (filters: Conditions) =>
        filterOf(owner, body.profileId, caller.timeZone, { ...body, filters }, 'by-month')
      const unviewed = filter(others)
      const selection = {
        found: operation || attached ? filter(body.filters ?? {}) : unviewed,
        unviewed,
      }
      return summaryToWire(
        await transactionSummary(read.transactions, owner, body.profileId, selection),
      )
    },
  )
  api.serve(financeRoutes.get, { reads }, async ({ read, owner, params: { profileId, id } }) => {
    const doc = await read.transactions.get(id)
    if (doc?.owner !== owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    const collected = await collectedOf(
      read.bills,
      owner,
      doc.externalId === '' ? [] : [doc.externalId],
    )
    const organisms = await organismNames({ organisms: read.organisms, handler }, owner, [doc])
    return transactionToWire(
      doc,
      collected.get(doc.externalId) ?? '',
      organisms.get(doc.organismId),
    )
  })
  api.serve(
    financeRoutes.schedule,
    { reads: { scheduleRuns, schedules } },
    async ({ read, owner, params: { profileId, id } }) => {
      // A transaction has the id of the run that booked it.
      const run = await read.scheduleRuns.get(id)
      const schedule = run?.owner === owner ? await read.schedules.get(run.scheduleId) : null
      return schedule?.profileId === profileId
        ? { id: schedule._id, family: schedule.family, label: schedule.schedule.facts.label }
        : { id: '', family: '' as const, label: '' }
    },
  )
  api.serve(
    financeRoutes.ofExternal,
    { reads },
    ({ read, owner, params: { profileId, externalId }, reply, language }) =>
      list(
        { read, owner, reply, language },
        transactionFilter(owner, profileId, { externalId, reversed: { $in: [true, false] } }),
        { limit: LARGEST_PAGE },
      ),
  )
  api.serve(
    financeRoutes.ofBill,
    { reads },
    ({ read, owner, params: { profileId, externalId }, reply, language }) =>
      list(
        { read, owner, reply, language },
        transactionFilter(owner, profileId, {
          externalId,
          kind: 'invoice',
          reversed: { $in: [true, false] },
        }),
        { limit: LARGEST_PAGE },
      ),
  )
  api.serve(
    financeRoutes.add,
    { reads: { professionalInfos } },
    async ({ read, owner, body, caller, now, meta, newId }) => {
      const bank = (await professionalInfoOf(read.professionalInfos, owner, body.profileId))?.bank
      const defaults = {
        currency: bank?.currency ?? 'EUR',
        bankAccountType: bank?.accountType === 'personal' ? 'personal' : 'professional',
      } as const
      const today = dayIn(now, caller.timeZone)
      const facts = factsOf(body, defaults, today)
      checkPaymentDay(facts.paymentDay, today)
      return written(await commands.add(body.id ?? newId(), facts, meta()))
    },
  )
  api.serve(financeRoutes.change, {}, async (call) => {
    const { owner, body, caller, now } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: transactions, category: transactionDecider.category, id: body.id },
      { body, owner, commandId: meta.commandId },
      {
        reversed: (doc) => doc.reversed,
        waitsForEuros: (doc) => doc.waitsForEuros,
        collected: (doc) => doc.collected,
        deductible: (doc) => doc.deductible,
      },
    )
    const state = (await handler.load(transactionDecider, body.id, owner))?.state
    const before = state !== undefined && 'facts' in state ? state.facts : null
    // Without an own transaction the command answers the right refusal.
    const today = dayIn(now, caller.timeZone)
    const changes = before === null ? {} : changesOf(body, before, today)
    const isPaid = body.status === 'paid' && (changes.paymentDay ?? before?.paymentDay ?? '') === ''
    const paid = isPaid ? { paymentDay: today } : {}
    if (changes.paymentDay !== before?.paymentDay) checkPaymentDay(changes.paymentDay ?? '', today)
    return written(await commands.change(body.id, { ...changes, ...paid }, meta))
  })
  api.serve(financeRoutes.paid, {}, async ({ params, body, caller, now, meta }) => {
    const today = dayIn(now, caller.timeZone)
    const day = body?.paymentDate === undefined ? today : dayOfEpoch(body.paymentDate)
    checkPaymentDay(day, today)
    return written(await commands.markPaid(params.id, day, meta()))
  })
  api.serve(financeRoutes.unpaid, {}, async ({ params, meta }) =>
    written(await commands.markPaid(params.id, null, meta())),
  )
  api.serve(financeRoutes.collected, {}, async ({ params, meta }) =>
    written(await commands.markCashed(params.id, true, meta())),
  )
  api.serve(financeRoutes.uncollected, {}, async ({ params, meta }) =>
    written(await commands.markCashed(params.id, false, meta())),
  )
  api.serve(financeRoutes.euros, {}, async ({ params, body, meta }) =>
    written(
      await commands.tellEuros(params.id, minorIn(body.amountEUR, 'EUR', 'amountEUR'), meta()),
    ),
  )
  api.serve(financeRoutes.remove, {}, async ({ params, meta }) =>
    written(await commands.remove(params.id, meta())),
  )
  api.serve(financeRoutes.restore, {}, async ({ params, meta }) =>
    written(await commands.restore(params.id, meta())),
  )
  api.serve(financeRoutes.statistic, { reads: { transactions } }, async (call) => {
    const currency = call.body?.currency ?? 'EUR'
    return statisticToWire(
      currency,
      await transactionStatistics(
        call.read.transactions,
        call.owner,
        call.params.profileId,
        currency,
        call.body?.year,
      ),
    )
  })
}
