/** Values of events, for a browser without zod. */
export { FREQUENCIES, type Scope, SCOPES } from '#domain/planning/recurrence.values.ts'

/** What a calendar shows beside its events. */
export const LAYERS = ['holidays', 'worked', 'bills', 'charges', 'contracts'] as const
