/** Values of events, for a browser without zod. */
export {
  FREQUENCIES,
  KNOWN_FREQUENCIES,
  type Scope,
  SCOPES,
} from '#domain/planning/recurrence.values.ts'

/** Layers of a calendar beside its events. */
export const LAYERS = ['holidays', 'worked', 'bills', 'charges', 'contracts', 'tasks'] as const

/** Sources of the reminders. */
export const REMINDER_LAYERS = [
  'bills',
  'charges',
  'vat',
  'scheduled',
  'contracts',
  'tasks',
  'offers',
  'events',
  'plan',
] as const
export const REMINDER_GROUPS = ['overdue', 'today', 'week'] as const

export { DIGEST_RHYTHMS } from '#domain/planning/digest.values.ts'
