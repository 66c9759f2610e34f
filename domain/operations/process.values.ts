/** Names of the tools of the command center, as `api.md` writes them. */
export const PROCESS_NAMES = [
  'job-scraper',
  'transaction-planifier',
  'demo-reset',
  'log-cleaner',
  'jobs-cleaner',
] as const
export type ProcessName = (typeof PROCESS_NAMES)[number]

/** A check of the whole log, which runs like a tool and is shown by a screen of its own. */
export const INTEGRITY_CHECK = 'integrity-check'
export type RunName = ProcessName | typeof INTEGRITY_CHECK

/** End of a run. */
export const RUN_RESULTS = ['done', 'cancelled', 'failed'] as const
export type RunResult = (typeof RUN_RESULTS)[number]

/**
 * Counts of a run. A dry run counts what a run would do. Each has a word in
 * `api/contract/words/<lang>/operations.json`.
 */
export const RUN_COUNTS = ['accounts', 'done', 'failed', 'found', 'kept', 'removed'] as const
export type RunCounts = Readonly<Partial<Record<(typeof RUN_COUNTS)[number], number>>>

/**
 * Choices for a run. `days`: entries younger than this are kept. `account`: id of the only user it
 * works for.
 */
export type RunOptions = {
  readonly days?: number | undefined
  readonly account?: string | undefined
}

/** The choices that each tool takes; others are refused. */
export const TOOL_OPTIONS = {
  'job-scraper': ['account'],
  'transaction-planifier': ['account'],
  'demo-reset': ['account'],
  'log-cleaner': ['days'],
  'jobs-cleaner': ['days'],
} as const satisfies Readonly<Record<ProcessName, readonly (keyof RunOptions)[]>>
export const KEPT_DAYS = { least: 7, most: 3650 } as const
