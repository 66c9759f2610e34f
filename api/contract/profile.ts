import { z } from 'zod'
import { Address, AnsweredAddress } from '#domain/kernel/address.ts'
import { BirthTime, DayTime, Iban, Money, Siren, Siret, Url, VatNumber } from '#domain/kernel/fields.ts'
import { LEGAL_STATUSES } from '#domain/kernel/legal-statuses.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { VAT_EXIGIBILITIES, VAT_PERIODICITIES, VAT_REGIMES } from '#domain/profile/vat-regime.values.ts'
import { AnsweredDay, audit, Currency, Id, Instant, own, route, Version, Written } from './route.ts'

export { VAT_EXIGIBILITIES, VAT_PERIODICITIES, VAT_REGIMES } from '#domain/profile/vat-regime.values.ts'
export { LEGAL_STATUSES, SECTORS } from '#domain/kernel/legal-statuses.ts'

/** Largest logo, signature or photo. @unit bytes, once decoded */
export const MAX_PICTURE_BYTES = 500_000
/** A picture travels as base64 in a data URL, or bare. @unit characters */
const MAX_PICTURE_TEXT = 700_000
/** A little more than the picture, for the JSON around it. */
const PICTURE_BODY = 720_000

const identity = {
  name: oneLine(200).min(1),
  commercialName: oneLine(200),
  legalStatus: z.enum(['', ...LEGAL_STATUSES]),
  siren: Siren,
  siret: Siret,
  rcs: oneLine(100),
  shareCapital: Money.min(0),
  address: Address,
  sector: oneLine(100),
  website: Url,
  startDate: DayTime,
}
const bank = {
  bankName: oneLine(120),
  bankNumber: Iban,
  accountType: z.enum(['personal', 'business']),
  currency: Currency,
}
/** `tvaRegimeFrom` is the day from which another regime runs; 0 or absent keeps the one in force. */
const tva = {
  TvaNumber: VatNumber,
  tvaRegime: z.enum(['', ...VAT_REGIMES]),
  tvaRegimeFrom: DayTime,
  tvaPeriodicity: z.enum(['', ...VAT_PERIODICITIES]),
  tvaTaxeType: z.enum(['', ...VAT_EXIGIBILITIES]),
}
const facts = z.strictObject({ ...identity, ...bank, ...tva })

export const ProfessionalInfoDraft = facts.partial().required({ name: true }).extend({ id: Id.optional() })
export type ProfessionalInfoDraft = z.output<typeof ProfessionalInfoDraft>
export const ProfessionalInfoPatch = facts.partial().extend({ id: Id, version: Version })
export type ProfessionalInfoPatch = z.output<typeof ProfessionalInfoPatch>

/** VAT facts are those in force today; `tvaRegimes` tells them all, by the day each starts. Logo and signature are data URLs. */
export const ProfessionalInfo = facts.extend({
  ...audit,
  name: z.string(),
  commercialName: z.string(),
  rcs: z.string(),
  sector: z.string(),
  bankName: z.string(),
  address: AnsweredAddress,
  startDate: AnsweredDay,
  tvaRegimeFrom: AnsweredDay,
  tvaRegimes: z.array(z.object({ regime: z.enum(VAT_REGIMES), from: AnsweredDay })),
  logo: z.string().nullable(),
  signature: z.string().nullable(),
})
export type ProfessionalInfo = z.output<typeof ProfessionalInfo>

/** Paths of the profile's fields: `missing` blocks a bill, `advised` does not. */
export const Readiness = z.object({ ready: z.boolean(), missing: z.array(z.string()), advised: z.array(z.string()) })
export type Readiness = z.output<typeof Readiness>

/** A company as the public registry knows it. `sector` is one of the product's, empty when the registry's has no counterpart. */
export const RegistryCompany = z.object({
  name: z.string(),
  legalStatus: z.enum(['', ...LEGAL_STATUSES]),
  siren: z.string(),
  siret: z.string(),
  address: Address,
  sector: z.string(),
  active: z.boolean(),
  closedOn: AnsweredDay,
  TvaNumber: z.string(),
})
export type RegistryCompany = z.output<typeof RegistryCompany>

const RegistryQuery = z
  .object({ name: oneLine(100).min(3).optional(), siren: Siren.optional(), siret: Siret.optional() })
  .refine(
    (query) => [query.name, query.siren, query.siret].filter((part) => part !== undefined && part !== '').length === 1,
    {
      params: { code: 'REGISTRY_QUERY_INVALID' },
      path: ['name'],
    },
  )

const Picture = z.strictObject({ id: Id, content: z.string().max(MAX_PICTURE_TEXT).nullable(), version: Version })

