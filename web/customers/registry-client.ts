import type { RegistryCompany } from '#contract/profile/profile.schemas.ts'

/** What the registry tells of a company, as a client's fields. */
export const clientOf = ({
  name,
  legalStatus,
  siren,
  siret,
  address,
  sector,
  TvaNumber,
}: RegistryCompany) => ({
  name,
  legalStatus,
  siren,
  siret,
  address,
  TvaNumber,
  ...(sector && { sector }),
})

/** What a client's form begins with: most clients of a French freelancer are French. */
export const NEW_CLIENT = { address: { street: '', postalCode: '', city: '', country: 'FR' } }
