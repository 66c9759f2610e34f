/** What the technical log is narrowed by, as it stands in the address. */
export type TechnicalWords = Readonly<Record<'level' | 'source' | 'q' | 'from' | 'to', string>>
