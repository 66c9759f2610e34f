import { CAUSES } from '#contract/history/history.values.ts'
import { localDays } from './log-days.ts'
import type { AuditFilter } from './operations.queries.ts'

/** The audit's filters, as they are in the address. */
export type AuditWords = Readonly<
  Record<'actor' | 'entity' | 'cause' | 'correlation' | 'from' | 'to', string>
>
export const NO_AUDIT_WORDS: AuditWords = {
  actor: '',
  entity: '',
  cause: '',
  correlation: '',
  from: '',
  to: '',
}

/** The server's filter for the address. */
export const filterOf = ({
  actor,
  entity,
  cause,
  correlation,
  from,
  to,
}: AuditWords): AuditFilter => {
  // An address may name anything.
  const listedCause = CAUSES.find((one) => one === cause)
  return {
    ...(actor.trim() && { actor: actor.trim() }),
    ...(entity && { entity }),
    ...(listedCause && { cause: listedCause }),
    ...(correlation && { correlationId: correlation }),
    ...localDays(from, to),
  }
}
