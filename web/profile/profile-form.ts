import { z } from 'zod'
import { type ProfessionalInfo, ProfessionalInfoDraft } from '#contract/profile/profile.schemas.ts'
import { isCompanyForm } from '#contract/kernel/identifiers.ts'

/** The contract's schema; an empty capital or rate counts as none. */
export const ProfileForm = ProfessionalInfoDraft.omit({ id: true }).extend({
  shareCapital: z.preprocess(
    (value: number | null | undefined) => value ?? 0,
    ProfessionalInfoDraft.shape.shareCapital,
  ),
  penaltyRate: z.preprocess(
    (value: number | null | undefined) => value ?? 0,
    ProfessionalInfoDraft.shape.penaltyRate,
  ),
})
export type ProfileValues = z.input<typeof ProfileForm>
export type ProfileFacts = z.output<typeof ProfileForm>

const none: ProfileValues = {
  name: '',
  commercialName: '',
  legalStatus: '',
  siren: '',
  siret: '',
  rcs: '',
  shareCapital: 0,
  address: { street: '', postalCode: '', city: '', country: 'FR' },
  sector: '',
  website: '',
  startDate: 0,
  colour: 0,
  activity: '',
  incomeTaxOption: false,
  acreFrom: 0,
  urssafPeriodicity: '',
  firstPeriodFrom: 0,
  bankName: '',
  bankNumber: '',
  accountType: 'business',
  currency: 'EUR',
  TvaNumber: '',
  tvaRegime: '',
  tvaRegimeFrom: 0,
  tvaPeriodicity: '',
  tvaTaxeType: '',
  paymentDeadline: 0,
  penaltyBasis: '',
  penaltyRate: 0,
  discountTerms: '',
  header: '',
  footer: '',
  language: '',
}

/**
 * The form's initial values; a new profile takes the user's own currency. The day of a regime is
 * asked for a new regime only, so it starts empty.
 */
export function valuesOf(profile: ProfessionalInfo | null, usualCurrency = 'EUR'): ProfileValues {
  if (!profile) return { ...none, currency: usualCurrency }
  const present = Object.fromEntries(
    Object.keys(none).map((key) => [
      key,
      profile[key as keyof ProfessionalInfo] ?? none[key as keyof ProfileValues],
    ]),
  ) as ProfileValues // the keys are those of `none`
  return { ...present, tvaRegimeFrom: 0 }
}

/**
 * The body to send. A regime's day is sent only when it was entered (the regime changes). The
 * franchise has no VAT number, periodicity or due event; a legal form without capital has no
 * capital.
 */
export function bodyOf(values: ProfileFacts): ProfileFacts {
  const { tvaRegimeFrom, TvaNumber, tvaPeriodicity, tvaTaxeType, tvaRegime, ...rest } = values
  const charged = tvaRegime !== 'franchise' && tvaRegime !== '' && tvaRegime !== undefined
  return {
    ...rest,
    ...(tvaRegime ? { tvaRegime } : {}),
    ...(tvaRegimeFrom ? { tvaRegimeFrom } : {}),
    ...(charged && { TvaNumber, tvaPeriodicity, ...(tvaTaxeType ? { tvaTaxeType } : {}) }),
    ...(rest.legalStatus !== undefined &&
      !isCompanyForm(rest.legalStatus) && {
        rcs: rest.rcs ?? '',
        shareCapital: rest.shareCapital ?? 0,
      }),
  }
}
