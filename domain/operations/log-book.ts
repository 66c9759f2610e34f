import type { LogDetail, LogLevel, LogSource } from './log-entry.values.ts'

/** Figures and names of the code. Never an address, a text of a user or a secret. */
export type LogDetails = Readonly<Partial<Record<LogDetail, string | number>>>

/** What a line of the technical log says, to be written. */
export type LogLine = {
  readonly level: LogLevel
  readonly source: LogSource
  /** A code of a catalogue; its sentence is told in the language of the reader. */
  readonly message: string
  readonly details?: LogDetails
  /** The conversation it belongs to: the same that its events carry. */
  readonly correlationId?: string
  readonly durationMs?: number
}

export type LogEntry = {
  /** Opaque. */
  readonly id: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly level: LogLevel
  readonly source: LogSource
  readonly message: string
  /** Of the first, where it was repeated. */
  readonly correlationId: string
  /** Null when nothing was timed; of the longest, where it was repeated. */
  readonly durationMs: number | null
  /** How often it was written within a minute; 1 for a line that was not repeated. */
  readonly repeated: number
  /** When it was written the last time. */
  readonly lastAt: number
  readonly details: LogDetails
}

/** A word that is searched for: the beginning of a word of an entry, or one of the messages whose sentence holds it. */
type LogWord = { readonly text: string; readonly messages: readonly string[] }

/** An empty list of levels, sources or words asks for all of them. `from` and `to` are inclusive. */
export type LogFilter = {
  readonly levels: readonly LogLevel[]
  readonly sources: readonly LogSource[]
  readonly words: readonly LogWord[]
  readonly from?: number | undefined
  readonly to?: number | undefined
}

type LogPage = { readonly items: readonly LogEntry[]; readonly next: string | null }

/** How many entries a filter finds at each level. Of those in `atLeast` there may be more than were counted. */
export type LogCounts = {
  readonly levels: Readonly<Record<LogLevel, number>>
  readonly atLeast: readonly LogLevel[]
}
/** A level is counted so far; of lines that are found by a word, the newest so many are counted. */
export const COUNTED = 10_000
export const COUNTED_BY_WORDS = 2_000

/**
 * The technical log: what the machinery did, kept for a while (`decisions.md` D26). It stands beside the event log, which
 * is kept for good. Every adapter passes `tests/conformance/log-book.ts`.
 */
export interface LogBook {
  /** Returns at once and never throws: what writes a line does not wait for it, and does not fail for it. */
  write(line: LogLine): void
  /** Newest first. @param cursor `next` of the page before */
  find(filter: LogFilter, options: { readonly limit: number; readonly cursor?: string | undefined }): Promise<LogPage>
  /** The filter's levels apart: how many lines each level would show. */
  count(filter: LogFilter): Promise<LogCounts>
  /** @returns how many entries are older than that, and how many are not */
  older(before: number): Promise<{ readonly older: number; readonly kept: number }>
  /** Forgets entries older than that. @returns how many */
  clean(before: number): Promise<number>
  ping(): Promise<void>
  /** What was written is kept once it resolves. */
  flush(): Promise<void>
  close(): Promise<void>
}

const catalogued = new Set<string>()
/** Every message of every catalogue loaded so far. */
export const logMessages = (): readonly string[] => [...catalogued].sort()

/**
 * The lines that one part of the product writes, each with its level. The sentences are in `api/contract/words/<lang>/`, under `log`.
 *
 * @returns a maker: `book.write(line('REGISTRY_ANSWERED', { details, durationMs }))`
 */
export function logLines<const K extends string>(source: LogSource, levels: Readonly<Record<K, LogLevel>>) {
  for (const message of Object.keys(levels)) catalogued.add(message)
  return (message: K, more: Omit<LogLine, 'level' | 'source' | 'message'> = {}): LogLine => ({
    level: levels[message],
    source,
    message,
    ...more,
  })
}

/** For what writes lines and was given nowhere to write them. */
export const noLogBook: Pick<LogBook, 'write'> = { write: () => {} }
