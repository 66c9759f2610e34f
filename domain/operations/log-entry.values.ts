/**
 * Levels and sources of the technical log (specification, section 9), and `Access`: who was
 * refused.
 */
export const LOG_LEVELS = ['Error', 'Warning', 'Info', 'Debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_SOURCES = [
  'OpenIARequest',
  'Insee',
  'Gmail',
  'Scraper',
  'Scheduler',
  'Demo',
  'LogCleaner',
  'Access',
] as const
export type LogSource = (typeof LOG_SOURCES)[number]

/** Details that a line may carry. Each has a word in `operations.json` of every language. */
export const LOG_DETAILS = [
  'attempt',
  'code',
  'detail',
  'by',
  'found',
  'reason',
  'list',
  'done',
  'removed',
  'kept',
  'days',
  'from',
  'account',
  'route',
] as const
export type LogDetail = (typeof LOG_DETAILS)[number]
