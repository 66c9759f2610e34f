/** Usual days from an application to its follow-up. */
export const FOLLOW_UP_DAYS = 7
/** The latest follow-up of an application. @unit days */
export const FOLLOW_UP_MOST = 90
