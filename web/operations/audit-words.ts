import { localDays } from './log-days.ts'
import type { AuditFilter } from './operations.queries.ts'

/** What the audit is narrowed by, as it stands in the address. */
export type AuditWords = Readonly<Record<'actor' | 'entity' | 'correlation' | 'from' | 'to', string>>
export const NO_AUDIT_WORDS: AuditWords = { actor: '', entity: '', correlation: '', from: '', to: '' }

/** What is asked of the server for what stands in the address. */
export const filterOf = ({ actor, entity, correlation, from, to }: AuditWords): AuditFilter => ({
  ...(actor.trim() && { actor: actor.trim() }),
  ...(entity && { entity }),
  ...(correlation && { correlationId: correlation }),
  ...localDays(from, to),
})
