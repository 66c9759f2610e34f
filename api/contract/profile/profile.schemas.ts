import { z } from 'zod'
import { ACTIVITIES, URSSAF_PERIODICITIES } from '#domain/finance/activities.values.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { DISCOUNT_TERMS_LENGTH, PENALTY_BASES } from '#domain/billing/terms.values.ts'
import { Address, AnsweredAddress } from '#domain/kernel/address.ts'
import { kindsOfSchemas } from '#domain/kernel/records/field.ts'
import {
  BirthTime,
  DayTime,
  Iban,
  Money,
  Siren,
  Siret,
  Url,
  VatNumber,
} from '#domain/kernel/records/fields.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { normaliseRcs } from '#domain/kernel/identifiers.ts'
import { LEGAL_STATUSES } from '#domain/kernel/legal-statuses.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import {
  VAT_EXIGIBILITIES,
  VAT_PERIODICITIES,
  VAT_REGIMES,
} from '#domain/profile/vat-regime.values.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Currency, Id, Version } from '#contract/kernel/inputs.schemas.ts'

const identity = {
  name: oneLine(200).min(1),
  commercialName: oneLine(200),
  legalStatus: z.enum(['', ...LEGAL_STATUSES]),
  siren: Siren,
  siret: Siret,
  rcs: oneLine(100).overwrite(normaliseRcs),
  shareCapital: Money.min(0),
  address: Address,
  sector: oneLine(100),
  website: Url,
  startDate: DayTime,
  colour: z.int().min(0).max(PALETTE_SIZE).register(kindsOfSchemas, { kind: 'colour' }),
  /**
   * Terms of a micro-entrepreneur's contributions. Charges of contributions follow it, unless it is
   * empty.
   */
  activity: z.enum(['', ...ACTIVITIES]),
  incomeTaxOption: z.boolean(),
  acreFrom: DayTime,
  /** Rhythm of the declarations to Urssaf. Its choice sets up the charge that proposes them. */
  urssafPeriodicity: z.enum(['', ...URSSAF_PERIODICITIES]),
  /** First day of the first period that is declared here; 0 leaves it to the records. */
  firstPeriodFrom: DayTime,
}
export const bank = {
  bankName: oneLine(120),
  bankNumber: Iban,
  accountType: z.enum(['personal', 'business']),
  currency: Currency,
}
/** `tvaRegimeFrom` is the first day of another regime; 0 or absent keeps the present one. */
export const tva = {
  TvaNumber: VatNumber,
  tvaRegime: z.enum(['', ...VAT_REGIMES]),
  tvaRegimeFrom: DayTime,
  tvaPeriodicity: z.enum(['', ...VAT_PERIODICITIES]),
  tvaTaxeType: z.enum(['', ...VAT_EXIGIBILITIES]),
}
/**
 * Terms of its bills unless a contract or a bill says otherwise. 0 and empty stand for the law's.
 */
const terms = {
  paymentDeadline: z.int().min(0).max(365),
  penaltyBasis: z.enum(['', ...PENALTY_BASES]),
  penaltyRate: z.number().min(0).max(100).multipleOf(0.01),
  discountTerms: oneLine(DISCOUNT_TERMS_LENGTH),
  header: lines(2000),
  footer: lines(2000),
  language: z.enum(['', ...PAPER_LANGUAGES]),
}
const facts = z.strictObject({ ...identity, ...bank, ...tva, ...terms })

export const ProfessionalInfoDraft = facts
  .partial()
  .required({ name: true })
  .extend({ id: Id.optional() })
export type ProfessionalInfoDraft = z.output<typeof ProfessionalInfoDraft>

/**
 * VAT fields are those in force today; `tvaRegimes` lists all regimes with their first days. Logo
 * and signature are data URLs.
 */
export const ProfessionalInfo = facts.extend({
  ...audit,
  name: z.string(),
  commercialName: z.string(),
  rcs: z.string(),
  sector: z.string(),
  bankName: z.string(),
  discountTerms: z.string(),
  header: z.string(),
  footer: z.string(),
  address: AnsweredAddress,
  startDate: AnsweredDay,
  acreFrom: AnsweredDay,
  firstPeriodFrom: AnsweredDay,
  tvaRegimeFrom: AnsweredDay,
  tvaRegimes: z.array(z.object({ regime: z.enum(VAT_REGIMES), from: AnsweredDay })),
  logo: z.string().nullable(),
  signature: z.string().nullable(),
})
export type ProfessionalInfo = z.output<typeof ProfessionalInfo>
/** A professional profile as it was read, or a part of it. */
export const ProfessionalInfoPatch = readBack(
  facts.partial().extend({ id: Id, version: Version }),
  ProfessionalInfo,
)
export type ProfessionalInfoPatch = z.output<typeof ProfessionalInfoPatch>

/** Paths of the profile's fields: `missing` blocks a bill, `advised` does not. */
export const Readiness = z.object({
  ready: z.boolean(),
  missing: z.array(z.string()),
  advised: z.array(z.string()),
})
export type Readiness = z.output<typeof Readiness>

/**
 * A company of the public registry. `sector` is one of the product's, empty when the registry's has
 * no counterpart. `legalStatus` EI is any sole trader: whether it is a micro-entrepreneur has to be
 * asked.
 */
export const RegistryCompany = z.object({
  name: z.string(),
  legalStatus: z.enum(['', ...LEGAL_STATUSES]),
  siren: z.string(),
  siret: z.string(),
  address: Address,
  sector: z.string(),
  /** The day on which the business was created; 0 where the registry does not say. */
  startDate: AnsweredDay,
  active: z.boolean(),
  closedOn: AnsweredDay,
  TvaNumber: z.string(),
})
export type RegistryCompany = z.output<typeof RegistryCompany>

const personal = z.strictObject({
  firstName: oneLine(100),
  lastName: oneLine(100),
  gender: z.enum(['', 'male', 'female']),
  birthDate: BirthTime,
  address: Address,
  description: lines(5000),
})
const photo = { photo: z.string().nullable() }
export const PersonalProfile = personal.extend({
  ...audit,
  ...photo,
  firstName: z.string(),
  lastName: z.string(),
  birthDate: AnsweredDay,
  address: AnsweredAddress,
  description: z.string(),
})
export type PersonalProfile = z.output<typeof PersonalProfile>
export const PersonalProfileBody = personal
  .extend(photo)
  .partial()
  .extend({ id: z.string().max(100).optional(), version: Version })
export type PersonalProfileBody = z.output<typeof PersonalProfileBody>