const one = own.extend({ id: Id })
const read = { permission: 'perm_professional_info_menu' } as const
const update = { permission: 'perm_professional_info_update' } as const

export const professionalInfoRoutes = {
  list: route({
    method: 'GET',
    path: '/professionalInfo/:userId/all',
    summary: 'Own professional profiles, the oldest first',
    access: read,
    params: own,
    reply: z.array(ProfessionalInfo),
    csv: true,
  }),
  readiness: route({
    method: 'GET',
    path: '/professionalInfo/:userId/:id/readiness',
    summary: 'What still blocks a bill of this profile',
    access: read,
    params: one,
    query: z.object({ at: Instant }),
    reply: Readiness,
  }),
  find: route({
    method: 'GET',
    path: '/professionalInfo/insee/:userId/find',
    summary: 'Companies of the public registry, by name, SIREN or SIRET',
    access: 'signed-in',
    params: own,
    query: RegistryQuery,
    reply: z.array(RegistryCompany),
    perMinute: 60,
  }),
  add: route({
    method: 'POST',
    path: '/professionalInfo/:userId',
    summary: 'Adds a professional profile; the first one becomes the active one',
    access: update,
    params: own,
    body: ProfessionalInfoDraft,
    reply: Written,
  }),
  change: route({
    method: 'PUT',
    path: '/professionalInfo/:userId',
    summary: 'Changes a professional profile; absent fields stay as they are',
    access: update,
    params: own,
    body: ProfessionalInfoPatch,
    reply: Written,
  }),
  changeLogo: route({
    method: 'PUT',
    path: '/professionalInfo/:userId/logo',
    summary: 'Sets the logo (PNG, JPEG or WebP, 500 kB at most); null or empty removes it',
    access: update,
    params: own,
    body: Picture,
    reply: Written,
    maxBody: PICTURE_BODY,
  }),
  changeSignature: route({
    method: 'PUT',
    path: '/professionalInfo/:userId/signature',
    summary: 'Sets the signature (PNG, JPEG or WebP, 500 kB at most); null or empty removes it',
    access: update,
    params: own,
    body: Picture,
    reply: Written,
    maxBody: PICTURE_BODY,
  }),
  changeBank: route({
    method: 'PUT',
    path: '/professionalInfo/:userId/bankInfo',
    summary: 'Changes the bank details',
    access: update,
    params: own,
    body: z.strictObject(bank).partial().extend({ id: Id, version: Version }),
    reply: Written,
  }),
  changeTva: route({
    method: 'PUT',
    path: '/professionalInfo/:userId/tvaInfo',
    summary: 'Changes the VAT facts; another regime asks from which day',
    access: update,
    params: own,
    body: z.strictObject(tva).partial().extend({ id: Id, version: Version }),
    reply: Written,
  }),
  remove: route({
    method: 'DELETE',
    path: '/professionalInfo/:userId/:id',
    summary: 'Removes a profile that has issued no bill',
    access: update,
    params: one,
    reply: Written,
  }),
}

const personal = z.strictObject({
  firstName: oneLine(100),
  lastName: oneLine(100),
  gender: z.enum(['', 'male', 'female']),
  birthDate: BirthTime,
  address: Address,
  description: lines(5000),
})
const photo = { photo: z.string().max(MAX_PICTURE_TEXT).nullable() }
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
const PersonalProfileBody = personal
  .extend(photo)
  .partial()
  .extend({ id: z.string().max(100).optional(), version: Version })
export type PersonalProfileBody = z.output<typeof PersonalProfileBody>

/** One a user: its id is the user's. */
export const personalProfileRoutes = {
  list: route({
    method: 'GET',
    path: '/profile/:userId/all',
    summary: 'The own personal profile, as a list of none or one',
    access: { permission: 'perm_personal_info_menu' },
    params: own,
    reply: z.array(PersonalProfile),
  }),
  add: route({
    method: 'POST',
    path: '/profile/:userId',
    summary: 'Writes the personal profile',
    access: { permission: 'perm_personal_info_update' },
    params: own,
    body: PersonalProfileBody,
    reply: Written,
    maxBody: PICTURE_BODY,
  }),
  change: route({
    method: 'PUT',
    path: '/profile/:userId',
    summary: 'Changes the personal profile; absent fields stay as they are',
    access: { permission: 'perm_personal_info_update' },
    params: own,
    body: PersonalProfileBody,
    reply: Written,
    maxBody: PICTURE_BODY,
  }),
  remove: route({
    method: 'DELETE',
    path: '/profile/:userId/:id',
    summary: 'Empties the personal profile',
    access: { permission: 'perm_personal_info_update' },
    params: own.extend({ id: z.string().max(100) }),
    reply: Written,
  }),
}
