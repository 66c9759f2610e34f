/** Records of which two may be found to be one. */
export type MergedEntity = 'company' | 'contact'

/** Why two records look like one. */
export const DUPLICATE_REASONS = ['siret', 'siren', 'name', 'email', 'phone'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]
