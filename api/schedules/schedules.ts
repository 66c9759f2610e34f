import type { ScheduleCommands } from '#commands/schedules/schedules.ts'
import { SCHEDULE_FILTERS } from '#contract/kernel/list-filters.ts'
import { chargeRoutes, scheduledTransactionRoutes } from '#contract/schedules/schedules.contract.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { scheduleDeciders, type ScheduleFamily } from '#domain/schedules/schedule.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import { RUNS_SHOWN } from '#domain/schedules/schedule.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn, dayOfEpoch } from '#domain/kernel/time.ts'
import { dueOnDay, hasCome, ZONES_AHEAD_MS } from '#projections/kernel/todo-list.ts'
import { dueSchedules } from '#projections/schedules/todo-lists.ts'
import { registers } from '#projections/finance/registers.ts'
import {
  type ScheduleDoc,
  scheduleRuns,
  schedules,
  schedulesOf,
} from '#projections/schedules/schedules.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { withRecountedRuns } from '#projections/schedules/waiting-runs.queries.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  contributionTermsIn,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import { foldText, hasWords } from '#domain/kernel/fold-text.values.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { meets } from '#api/kernel/list-filters.ts'
import { listHeaders, pageOf } from '#api/kernel/lists.ts'
import { assertReadBack } from '#api/kernel/read-back.ts'
import { organismNames } from '#api/finance/organism-names.ts'
import { driftsOf } from './run-drifts.ts'
import {
  amountOf,
  executionToWire,
  inputsToWire,
  scheduleChanges,
  scheduleFacts,
  scheduleToWire,
} from './schedule-wire.ts'
import { urssafApi } from '#api/schedules/urssaf.ts'

const FAMILIES = { scheduledTransaction: scheduledTransactionRoutes, charge: chargeRoutes } as const

/**
 * Scheduled transactions and charges: the same calls, under a path and permissions of their own.
 */
export function schedulesApi(api: Api, commands: ScheduleCommands): void {
  for (const family of ['scheduledTransaction', 'charge'] as const)
    serveFamily(api, commands, family)
  urssafApi(api, commands)
}

