/** Outcome of a client's import: it is added, or a client of its number or name is here. */
export const CLIENT_ACTS = ['add', 'known'] as const
export type ClientAct = (typeof CLIENT_ACTS)[number]

/** Fields whose value may be none. */
export const CLIENT_FIELDS = ['siren', 'siret', 'TvaNumber', 'email', 'website', 'address'] as const
export type ClientField = (typeof CLIENT_FIELDS)[number]
