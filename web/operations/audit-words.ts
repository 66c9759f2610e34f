import { localDays } from './log-days.ts'
import type { AuditFilter } from './operations.queries.ts'

/** The audit's filters, as they are in the address. */
export type AuditWords = Readonly<Record<'actor' | 'entity' | 'correlation' | 'from' | 'to', string>>
export const NO_AUDIT_WORDS: AuditWords = { actor: '', entity: '', correlation: '', from: '', to: '' }

/** The server's filter for the address. */
export const filterOf = ({ actor, entity, correlation, from, to }: AuditWords): AuditFilter => ({
  ...(actor.trim() && { actor: actor.trim() }),
  ...(entity && { entity }),
  ...(correlation && { correlationId: correlation }),
  ...localDays(from, to),
})
