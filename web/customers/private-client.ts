/** Fields of a company that a private person has not. */
const OF_BUSINESSES = ['siren', 'siret', 'TvaNumber', 'legalStatus', 'commercialName', 'sector']

/** Fields that are not asked of a client. */
export const pointlessFor = ({ nature }: Readonly<Record<string, unknown>>): readonly string[] =>
  nature === 'person' ? OF_BUSINESSES : []
