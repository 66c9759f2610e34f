/** Outcome of an event's import: `known` events stay as they are. */
export const IMPORT_ACTS = ['add', 'update', 'cancel', 'known'] as const
export type ImportAct = (typeof IMPORT_ACTS)[number]

/** Parts of an event that are not kept. `rules`: a second one; `many`: too many exceptions. */
export const IMPORT_NOTES = ['rule', 'rules', 'zone', 'odd', 'many'] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]

/** Why an event can't be taken: no start, outside the product's years, too long, or an answer. */
export const LOSS_REASONS = ['start', 'years', 'length', 'answer'] as const
export type LossReason = (typeof LOSS_REASONS)[number]
