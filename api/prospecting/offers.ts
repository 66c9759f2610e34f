import type { Lane, Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { timeSlices } from '#commands/kernel/time-slices.ts'
import type { RecordCommands } from '#commands/records.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { type Stored } from '#domain/kernel/records/record.ts'
import { DAY_MS, dayIn, epochOfDay } from '#domain/kernel/time.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { isClosed, OFFER_STATES, type OfferState } from '#domain/prospecting/offer.values.ts'
import { offerStates, sinceOf } from '#projections/prospecting/offer-states.ts'
import {
  type Compared,
  comparedBy,
  jobHuntReads,
} from '#projections/prospecting/job-hunt.queries.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { patch } from '#api/kernel/patch.ts'
import { bestOf, keptPostings, offerRow } from './job-rows.ts'
import { type OfferJob, offerJobReads, offerJobs, offerValues } from './offer-jobs.ts'

/** Slips of a closed state that are shown; the list has all. */
const CLOSED_SHOWN = 20
/** Open offers of one user that a board can show; the list has all. */
const OPEN_SHOWN = 500

type Known = { readonly doc: RecordDoc; readonly values: Stored<typeof Offer>; readonly slip: Slip }

/** Scores of offers that are still open, by their id. */
async function scoresOf(
  offers: readonly OfferJob[],
  criteria: readonly Compared[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map<string, number>()
  const turn = timeSlices()
  for (const { doc, posting } of criteria.length === 0 ? [] : offers) {
    if (isClosed(offerValues(doc).state)) continue
    await turn()
    scores.set(doc._id, bestOf(posting(), criteria, now)?.score ?? 0)
  }
  return scores
}

/** The board of offers, and their way from state to state. */
export function offersApi(api: Api, commands: RecordCommands): void {
  const { clock } = api.deps
  const postingOf = keptPostings()
  const reads = {
    contacts: recordsOf(Contact),
    states: offerStates,
    ...jobHuntReads,
    ...offerJobReads,
  }

  api.serve(routes.pipeline, { reads }, async ({ read, owner, query, caller, now }) => {
    const search = query.q
      ? { search: { fields: Offer.searched.map((field) => `values.${field}`), text: query.q } }
      : {}
    const { items } = await read.offers.find({ filter: { where: { owner }, ...search } })
    const [offers, since, criteria, contacts] = await Promise.all([
      offerJobs(read, owner, items, postingOf, now),
      sinceOf(read.states, owner),
      comparedBy(read, owner, undefined, now),
      read.contacts.load(items.flatMap((doc) => offerValues(doc).contactId || [])),
    ])
    const mailOf = (id: string | 0): string => {
      const contact = id === 0 ? undefined : contacts.get(id)
      const mail = contact?.owner === owner ? contact.values['email'] : ''
      return typeof mail === 'string' ? mail : ''
    }
    const today = epochOfDay(dayIn(clock.now(), caller.timeZone))
    const scores = await scoresOf(offers, criteria, now)
    const rows = offers.map(({ doc, client }): Known => {
      const values = offerValues(doc)
      const from = since.get(doc._id) ?? doc.creationDate
      return {
        doc,
        values,
        slip: {
          id: doc._id,
          version: doc.version,
          title: values.title,
          client,
          currency: values.currency,
          TjmHT: toMajor(values.TjmHT, values.currency),
          since: from,
          daysInState: Math.max(0, Math.floor((now - from) / DAY_MS)),
          nextAction: values.nextAction,
          nextActionDate: values.nextActionDate,
          late: isLate(values, today),
          abortReason: values.abortReason,
          mail: mailOf(values.contactId),
          projectId: values.projectId,
          score: scores.get(doc._id) ?? 0,
        },
      }
    })
    const lanes = OFFER_STATES.map((state) =>
      laneOf(
        state,
        rows.filter(({ values }) => values.state === state),
      ),
    )
    return { count: rows.length, late: rows.filter(({ slip }) => slip.late).length, lanes }
  })

  api.serve(routes.offerMatch, { reads }, async ({ read, owner, params, now }) => {
    const offer = await read.offers.get(params.id)
    if (offer === null || offer.owner !== owner) throw refusal('NOT_FOUND')
    const [[one], all] = await Promise.all([
      offerJobs(read, owner, [offer], postingOf, now),
      comparedBy(read, owner, undefined, now),
    ])
    if (one === undefined) throw refusal('NOT_FOUND')
    const posting = one.posting()
    const match = bestOf(posting, all, now)
    return offerRow(offer, posting, match, { now, applied: one.job !== null })
  })

  api.serve(routes.state, {}, async ({ params, body, meta }) => {
    const { version: _, ...values } = body
    return written(await commands.change(Offer, params.id, patch(values), meta()))
  })
}

/** The day of the next action is over. */
const isLate = ({ nextActionDate }: Stored<typeof Offer>, today: number): boolean =>
  nextActionDate > 0 && nextActionDate < today

function laneOf(state: OfferState, offers: readonly Known[]): Lane {
  const shown = offers.toSorted(isClosed(state) ? newestFirst : mostUrgentFirst)
  return {
    state,
    count: offers.length,
    averages: averagesOf(offers),
    offers: shown.slice(0, isClosed(state) ? CLOSED_SHOWN : OPEN_SHOWN).map(({ slip }) => slip),
  }
}

const newestFirst = (a: Known, b: Known): number => b.slip.since - a.slip.since

/** Offers without a day come after those with one. */
const NO_DAY = Number.MAX_SAFE_INTEGER
const mostUrgentFirst = ({ slip: a }: Known, { slip: b }: Known): number =>
  Number(b.late) - Number(a.late) ||
  (a.nextActionDate || NO_DAY) - (b.nextActionDate || NO_DAY) ||
  a.since - b.since

const averagesOf = (offers: readonly Known[]): Lane['averages'] =>
  [
    ...Map.groupBy(
      offers.filter(({ values }) => values.TjmHT > 0),
      ({ values }) => values.currency,
    ),
  ].map(([currency, some]) => ({
    currency,
    TjmHT: toMajor(
      Math.round(some.reduce((sum, { values }) => sum + values.TjmHT, 0) / some.length),
      currency,
    ),
  }))
