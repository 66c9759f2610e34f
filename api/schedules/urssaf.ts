import { contributionChargeId } from '#commands/schedules/contribution-charge.ts'
import type { ScheduleCommands } from '#commands/schedules/schedules.ts'
import { urssafRoutes } from '#contract/schedules/schedules.contract.ts'
import {
  contributionDay,
  type Contributions,
  contributionRateOn,
  type ContributionTerms,
} from '#domain/finance/contributions.ts'
import { byTerms, countReceipts, periodOf } from '#domain/schedules/schedule-runs.ts'
import { MONTHS_OF } from '#domain/schedules/contribution-charge.ts'
import {
  PLAIN_SCHEDULE,
  type ScheduleFacts,
  scheduleRefusal,
} from '#domain/schedules/schedule-facts.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { fromRate } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  dayIn,
  dayOfEpoch,
  epochOfDay,
  makeDay,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import { receiptsWithoutEuros, receivedBetween } from '#projections/finance/received.queries.ts'
import { registers } from '#projections/finance/registers.ts'
import {
  type ScheduleDoc,
  scheduleRuns,
  schedules,
  schedulesOf,
} from '#projections/schedules/schedules.ts'
import { transactions } from '#projections/finance/transactions.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  contributionTermsIn,
  type ProfessionalInfoDoc,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { word } from '#api/kernel/words.ts'
import { driftsOf } from '#api/schedules/run-drifts.ts'
import { changeToWire } from '#api/schedules/schedule-wire.ts'

const urssafRefusal = catalogue({ URSSAF_CHARGE_NEEDED: 'missing' })

type Read = {
  readonly schedules: ReadModel<ScheduleDoc>
  readonly professionalInfos: ReadModel<ProfessionalInfoDoc>
}

/**
 * Contributions by period. The profile says how the business contributes, else the charge that
 * proposes them.
 */
export function urssafApi(api: Api, commands: ScheduleCommands): void {
  api.serve(
    urssafRoutes.get,
    { reads: { schedules, scheduleRuns, transactions, registers, professionalInfos } },
    async ({ read, owner, params: { profileId }, query, caller, now }) => {
      const { charge, facts, terms } = await contributorOf(read, owner, profileId)
      const today = dayIn(now, caller.timeZone)
      const over = lastPeriod(facts, today)
      const from = query.from === undefined ? over.from : dayOfEpoch(query.from)
      const to = query.to === undefined ? over.to : dayOfEpoch(query.to)
      if (to < from) throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_INVALID' }])
      const received = await receivedBetween(read.transactions, {
        owner,
        profileId,
        currency: 'EUR',
        from,
        to,
      })
      const waiting = await receiptsWithoutEuros(read.transactions, { owner, profileId, from, to })
      const computed = countReceipts(facts, { from, to }, received, 0).contributions ?? NOTHING
      const where = { owner, scheduleId: charge?._id ?? '', from, to, result: 'booked' }
      const [declared] =
        charge === null ? [] : (await read.scheduleRuns.find({ filter: { where } })).items
      const drift = declared && (await driftsOf(read, owner, facts, [declared])).get(declared._id)
      const contributions = declared?.contributions ?? computed
      return {
        from: epochOfDay(from),
        to: epochOfDay(to),
        receipts: contributions.receipts,
        ratePct: rateOf(contributions, terms, to),
        contributions: contributions.contributions,
        cfp: contributions.training,
        incomeTaxOption: contributions.incomeTax,
        total: contributions.total,
        dueDate: epochOfDay(contributionDay(to, facts.recurrence.count, terms.businessFrom)),
        declaredAt: declared?.at ?? 0,
        declared: (declared?.proposedMinor ?? 0) / 100,
        drift: (drift?.driftMinor ?? 0) / 100,
        changes: (drift?.changes ?? []).map(changeToWire('EUR')),
        now: { receipts: computed.receipts, total: computed.total },
        withoutEuros: waiting.length,
      }
    },
  )
  api.serve(
    urssafRoutes.declare,
    { reads: { schedules, professionalInfos } },
    async ({ read, owner, params: { profileId }, body, meta, language }) => {
      const period = { from: dayOfEpoch(body.from), to: dayOfEpoch(body.to) }
      const { charge, facts } = await contributorOf(read, owner, profileId)
      const label = word(language, 'finance', 'transaction.option.type.urssaf')
      const proposing =
        charge === null
          ? {
              id: contributionChargeId(profileId),
              added: proposedFrom({ ...facts, label }, period),
            }
          : { id: charge._id, added: null }
      return written(await commands.declareContributions(proposing, period, meta()))
    },
  )
  api.serve(
    urssafRoutes.undo,
    { reads: { schedules } },
    async ({ read, owner, params: { profileId }, body, meta }) => {
      const period = { from: dayOfEpoch(body.from), to: dayOfEpoch(body.to) }
      const charges = await schedulesOf(read.schedules, { owner, profileId, family: 'charge' })
      const charge =
        charges.find(({ schedule }) => schedule.declared?.includes(period.to)) ??
        // The same request again is answered by the charge that it has undone.
        charges.find(({ schedule }) => schedule.facts.amountType === 'contributions')
      if (charge === undefined)
        throw scheduleRefusal('CONTRIBUTIONS_NOT_DECLARED', { from: period.from, until: period.to })
      return written(await commands.undoContributions(charge._id, period, meta()))
    },
  )
}

