import type Database from 'better-sqlite3'
import { COUNTED, type LogFilter } from '#domain/operations/log-book.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/operations/log-entry.values.ts'
import { wordsIn } from './log-entries.ts'

/**
 * An id is the time and a number within its millisecond. Newest first is then the order of the
 * table, and a period is a range of ids.
 */
export const PER_MS = 1_000
/**
 * Rows that a search reads one by one before it asks the index of words: common words are found
 * among them.
 */
const LOOKED_AT = 10_000
/** Tags for level, source and message that no text contains by chance. */
export const tag = (prefix: 'lvl' | 'src' | 'msg', name: string): string =>
  `${prefix}${name.replaceAll(/[^\p{L}\p{N}]/gu, '')}`

/** A search as FTS5 takes it: every word, at one of the levels, from one of the sources. */
function matchOf({ words, levels, sources }: LogFilter): string {
  const tags = (prefix: 'lvl' | 'src', names: readonly string[]) =>
    names.length === 0
      ? []
      : [`(${names.map((name) => `tags : ${tag(prefix, name)}`).join(' OR ')})`]
  const all = words.flatMap(({ text, messages }) => {
    // Too many words begin with a single letter for a prefix search.
    const parts = wordsIn(text).map((word) =>
      word.length === 1 ? `text : "${word}"` : `text : "${word}" *`,
    )
    const either = [...parts, ...messages.map((message) => `tags : ${tag('msg', message)}`)]
    return either.length === 0 ? [] : [`(${either.join(' OR ')})`]
  })
  return [...all, ...tags('lvl', levels), ...tags('src', sources)].join(' AND ')
}

/** An indexed condition, and the values of its question marks. */
type Way = { readonly where: string; readonly values: readonly string[] }
/** From and to, inclusive. */
type Range = readonly [number, number]
/** A condition on a row's words and message, and the number of words. */
type Words = Way & { readonly count: number }

/** The same search for a row that is read: its words are in lower case with a space before each. */
export function conditionOf({ words }: LogFilter): Words {
  const each = words.flatMap(({ text, messages }) => {
    const parts = wordsIn(text)
    const either = [
      ...parts.map(() => 'instr(words, ?) > 0'),
      ...(messages.length > 0 ? [`message IN (${messages.map(() => '?').join(', ')})`] : []),
    ]
    // A single letter matches as a whole word, as in the index of words.
    const values = parts.map((word) => (word.length === 1 ? ` ${word} ` : ` ${word}`))
    return either.length === 0
      ? []
      : [{ where: `(${either.join(' OR ')})`, values: [...values, ...messages] }]
  })
  return {
    where: each.map(({ where }) => where).join(' AND '),
    values: each.flatMap(({ values }) => values),
    count: each.length,
  }
}

/** Searches in the tables of the technical log. */
export function logEntrySearch(sql: Database.Database) {
  /** From and to as a range of ids, below the cursor. */
  const rangeOf = ({ from = 0, to }: LogFilter, cursor?: string): Range => [
    from * PER_MS,
    Math.min(
      to === undefined ? Number.MAX_SAFE_INTEGER : (to + 1) * PER_MS - 1,
      cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor) - 1,
    ),
  ]

  /** Indexed conditions that together cover the filter's levels and sources. */
  function waysOf({ levels, sources }: LogFilter): readonly Way[] {
    if (sources.length > 0) {
      const wanted = levels.length > 0 ? levels : LOG_LEVELS
      return sources.flatMap((source) =>
        wanted.map((level) => ({ where: 'source = ? AND level = ?', values: [source, level] })),
      )
    }
    return levels.length > 0
      ? levels.map((level) => ({ where: 'level = ?', values: [level] }))
      : [{ where: '1', values: [] }]
  }
  const numbers = (query: string, ...values: readonly unknown[]) =>
    sql
      .prepare<unknown[], number>(query)
      .pluck()
      .all(...values) as number[] // pluck returns the one column

  /**
   * The newest ids of one indexed condition, newest first. With words, null when too many rows
   * would have to be read.
   */
  function alongOne(
    { where, values }: Way,
    words: Words,
    [from, to]: Range,
    limit: number,
  ): readonly number[] | null {
    const rows = `FROM entries WHERE ${where} AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT`
    if (words.count === 0) return numbers(`SELECT id ${rows} ?`, ...values, from, to, limit)
    const looked = `(SELECT id, message, words ${rows} ${LOOKED_AT})`
    const found = numbers(
      `SELECT id FROM ${looked} WHERE ${words.where} LIMIT ?`,
      ...values,
      from,
      to,
      ...words.values,
      limit,
    )
    if (found.length === limit) return found
    const isMore =
      numbers(`SELECT id ${rows} 1 OFFSET ${LOOKED_AT}`, ...values, from, to).length > 0
    return isMore ? null : found
  }

  /** The newest ids that a filter finds. */
  function idsOf(filter: LogFilter, limit: number, cursor?: string): readonly number[] {
    const range = rangeOf(filter, cursor)
    const words = conditionOf(filter)
    const found: number[] = []
    for (const way of waysOf(filter)) {
      const along = alongOne(way, words, range, limit)
      // A rare word is found by the index of words: its list of rows is short.
      if (along === null)
        return numbers(
          'SELECT rowid FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?',
          matchOf(filter),
          ...range,
          limit,
        )
      found.push(...along)
    }
    return found.sort((one, other) => other - one).slice(0, limit)
  }

  /** How many rows of a level a filter without words finds. */
  function countOf(filter: LogFilter, level: LogLevel): number {
    const [from, to] = rangeOf(filter)
    const counts = waysOf({ ...filter, levels: [level] }).map(({ where, values }) =>
      numbers(
        `SELECT count(*) FROM (SELECT 1 FROM entries WHERE ${where} AND id BETWEEN ? AND ? LIMIT ${COUNTED})`,
        ...values,
        from,
        to,
      ),
    )
    return Math.min(
      COUNTED,
      counts.flat().reduce((sum, one) => sum + one, 0),
    )
  }

  return { idsOf, countOf }
}
