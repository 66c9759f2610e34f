import { z } from 'zod'
import { type ProfessionalInfo, ProfessionalInfoDraft } from '#contract/profile.schemas.ts'
import { isCompanyForm } from '#contract/identifiers.ts'

/** The form's schema is the contract's; an emptied capital is none. */
export const ProfileForm = ProfessionalInfoDraft.omit({ id: true }).extend({
  shareCapital: z.preprocess(
    (value: number | null | undefined) => value ?? 0,
    ProfessionalInfoDraft.shape.shareCapital,
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
  bankName: '',
  bankNumber: '',
  accountType: 'business',
  currency: 'EUR',
  TvaNumber: '',
  tvaRegime: '',
  tvaRegimeFrom: 0,
  tvaPeriodicity: '',
  tvaTaxeType: '',
}

/** What the form starts with. The day of a regime is asked for a new one only, so it always starts empty. */
export function valuesOf(profile: ProfessionalInfo | null): ProfileValues {
  if (!profile) return none
  const known = Object.fromEntries(
    Object.keys(none).map((key) => [key, profile[key as keyof ProfessionalInfo] ?? none[key as keyof ProfileValues]]),
  ) as ProfileValues // the keys are those of `none`
  return { ...known, tvaRegimeFrom: 0 }
}

/**
 * What is sent. A regime's day goes along only when one was given (the regime changes); the franchise has no number, no periodicity and
 * no due event to tell; a form without capital keeps none.
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
      !isCompanyForm(rest.legalStatus) && { rcs: rest.rcs ?? '', shareCapital: rest.shareCapital ?? 0 }),
  }
}
