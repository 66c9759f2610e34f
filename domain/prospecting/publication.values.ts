/** Choices of a publication. @source specification, section 9; states: Draft, Published */
export const PUBLICATION_STATES = ['draft', 'published'] as const
export const STARTS = ['asap', 'date'] as const
export const APPLICATION_RECEPTIONS = ['byemail', 'externalSite'] as const
/** Outcome of an application. */
export const APPLICATION_STATES = ['received', 'contacted', 'retained', 'refused'] as const
