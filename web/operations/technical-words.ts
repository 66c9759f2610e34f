/** The technical log's filters, as they are in the address. */
export type TechnicalWords = Readonly<Record<'level' | 'source' | 'q' | 'from' | 'to', string>>
