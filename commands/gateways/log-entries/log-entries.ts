import type { LogBook, LogCounts, LogEntry } from '#domain/operations/log-book.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/operations/log-entry.values.ts'

export type NewLogEntry = Omit<LogEntry, 'id'>
/** The fields that change when an entry is repeated. */
type RepeatedEntry = Pick<LogEntry, 'id' | 'repeated' | 'lastAt' | 'durationMs'>

/** Where the technical log is kept: what `openLogBook` writes to in batches. */
export interface LogEntries
  extends Pick<LogBook, 'find' | 'count' | 'older' | 'clean' | 'ping' | 'close'> {
  /** @returns the id of each, in the order given */
  add(entries: readonly NewLogEntry[]): Promise<readonly string[]>
  repeat(changes: readonly RepeatedEntry[]): Promise<void>
}

/**
 * Words of a text, in lower case and without accents: entries are found by them, alike on every
 * adapter.
 */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * Search text of an entry: its message's code, its correlation id, and the values of its details.
 */
export const searchedText = ({ message, correlationId, details }: NewLogEntry): string =>
  [message, correlationId, ...Object.values(details)].join(' ')

/** @param isLess whether a level may have more entries than were counted */
export function countsOf(
  counted: Iterable<readonly [LogLevel, number]>,
  isLess: (count: number) => boolean,
): LogCounts {
  const levels: Record<LogLevel, number> = { Error: 0, Warning: 0, Info: 0, Debug: 0 }
  for (const [level, count] of counted) levels[level] = count
  return { levels, atLeast: LOG_LEVELS.filter((level) => isLess(levels[level])) }
}
