import type { RegistryCompany } from '#contract/profile.schemas.ts'

/** What the registry tells of a company, as a client's fields. */
export const clientOf = ({ name, legalStatus, siren, siret, address, sector, TvaNumber }: RegistryCompany) => ({
  name,
  legalStatus,
  siren,
  siret,
  address,
  TvaNumber,
  ...(sector && { sector }),
})
