/**
 * Commands that the assistant may propose; the person's own confirmation sends the ordinary
 * command.
 */
export const CARD_COMMANDS = ['task', 'event', 'bill', 'contact', 'offer'] as const
export type CardCommand = (typeof CARD_COMMANDS)[number]

/** End of an answer. A `cut` answer reached its largest size. */
export const ANSWER_ENDS = ['answered', 'cut', 'failed', 'cancelled'] as const
export type AnswerEnd = (typeof ANSWER_ENDS)[number]

/** @unit characters */
export const QUESTION_LENGTH = 2_000
