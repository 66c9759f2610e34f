import type {
  Project,
  ProjectDraft as Draft,
  ProjectPatch,
} from '#contract/projects/projects.schemas.ts'
import {
  noTerms,
  type ProjectChanges,
  type ProjectDraft,
  type ProjectTerms,
  projectView,
} from '#domain/projects/project.ts'
import { refusal } from '#domain/kernel/errors.ts'
import {
  type Currency,
  fromQuantity,
  toMajor,
  toMinor,
  toQuantity,
  toRate,
} from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import type { ProjectProgress } from '#projections/finance/project-progress.queries.ts'
import { auditFields } from '#api/kernel/audit-fields.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'

/** @throws RULE_BROKEN when the price has more digits than its currency */
function minorOf(priceHT: number, currency: Currency): number {
  const minor = toMinor(priceHT, currency)
  if (minor === null)
    throw refusal('RULE_BROKEN', {}, [{ path: 'priceHT', code: 'MONEY_DECIMALS' }])
  return minor
}

/** @param before the present terms: an unchanged price keeps its value when the currency changes */
function termsOf(body: Omit<ProjectPatch, 'id'>, before: ProjectTerms): Partial<ProjectTerms> {
  const currency = body.currency ?? before.currency
  const price =
    body.priceHT ??
    (currency === before.currency ? undefined : toMajor(before.priceMinor, before.currency))
  return patch({
    clientId: body.clientId === undefined ? undefined : body.clientId || '',
    priceMode: body.priceMode,
    priceUnit: body.priceUnit,
    hoursPerDay: body.hoursPerDay,
    priceMinor: price === undefined ? undefined : minorOf(price, currency),
    soldDays: body.soldDays === undefined ? undefined : (toQuantity(body.soldDays) ?? undefined),
    currency: body.currency,
    isRenewable: body.isRenewable,
    renewalPeriod: body.renewalPeriod,
    startDate: dayPatch(body.startDate),
    endDate: dayPatch(body.endDate),
    paymentDeadline: body.paymentDeadline,
    penaltyRate:
      body.penaltyRate === undefined ? undefined : (toRate(body.penaltyRate) ?? undefined),
    vatRate: body.tva === undefined ? undefined : (toRate(body.tva) ?? undefined),
    penaltyBasis: body.penaltyBasis ?? (body.penaltyRate ? 'rate' : undefined),
    buyerReference: body.buyerReference,
    purchaseOrder: body.purchaseOrder,
    discountTerms: body.discountTerms,
    header: body.header,
    footer: body.footer,
    language: body.language,
  })
}

/** @param defaults currency, VAT rate and days to pay of the profile */
export const draftOf = (
  body: Draft,
  defaults: Pick<ProjectTerms, 'currency' | 'vatRate' | 'paymentDeadline'>,
): Omit<ProjectDraft, 'ref'> & { ref: string | null } => ({
  profileId: body.profileId,
  ref: body.ref || null,
  title: body.title ?? '',
  templates: body.templates ?? [],
  ...(body.timeUnit !== undefined && { timeUnit: body.timeUnit }),
  isBillable: body.isBillable,
  terms: { ...noTerms, ...defaults, ...termsOf(body, { ...noTerms, ...defaults }) },
})

export function changesOf(body: ProjectPatch, before: ProjectTerms | null): ProjectChanges {
  const { ref, title, templates, profileId, isBillable, timeUnit } = body
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(title === undefined ? {} : { title }),
    ...(templates === undefined ? {} : { templates }),
    ...(timeUnit === undefined ? {} : { timeUnit }),
    ...(profileId === undefined ? {} : { profileId }),
    ...(isBillable === undefined ? {} : { isBillable }),
    terms: termsOf(body, before ?? noTerms),
  }
}

export function projectReply(row: ProjectProgress): Project {
  const currency = row.terms?.currency ?? noTerms.currency
  return {
    ...auditFields(row),
    ...projectView(row),
    client: row.client,
    active: row.active,
    expired: row.expired,
    nextRenewal: epochOrZero(row.nextRenewal),
    endsInDays: row.endsInDays,
    consumedDays: fromQuantity(row.consumedDays),
    billedHT: toMajor(row.billedMinor, currency),
    leftHT: row.leftMinor === null ? null : toMajor(row.leftMinor, currency),
  }
}