const NOTHING: Contributions = {
  receipts: 0,
  contributions: 0,
  training: 0,
  incomeTax: 0,
  total: 0,
  shares: [],
}

/**
 * Contributions of a business: by its charge, or by its profile alone.
 *
 * @throws URSSAF_CHARGE_NEEDED when neither tells it
 */
async function contributorOf(
  read: Read,
  owner: string,
  profileId: string,
): Promise<{
  readonly charge: ScheduleDoc | null
  readonly facts: ScheduleFacts
  readonly terms: ContributionTerms
}> {
  const all = await schedulesOf(read.schedules, { owner, profileId, family: 'charge' })
  const charge = all.find(({ schedule }) => schedule.facts.amountType === 'contributions') ?? null
  const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
  const terms = contributionTermsIn([profile])(profileId)
  if (charge !== null) {
    const { facts } = byTerms(charge.schedule, terms)
    return { charge, facts, terms: facts.terms }
  }
  if (profile === null) throw refusal('NOT_FOUND', { id: profileId })
  if (terms === null) throw urssafRefusal('URSSAF_CHARGE_NEEDED')
  const facts: ScheduleFacts = {
    ...PLAIN_SCHEDULE,
    profileId,
    label: '',
    kind: 'urssaf',
    currency: 'EUR',
    bankAccountType: profile.bank.accountType === 'personal' ? 'personal' : 'professional',
    amountType: 'contributions',
    terms,
    mode: 'validation',
    recurrence: {
      interval: 'month',
      count: MONTHS_OF[profile.identity.urssafPeriodicity || 'quarterly'],
      first: profile.identity.startDate || OLDEST,
      until: '',
    },
  }
  return { charge, facts, terms }
}

const OLDEST: Day = '2000-01-01'

/** The last month or quarter that is over. */
function lastPeriod(facts: ScheduleFacts, today: Day): { readonly from: Day; readonly to: Day } {
  const { count } = facts.recurrence
  const month = monthOf(today) - ((monthOf(today) - 1) % count)
  const period = periodOf({ facts, countedUntil: '' }, makeDay(yearOf(today), month, 1))
  if (period === null) throw urssafRefusal('URSSAF_CHARGE_NEEDED')
  return period
}

/** The charge that proposes the periods after one that is declared by hand. */
function proposedFrom(
  facts: ScheduleFacts,
  { from, to }: { readonly from: Day; readonly to: Day },
): ScheduleFacts {
  const count = from.slice(0, 7) === to.slice(0, 7) ? MONTHS_OF.monthly : MONTHS_OF.quarterly
  return { ...facts, recurrence: { interval: 'month', count, first: addDays(to, 1), until: '' } }
}

/** One rate is told as the law has it; several as their share of the receipts. @unit percent */
function rateOf(
  { shares, receipts, contributions }: Contributions,
  terms: ContributionTerms,
  to: Day,
): number {
  const rates = new Set(shares.map(({ rates: { contributions: rate } }) => rate))
  const [only] = rates
  if (only === undefined) return fromRate(contributionRateOn(terms, to) ?? 0)
  if (rates.size === 1) return fromRate(only)
  return receipts === 0 ? 0 : Math.round((contributions / receipts) * 10_000) / 100
}
