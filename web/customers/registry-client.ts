import type { RegistryCompany } from '#contract/profile/profile.schemas.ts'

/** Fields of a client from the registry's company. */
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

/** First values of a client's form: most clients of a French freelancer are French. */
export const NEW_CLIENT = { address: { street: '', postalCode: '', city: '', country: 'FR' } }
