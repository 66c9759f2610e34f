/** Where a contract's month stands with its client. `withdrawn`: the links to it were revoked. */
export const APPROVAL_STATUSES = ['sent', 'noted', 'commented', 'approved', 'reopened', 'withdrawn'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** What a client may answer. */
export const APPROVAL_ANSWERS = ['approve', 'note', 'comment'] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]

/** Longest texts of an answer and of a reason. */
export const APPROVAL_TEXTS = { name: 100, comment: 2_000, reason: 500 } as const
/** How long a link works. @unit days */
export const LINK_DAYS = 60
