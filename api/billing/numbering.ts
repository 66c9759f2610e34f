import { nextRefOf, type Numbering } from '#commands/billing/numbering.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { numberingRoutes } from '#contract/billing/numbering.contract.ts'
import { isInUse, type Issuer, issuerOf, usualPattern } from '#domain/billing/number-series.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn } from '#domain/kernel/time.ts'
import { bills } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import type { Api, Call } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'

const KINDS = ['invoice', 'creditNote', 'quote'] as const

/** Series of numbers, before their first number. */
export function numberingApi(
  api: Api,
  numbers: Numbering,
  ports: Pick<BillingPorts, 'seller' | 'profilesOf'>,
): void {
  /** @throws NOT_FOUND for a profile that is not the owner's */
  async function issuer(
    { owner, now, caller }: Pick<Call, 'owner' | 'now' | 'caller'>,
    profileId: string,
  ): Promise<Issuer> {
    const found = await ports.seller(owner, profileId, dayIn(now, caller.timeZone))
    if (found === null) throw refusal('NOT_FOUND', { id: profileId })
    const { seller, simulation } = found
    return issuerOf(owner, profileId, { siren: seller.siren, simulation })
  }
  api.serve(numberingRoutes.get, { reads: { bills } }, async (call) => {
    const { read } = call
    const { profileId, year } = call.params
    const { name } = call.query
    const by = await issuer(call, profileId)
    const places = await Promise.all(
      KINDS.map(async (kind) => ({
        kind,
        place: await numbers.placeOf(by, year, { kind, name }),
      })),
    )
    return {
      series: places.map(({ kind, place }) => ({
        id: place.series,
        version: place.version,
        kind,
        name,
        year,
        pattern: place.pattern,
        next: (place.state?.number ?? place.opening?.after ?? 0) + 1,
        nextRef: nextRefOf(place, year),
        inUse: isInUse(place.state) || (place.opening?.after ?? 0) > 0,
      })),
      doubles: [...(await doublesOf(read, by, ports))],
    }
  })
  api.serve(numberingRoutes.set, {}, async (call) => {
    const { kind, name, year, prefix = '', next, reason } = call.body
    const pattern = call.body.pattern ?? `${prefix}${usualPattern(kind, name)}`
    const by = await issuer(call, call.params.profileId)
    return written(
      await numbers.configure(by, year, { kind, name }, { pattern, next, reason }, call.meta()),
    )
  })
}

/** Numbers that several bills of one SIREN bear. */
async function doublesOf(
  read: Read<{ bills: typeof bills }>,
  { owner, siren }: Issuer,
  ports: Pick<BillingPorts, 'profilesOf'>,
): Promise<readonly string[]> {
  const profiles = siren === '' ? [] : await ports.profilesOf(owner, siren)
  if (profiles.length < 2) return []
  const { items } = await read.bills.find({
    filter: { where: { owner, profileId: { $in: [...profiles] }, ref: { $ne: '' } } },
  })
  const given = new Map<string, number>()
  for (const { ref } of items) given.set(ref, (given.get(ref) ?? 0) + 1)
  return [...given].flatMap(([ref, times]) => (times > 1 ? [ref] : [])).toSorted()
}
