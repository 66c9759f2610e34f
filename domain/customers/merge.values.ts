/** Records of which two may be found to be one. */
export const MERGED_ENTITIES = ['company', 'contact'] as const
export type MergedEntity = (typeof MERGED_ENTITIES)[number]

/** Why two records look like one. */
export const DUPLICATE_REASONS = ['siret', 'siren', 'name', 'email', 'phone'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]
