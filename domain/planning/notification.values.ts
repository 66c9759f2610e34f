/** Subjects of a notification. `processFailed` is for administrators. */
export const NOTIFICATION_KINDS = [
  'eventReminder',
  'toValidate',
  'chargeReminder',
  'runFailed',
  'billLate',
  'quoteAccepted',
  'quoteDeclined',
  'quoteEnding',
  'jobSuggestion',
  'trialEnding',
  'supportAnswered',
  'importFinished',
  'importFailed',
  'timesheetApproved',
  'timesheetNoted',
  'timesheetCommented',
  'recordOpened',
  'processFailed',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
