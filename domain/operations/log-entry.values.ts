/** Levels and sources of the technical log (specification, section 9). */
export const LOG_LEVELS = ['Error', 'Warning', 'Info', 'Debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_SOURCES = ['OpenIARequest', 'Insee', 'Gmail', 'Scraper', 'Scheduler', 'Demo', 'LogCleaner'] as const
export type LogSource = (typeof LOG_SOURCES)[number]