function serveFamily(api: Api, commands: ScheduleCommands, family: ScheduleFamily): void {
  const routes = FAMILIES[family]
  const { handler } = api.deps
  const reads = { schedules, transactions, professionalInfos, organisms: recordsOf(Organism) }
  const ofProfile = { schedules, professionalInfos }

  /** The currency and the account of the profile. */
  async function defaultsOf(
    profiles: ReadModel<NonNullable<Awaited<ReturnType<typeof professionalInfoOf>>>>,
    owner: string,
    profileId: string,
  ): Promise<Pick<ScheduleFacts, 'currency' | 'bankAccountType'>> {
    const bank = (await professionalInfoOf(profiles, owner, profileId))?.bank
    return {
      currency: bank?.currency ?? 'EUR',
      bankAccountType: bank?.accountType === 'personal' ? 'personal' : 'professional',
    }
  }
  /** @throws NOT_FOUND for another owner's, and for one of the other kind */
  const own = (doc: ScheduleDoc | null, owner: string, id: string): ScheduleDoc => {
    if (doc?.owner !== owner || doc.family !== family) throw refusal('NOT_FOUND', { id })
    return doc
  }

  api.serve(routes.list, { reads }, async ({ read, owner, params, query, reply, caller, now }) => {
    const all = await schedulesOf(read.schedules, { owner, profileId: params.profileId, family })
    const names = await organismNames(
      { organisms: read.organisms, handler },
      owner,
      all.map(({ schedule }) => schedule.facts),
    )
    const today = dayIn(now, caller.timeZone)
    const sought = foldText(query.q ?? '')
    const profile = await professionalInfoOf(read.professionalInfos, owner, params.profileId)
    const counted = await withRecountedRuns(read.transactions, all, contributionTermsIn([profile]))
    const rows = counted.map((doc, i) =>
      scheduleToWire(doc, all[i] ?? doc, names.get(doc.schedule.facts.organismId) ?? '', today),
    )
    const isMeant = meets(query.filters ?? {}, SCHEDULE_FILTERS, caller.timeZone)
    const found = rows.filter(
      (row) => hasWords(foldText(`${row.label} ${row.organism}`), sought) && isMeant(row),
    )
    return [...pageOf(reply, found, query)]
  })
  api.serve(
    routes.get,
    { reads },
    async ({ read, owner, params: { profileId, id }, caller, now }) => {
      const doc = own(await read.schedules.get(id), owner, id)
      if (doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
      const names = await organismNames({ organisms: read.organisms, handler }, owner, [
        doc.schedule.facts,
      ])
      const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
      const [counted = doc] = await withRecountedRuns(
        read.transactions,
        [doc],
        contributionTermsIn([profile]),
      )
      const organism = names.get(doc.schedule.facts.organismId) ?? ''
      return scheduleToWire(counted, doc, organism, dayIn(now, caller.timeZone))
    },
  )
  api.serve(routes.add, { reads: ofProfile }, async ({ read, owner, body, meta, newId }) => {
    const facts = scheduleFacts(
      body,
      await defaultsOf(read.professionalInfos, owner, body.profileId),
    )
    return written(await commands.add(family, body.id ?? newId(), facts, meta(), body.active))
  })
  api.serve(routes.change, {}, async (call) => {
    const { owner, body } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: schedules, category: scheduleDeciders[family].category, id: body.id },
      { body, owner, commandId: meta.commandId },
    )
    const state = (await handler.load(scheduleDeciders[family], body.id, owner))?.state
    // Without a live schedule the command answers the right refusal.
    const changes = state?.status === 'live' ? scheduleChanges(body, state.facts) : {}
    return written(await commands.change(family, body.id, changes, meta, body.active))
  })
  for (const act of ['remove', 'restore', 'activate', 'deactivate'] as const)
    api.serve(routes[act], {}, async ({ params, meta }) =>
      written(await commands[act](family, params.id, meta())),
    )
  api.serve(routes.validate, {}, async ({ owner, params: { id }, body, meta }) => {
    const { executionId: runId, amount, skip = false, reason = '' } = body
    if (skip) return written(await commands.skip(family, id, runId, reason, meta()))
    const state = (await handler.load(scheduleDeciders[family], id, owner))?.state
    const currency = state?.status === 'live' ? state.facts.currency : 'EUR'
    const run = {
      runId,
      ...(amount !== undefined && { amountMinor: amountOf(amount, currency) }),
    }
    return written(await commands.validate(family, id, run, meta()))
  })
  api.serve(
    routes.executions,
    { reads: { schedules, scheduleRuns, transactions, registers } },
    async ({ read, owner, params: { id }, query, reply }) => {
      const { schedule } = own(await read.schedules.get(id), owner, id)
      const page = await read.scheduleRuns.find({
        filter: { where: { owner, scheduleId: id } },
        sort: [['due', -1]],
        limit: query.limit,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
        counted: true,
      })
      listHeaders(reply, page)
      const { currency } = schedule.facts
      const drifts = await driftsOf(read, owner, schedule.facts, page.items)
      return page.items.map((doc) => executionToWire(doc, currency, drifts.get(doc._id)))
    },
  )
  api.serve(routes.preview, { reads: ofProfile }, async ({ read, owner, body, caller, now }) => {
    const facts = scheduleFacts(
      body,
      await defaultsOf(read.professionalInfos, owner, body.profileId),
    )
    const saved = body.id === undefined ? null : await read.schedules.get(body.id)
    const ownSchedule = saved?.owner === owner && saved.family === family ? saved.schedule : null
    const runs = await commands.preview(
      owner,
      facts,
      ownSchedule,
      RUNS_SHOWN,
      dayIn(now, caller.timeZone),
    )
    return runs.map((run) => inputsToWire(run, facts.currency))
  })
  api.serve(routes.run, { reads: { dueSchedules } }, async ({ read, owner, now, meta, caller }) => {
    const { items } = await read.dueSchedules.find({
      filter: { where: { owner, family, dueAt: { $lte: now + ZONES_AHEAD_MS } } },
    })
    const due = items.filter((row) => hasCome(dueOnDay(row), now, caller.timeZone))
    let runs = 0
    for (const { _id } of due)
      runs += (await commands.runDue(family, _id, meta({ cause: 'schedule' }))).length
    return { runs }
  })
  api.serve(routes.runOne, {}, async ({ params: { id }, body, meta }) => {
    const due = body?.due === undefined ? null : dayOfEpoch(body.due)
    return { runs: (await commands.runNow(family, id, due, meta())).length }
  })
}
