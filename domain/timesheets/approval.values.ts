/**
 * Where a contract's month stands with its client. `seen`: its link was opened. `withdrawn`: its
 * link was withdrawn before an answer.
 */
export const APPROVAL_STATUSES = [
  'sent',
  'seen',
  'noted',
  'commented',
  'approved',
  'reopened',
  'withdrawn',
] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** Answers of a client. */
export const APPROVAL_ANSWERS = ['approve', 'note', 'comment'] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

/** Longest texts of an answer and of a reason. @unit characters */
export const APPROVAL_TEXTS = { name: 100, comment: 2_000, reason: 500 } as const
