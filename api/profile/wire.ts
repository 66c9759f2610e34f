import type { Documents } from '#commands/gateways/documents/documents.ts'
import type {
  ProfessionalInfoDraft,
  ProfessionalInfoPatch,
  ProfessionalInfo as ProfessionalInfoReply,
  PersonalProfileBody,
  PersonalProfile,
} from '#contract/profile/profile.schemas.ts'
import { homeAddress } from '#domain/kernel/address.ts'
import { toMinor, toRate } from '#domain/kernel/money.ts'
import { type Day, dayOfEpoch, epochOfDay } from '#domain/kernel/time.ts'
import { type PersonalFacts, personalProfileView } from '#domain/profile/personal-profile.ts'
import {
  type BankDetails,
  type BillTerms,
  type BusinessIdentity,
  professionalInfoView,
  type VatChoice,
} from '#domain/profile/professional-info.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import type { PersonalProfileDoc } from '#projections/profile/personal-profiles.ts'
import type { ProfessionalInfoDoc } from '#projections/profile/professional-infos.ts'
import { imageAsDataUrl } from '#api/kernel/stored-images.ts'
import { auditFields } from '../kernel/audit-fields.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'

type Facts = Omit<ProfessionalInfoPatch, 'id' | 'version'>

const identityOf = (body: Facts): Partial<BusinessIdentity> =>
  patch({
    name: body.name,
    commercialName: body.commercialName,
    legalStatus: body.legalStatus,
    siren: body.siren,
    siret: body.siret,
    rcs: body.rcs,
    shareCapitalMinor:
      body.shareCapital === undefined
        ? undefined
        : (toMinor(body.shareCapital, 'EUR') ?? undefined),
    address: body.address,
    sector: body.sector,
    website: body.website,
    startDate: dayPatch(body.startDate),
    colour: body.colour,
    activity: body.activity,
    incomeTaxOption: body.incomeTaxOption,
    acreFrom: dayPatch(body.acreFrom),
    urssafPeriodicity: body.urssafPeriodicity,
    firstPeriodFrom: dayPatch(body.firstPeriodFrom),
  })

const bankOf = (body: Facts): Partial<BankDetails> =>
  patch({
    bankName: body.bankName,
    iban: body.bankNumber,
    accountType: body.accountType,
    currency: body.currency,
  })

const termsOf = (body: Facts): Partial<BillTerms> =>
  patch({
    paymentDays: body.paymentDeadline,
    penaltyBasis: body.penaltyBasis ?? (body.penaltyRate ? ('rate' as const) : undefined),
    penaltyRate:
      body.penaltyRate === undefined ? undefined : (toRate(body.penaltyRate) ?? undefined),
    discountTerms: body.discountTerms,
    header: body.header,
    footer: body.footer,
    language: body.language,
  })

/** An empty choice of the wire is no choice. */
const vatOf = (body: Facts): VatChoice =>
  patch({
    regime: body.tvaRegime || undefined,
    from: body.tvaRegimeFrom ? dayOfEpoch(body.tvaRegimeFrom) : undefined,
    number: body.TvaNumber,
    periodicity: body.tvaPeriodicity,
    exigibility: body.tvaTaxeType || undefined,
  })

const emptyIdentity: BusinessIdentity = {
  name: '',
  commercialName: '',
  legalStatus: '',
  siren: '',
  siret: '',
  rcs: '',
  shareCapitalMinor: 0,
  address: homeAddress,
  sector: '',
  website: '',
  startDate: '',
}
const emptyBank: BankDetails = { bankName: '', iban: '', accountType: 'business', currency: 'EUR' }

export const addOf = (body: ProfessionalInfoDraft) => ({
  type: 'AddProfessionalInfo' as const,
  identity: { ...emptyIdentity, ...identityOf(body) },
  bank: { ...emptyBank, ...bankOf(body) },
  vat: vatOf(body),
  billTerms: termsOf(body),
})
export const changeOf = (body: Facts) => ({
  type: 'ChangeProfessionalInfo' as const,
  identity: identityOf(body),
  bank: bankOf(body),
  vat: vatOf(body),
  billTerms: termsOf(body),
})

const pictureOf = async (documents: Documents, sha256: string | null): Promise<string | null> =>
  sha256 === null ? null : (await imageAsDataUrl(documents, sha256)) || null

/**
 * A profile as answered: the VAT terms of `today`, or the first planned ones when none are in force
 * yet.
 */
export async function professionalInfoReply(
  documents: Documents,
  doc: ProfessionalInfoDoc,
  today: Day,
): Promise<ProfessionalInfoReply> {
  const vat = vatTermsOn(doc.vat, today) ?? doc.vat[0] ?? null
  const [logo, signature] = await Promise.all([
    pictureOf(documents, doc.logo),
    pictureOf(documents, doc.signature),
  ])
  return {
    ...auditFields(doc),
    ...professionalInfoView(doc, vat),
    tvaRegimes: doc.vat.map(({ from, terms }) => ({
      regime: terms.regime,
      from: epochOfDay(from),
    })),
    logo,
    signature,
  }
}

/**
 * @param photo SHA-256 of the stored picture, null for none, undefined when the body has no photo
 */
export const personalChangesOf = (
  body: PersonalProfileBody,
  photo: string | null | undefined,
): Partial<PersonalFacts> =>
  patch({
    firstName: body.firstName,
    lastName: body.lastName,
    gender: body.gender,
    birthDate: dayPatch(body.birthDate),
    address: body.address,
    description: body.description,
    photo,
  })
export async function personalProfileReply(
  documents: Documents,
  doc: PersonalProfileDoc,
): Promise<PersonalProfile> {
  return {
    ...auditFields(doc),
    ...personalProfileView(doc.facts),
    photo: await pictureOf(documents, doc.facts.photo),
  }
}
