import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLogBook } from '#commands/gateways/log-entries/log-book.ts'
import type { NewLogEntry } from '#commands/gateways/log-entries/log-entries.ts'
import { openSqliteLogEntries } from '#commands/gateways/log-entries/log-entries-sqlite.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { LogFilter } from '#domain/operations/log-book.ts'
import { LOG_SOURCES, type LogLevel } from '#domain/operations/log-entry.values.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const ENTRIES = sized(1_000_000, 5_000)
const BATCH = 5_000
const DAYS = 90
const SAMPLES = sized(40, 1)
const LINES = sized(20_000, 1_000)
const NOW = Date.UTC(2026, 9, 20, 9)
const START = NOW - DAYS * DAY_MS

/**
 * One line in a hundred is a warning, one in a thousand an error: administrators search the rare
 * ones.
 */
const levelOf = (n: number): LogLevel =>
  n % 1_000 === 7 ? 'Error' : n % 100 === 3 ? 'Warning' : n % 3 === 0 ? 'Debug' : 'Info'

function entry(n: number): NewLogEntry {
  const at = START + Math.floor((n * DAYS * DAY_MS) / ENTRIES)
  return {
    at,
    lastAt: at,
    level: levelOf(n),
    source: LOG_SOURCES[n % LOG_SOURCES.length] ?? 'Insee',
    message: `MESSAGE_${n % 40}`,
    correlationId: newUlid(at),
    durationMs: n % 900,
    repeated: 1,
    details: {
      reason: n % 5 === 0 ? 'unreachable' : 'answered',
      by: 'siren',
      found: n % 1_000,
      detail: `w${n % 50_000}`,
    },
  }
}

const all: LogFilter = { levels: [], sources: [], words: [] }
const word = (text: string) => ({ text, messages: [] })
/** Requests of an administrator, by name. */
const FILTERS: Readonly<Record<string, (n: number) => LogFilter>> = {
  newest: () => all,
  'a level': () => ({ ...all, levels: ['Error'] }),
  'two levels and a source': (n) => ({
    ...all,
    levels: ['Error', 'Warning'],
    sources: [LOG_SOURCES[n % LOG_SOURCES.length] ?? 'Insee'],
  }),
  'a day': (n) => ({ ...all, from: START + n * DAY_MS, to: START + (n + 1) * DAY_MS }),
  'a word of every fifth line': () => ({ ...all, words: [word('unreach')] }),
  'a word of every line': () => ({ ...all, words: [word('siren')] }),
  'a rare word': (n) => ({ ...all, words: [word(`w${n * 101}`)] }),
  'a word nobody wrote': () => ({ ...all, words: [word('nowhere')] }),
  'a common word among errors of a day': (n) => ({
    ...all,
    words: [word('siren'), word('answered')],
    levels: ['Error'],
    from: START + n * DAY_MS,
    to: START + (n + 1) * DAY_MS,
  }),
  'a message by its sentence': (n) => ({
    ...all,
    words: [{ text: 'entreprises', messages: [`MESSAGE_${n % 40}`] }],
  }),
}

/**
 * The technical log of a machine with 1,000,000 lines: a page of 50 beside the counts of its four
 * levels.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-log-bench-'))
  const entries = openSqliteLogEntries(directory, FILE_KEY)
  const results: BenchResult[] = []
  const rounded = (ms: number) => Math.round(ms * 100) / 100
  try {
    const filling = await timed(async () => {
      for (let from = 0; from < ENTRIES; from += BATCH)
        await entries.add(Array.from({ length: BATCH }, (_, i) => entry(from + i)))
    })
    const pages: number[] = []
    const counts: number[] = []
    for (const [name, filterOf] of Object.entries(FILTERS)) {
      const own: number[] = []
      for (let n = 0; n < SAMPLES; n++) {
        const filter = filterOf(n)
        own.push(await timed(() => entries.find(filter, { limit: 50 })))
        counts.push(await timed(() => entries.count(filter)))
      }
      pages.push(...own)
      console.error(
        `  ${name}: page p95 ${rounded(quantile(own, 0.95))} ms, counts p95 ` +
          `${rounded(quantile(counts.slice(-SAMPLES), 0.95))} ms`,
      )
    }
    const against = `${ENTRIES} lines in SQLite, ${Object.keys(FILTERS).length} kinds of filter`
    results.push(
      {
        name: 'log-filter-p95',
        value: rounded(quantile(pages, 0.95)),
        unit: 'ms',
        atMost: 100,
        against,
      },
      {
        name: 'log-counts-p95',
        value: rounded(quantile(counts, 0.95)),
        unit: 'ms',
        atMost: 100,
        against,
      },
      {
        name: 'log-lines-kept-per-second',
        value: Math.round(ENTRIES / (filling / 1_000)),
        unit: 'lines/s',
      },
    )
    const cleaning = await timed(() => entries.clean(START + DAY_MS))
    results.push({
      name: 'log-cleaning-of-a-day',
      value: Math.round(cleaning),
      unit: 'ms',
      against,
    })
  } finally {
    await entries.close()
    rmSync(directory, { recursive: true, force: true })
  }
  results.push(...(await writing()))
  return results
}

/** The cost of writing a line, for its caller. */
async function writing(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-log-bench-'))
  let now = NOW
  const book = openLogBook({
    entries: openSqliteLogEntries(directory, FILE_KEY),
    clock: { now: () => now++ },
    log: silentLog,
  })
  try {
    const spent: number[] = []
    for (let n = 0; n < LINES; n++) {
      const { level, source, message, details, correlationId } = entry(n)
      spent.push(await timed(() => book.write({ level, source, message, details, correlationId })))
      if (n % 1_000 === 999) await book.flush()
    }
    return [
      {
        name: 'log-write-p99',
        value: Math.round(quantile(spent, 0.99) * 1_000),
        unit: 'µs',
        atMost: 1_000,
      },
    ]
  } finally {
    await book.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
