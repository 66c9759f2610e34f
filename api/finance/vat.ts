import type { VatCommands } from '#commands/finance/vat.ts'
import { vatRoutes } from '#contract/finance/vat.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, dayIn, dayOfEpoch, daysBetween, makeDay, yearOf } from '#domain/kernel/time.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import { vatDeclarationsOf } from '#projections/finance/vat-declarations.ts'
import { exemptionGauges } from '#projections/finance/vat-exemption.queries.ts'
import {
  type Known,
  knownWith,
  type VatOf,
  vatFactsBetween,
} from '#projections/finance/vat-facts.queries.ts'
import { firstReturnDay } from '#projections/finance/first-period.queries.ts'
import { vatLeftOut } from '#projections/finance/vat-left-out.queries.ts'
import { vatReads } from '#projections/finance/vat-facts.queries.ts'
import { vatPeriodsOf } from '#projections/finance/vat-periods.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  type ProfessionalInfoDoc,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { pageOf } from '../kernel/lists.ts'
import { factToWire, gaugeToWire, leftOutToWire, periodToWire } from './vat-wire.ts'

/** The longest time that is asked for at once. */
const MOST_DAYS = 3_660

const reads = { ...vatReads, professionalInfos }

/** VAT returns: what counts by period, what was declared, and what changed since. */
export function vatApi(api: Api, commands: VatCommands): void {
  api.serve(vatRoutes.periods, { reads }, async ({ read, owner, params, query, caller, now }) => {
    const { profile, of } = await vatOf(read, owner, params.profileId)
    // Before the figures: a later change of them refuses what was entered on these.
    const version = await commands.versionOf(profile._id, owner)
    const today = dayIn(now, caller.timeZone)
    const span = spanOf(query, today)
    const found = await vatPeriodsOf(read, of, span, { at: query.asKnownAt ?? null })
    const declared = await vatDeclarationsOf(read.vatDeclarations, owner, profile._id)
    const last = declared.at(-1)?.period.to ?? ''
    const here = await firstReturnDay(read, profile, caller.timeZone)
    return found.map((one) => ({
      ...periodToWire(one, { terms: of.terms, today, last, here }),
      version,
    }))
  })
  api.serve(
    vatRoutes.facts,
    { reads },
    async ({ read, owner, params, query, reply, caller, now }) => {
      const { of } = await vatOf(read, owner, params.profileId)
      const span = spanOf(query, dayIn(now, caller.timeZone))
      const { side, rate, nature } = query
      const asOf =
        query.asKnownAt === undefined ? await sealedAt(read, of, span) : { at: query.asKnownAt }
      const facts = await vatFactsBetween(read, of, span, asOf)
      const rows = facts.flatMap((fact) => factToWire(fact, { side, rate, nature }))
      return [...pageOf(reply, rows, query)]
    },
  )
  api.serve(
    vatRoutes.leftOut,
    { reads },
    async ({ read, owner, params, query, reply, caller, now }) => {
      const { of } = await vatOf(read, owner, params.profileId)
      const rows = await vatLeftOut(read, of, spanOf(query, dayIn(now, caller.timeZone)))
      return pageOf(reply, rows, query).map(leftOutToWire)
    },
  )
  api.serve(vatRoutes.exemption, { reads }, async ({ read, owner, params, caller, now }) => {
    const { profile, of } = await vatOf(read, owner, params.profileId)
    const { year } = params
    const today = dayIn(now, caller.timeZone)
    const last = makeDay(year, 12, 31)
    const terms = vatTermsOn(of.terms, last < today ? last : today) ?? of.terms[0]
    const gauges = await exemptionGauges(read, owner, profile._id, year, profile.identity)
    return { year, regime: terms?.terms.regime ?? ('' as const), gauges: gauges.map(gaugeToWire) }
  })
  api.serve(vatRoutes.declare, {}, async ({ params, body, meta }) =>
    written(
      await commands.declare(
        params.profileId,
        {
          from: dayOfEpoch(body.from),
          ...(body.to === undefined ? {} : { to: dayOfEpoch(body.to) }),
          refund: body.refund ?? 0,
          instalments: body.instalments ?? null,
        },
        meta(),
      ),
    ),
  )
  api.serve(
    vatRoutes.opening,
    {},
    async ({ params: { profileId }, body: { from, credit }, meta }) =>
      written(await commands.open({ profileId, from: dayOfEpoch(from), credit }, meta())),
  )
  api.serve(vatRoutes.undo, {}, async ({ params, body, meta }) =>
    written(await commands.undo(params.profileId, dayOfEpoch(body.from), meta())),
  )
}

/** @throws NOT_FOUND for a profile that is not the owner's */
async function vatOf(
  read: Read<typeof reads>,
  owner: string,
  profileId: string,
): Promise<{ readonly profile: ProfessionalInfoDoc; readonly of: VatOf }> {
  const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
  if (profile === null) throw refusal('NOT_FOUND', { id: profileId })
  const { vat: terms, identity } = profile
  return { profile, of: { owner, profileId, terms, address: identity.address } }
}

type Asked = { readonly from?: number | undefined; readonly to?: number | undefined }

/** @throws REQUEST_INVALID for days that do not follow each other, or too many of them */
function spanOf({ from, to }: Asked, today: Day): { readonly from: Day; readonly to: Day } {
  const year = yearOf(today)
  const span = {
    from: from === undefined ? makeDay(year, 1, 1) : dayOfEpoch(from),
    to: to === undefined ? makeDay(year, 12, 31) : dayOfEpoch(to),
  }
  const days = daysBetween(span.from, span.to)
  if (days < 0 || days > MOST_DAYS)
    throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_INVALID' }])
  return span
}

/** A declared period's facts are those that its figures hold. */
async function sealedAt(
  read: Read<typeof reads>,
  of: VatOf,
  { from, to }: { from: Day; to: Day },
): Promise<Known> {
  const declared = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const found = declared.find(({ period }) => period.from === from && period.to === to)
  return found === undefined ? null : knownWith(read.vatMovements, found.lastFact)
}
