import type { LogDetail, LogLevel, LogSource } from './log-entry.values.ts'

/**
 * Figures, names of the code and ids; and the network address of a refused client. Never a text of
 * a user or a secret.
 */
export type LogDetails = Readonly<Partial<Record<LogDetail, string | number>>>

/** A line of the technical log, to be written. */
export type LogLine = {
  readonly level: LogLevel
  readonly source: LogSource
  /** A code of a catalogue; its sentence is told in the language of the reader. */
  readonly message: string
  readonly details?: LogDetails
  /** Correlation id, the same as that of its events. */
  readonly correlationId?: string
  readonly durationMs?: number
  /** Entries of this kind are not counted together: each has its own correlation id. */
  readonly alone?: true
}

export type LogEntry = {
  /** Opaque. */
  readonly id: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly level: LogLevel
  readonly source: LogSource
  readonly message: string
  /** Correlation id of the first occurrence. */
  readonly correlationId: string
  /** Null when nothing was timed. For a repeated line, the longest. */
  readonly durationMs: number | null
  /** Repetitions within a minute; 1 for a line that was not repeated. */
  readonly repeated: number
  /** Time of the last occurrence. */
  readonly lastAt: number
  readonly details: LogDetails
}

/** A searched word: the beginning of a word of an entry, or a word of these messages' sentences. */
type LogWord = { readonly text: string; readonly messages: readonly string[] }

/**
 * An empty list of levels, sources or words asks for all of them. `from` and `to` are inclusive.
 */
export type LogFilter = {
  readonly levels: readonly LogLevel[]
  readonly sources: readonly LogSource[]
  readonly words: readonly LogWord[]
  readonly from?: number | undefined
  readonly to?: number | undefined
}

type LogPage = { readonly items: readonly LogEntry[]; readonly next: string | null }

/**
 * Number of matching entries per level. For the levels in `atLeast` counting stopped early, so
 * there may be more.
 */
export type LogCounts = {
  readonly levels: Readonly<Record<LogLevel, number>>
  readonly atLeast: readonly LogLevel[]
}
/**
 * Counting stops at this number for each level. A search by words counts the newest entries only.
 */
export const COUNTED = 10_000
export const COUNTED_BY_WORDS = 2_000

/**
 * The technical log: what the machinery did, kept for a limited time (`decisions.md` D26). The
 * event log is another, and is kept for good. Every adapter passes `tests/conformance/log-book.ts`.
 */
export interface LogBook {
  /** Returns at once and never throws: the caller neither waits for the log nor fails with it. */
  write(line: LogLine): void
  /** Newest first. @param cursor `next` of the previous page */
  find(
    filter: LogFilter,
    options: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<LogPage>
  /** Ignores the filter's levels: how many lines each level would show. */
  count(filter: LogFilter): Promise<LogCounts>
  /** @returns how many entries are older than `before`, and how many are not */
  older(before: number): Promise<{ readonly older: number; readonly kept: number }>
  /** Removes entries older than `before`. @returns how many */
  clean(before: number): Promise<number>
  ping(): Promise<void>
  /** Resolves once all written lines are stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

const catalogued = new Set<string>()
/** Every message of every catalogue loaded so far. */
export const logMessages = (): readonly string[] => [...catalogued].sort()

/**
 * The lines that one part of the product writes, each with its level. The sentences are in
 * `api/contract/words/<lang>/`, under `log`.
 *
 * @returns a maker: `book.write(line('REGISTRY_ANSWERED', { details, durationMs }))`
 */
export function logLines<const K extends string>(
  source: LogSource,
  levels: Readonly<Record<K, LogLevel>>,
) {
  for (const message of Object.keys(levels)) catalogued.add(message)
  return (message: K, more: Omit<LogLine, 'level' | 'source' | 'message'> = {}): LogLine => ({
    level: levels[message],
    source,
    message,
    ...more,
  })
}

/** For code that logs lines but was given no log book. */
export const noLogBook: Pick<LogBook, 'write'> = { write: () => {} }
