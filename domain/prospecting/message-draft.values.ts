export const DRAFT_TONES = ['formal', 'friendly', 'short'] as const
export type DraftTone = (typeof DRAFT_TONES)[number]

/** @unit characters */
export const MESSAGE_MAX = 5000
