/** What a user is told of. */
export const NOTIFICATION_KINDS = ['eventReminder', 'toValidate', 'chargeReminder', 'runFailed', 'billLate'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
