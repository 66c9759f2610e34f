import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditWanted, createAuditSearch } from '#api/history/audit-search.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Position } from '#domain/kernel/event.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const FACTS = sized(1_000_000, 6_000)
/** Facts of a stream, written by one append. */
const EACH = 100
const STREAMS = FACTS / EACH
const USERS = 1_000
const DAYS = 365
const DAY_MS = 86_400_000
const START = Date.UTC(2025, 10, 20, 9)
const ENTITIES = [
  'bill',
  'company',
  'contact',
  'event',
  'mail',
  'project',
  'timesheet',
  'transaction',
  'user',
]
const PAGE = 50
const SAMPLES = sized(40, 1)

/** A user who did one thing, half a year ago. */
const RARE = 'user-of-one-fact'
const correlations: string[] = []

/**
 * The facts of a stream: each four of one request. One stream is of an entity that occurs nowhere
 * else.
 */
async function write(store: EventStore, n: number): Promise<void> {
  const at = START + Math.floor((n * DAYS * DAY_MS) / STREAMS)
  const entity = n === STREAMS / 3 ? 'seal' : (ENTITIES[n % ENTITIES.length] ?? 'bill')
  const stream = `${entity}-${newUlid(at)}`
  const owner = `01J0000000000000000000${String((n * 7) % USERS).padStart(4, '0')}`
  const events = Array.from({ length: EACH }, (_, i) => {
    if (i % 4 === 0) correlations[0] = newUlid(at + i)
    const correlationId = correlations[0] ?? ''
    if (i === 0 && n % 100 === 0) correlations.push(correlationId)
    const actor = n === STREAMS / 2 && i === 0 ? RARE : owner
    return {
      id: randomUUID(),
      type: 'FactWritten',
      data: { title: `Point ${n}`, amount: n * i, from: 'a', to: 'b' },
      meta: {
        schema: 1,
        owner,
        actor: { kind: 'user' as const, id: actor },
        cause: 'user' as const,
        commandId: correlationId,
        correlationId,
        causationId: correlationId,
        occurredAt: at + i,
      },
    }
  })
  await store.append(stream, -1, chained(stream, '', events))
}

/** Requests of an administrator, by name. */
const WANTED: Readonly<Record<string, (n: number) => AuditWanted>> = {
  newest: () => ({}),
  'a user': (n) => ({
    actor: `01J0000000000000000000${String((n * 13) % USERS).padStart(4, '0')}`,
  }),
  'a user of one fact': () => ({ actor: RARE }),
  'a name that no user has': () => ({ actor: 'nobody' }),
  'an entity': (n) => ({ entity: ENTITIES[n % ENTITIES.length] }),
  'an entity that is written once': () => ({ entity: 'seal' }),
  'a user and an entity': (n) => ({
    actor: `01J0000000000000000000${String((n * 13) % USERS).padStart(4, '0')}`,
    entity: ENTITIES[n % ENTITIES.length],
  }),
  'a cause': () => ({ cause: 'import' }),
  'a request': (n) => ({ correlationId: correlations[1 + ((n * 37) % (correlations.length - 1))] }),
  'a day': (n) => ({ from: START + n * 9 * DAY_MS, to: START + (n * 9 + 1) * DAY_MS }),
}

/**
 * Searches until a page is full or the log has ended. @returns milliseconds of each call, and how
 * many were found
 */
async function searched(search: ReturnType<typeof createAuditSearch>, wanted: AuditWanted) {
  const spent: number[] = []
  let found = 0
  let before: Position | null = null
  do {
    const since = performance.now()
    const { events, next } = await search.search(wanted, PAGE - found, before)
    spent.push(performance.now() - since)
    found += events.length
    before = next
  } while (before !== null && found < PAGE)
  return { spent, found }
}

/**
 * Duration of a call to the audit of 1,000,000 facts, before and after the log's summary is made.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-bench-audit-'))
  const store = openSqliteEventStore(join(directory, 'events.sqlite'))
  const rounded = (ms: number) => Math.round(ms * 10) / 10
  try {
    for (let n = 0; n < STREAMS; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, STREAMS - n) }, (_, i) => write(store, n + i)),
      )
    globalThis.gc?.()
    const before = process.memoryUsage()
    const search = createAuditSearch(store, silentLog)
    const first = await searched(search, { actor: RARE })
    if (first.found !== 1) throw new Error(`The rare fact was found ${first.found} times`)
    const summing = await timed(() => search.summed())
    globalThis.gc?.()
    const after = process.memoryUsage()
    const all: number[] = []
    for (const [name, wanted] of Object.entries(WANTED)) {
      const own: number[] = []
      let calls = 0
      for (let n = 0; n < SAMPLES; n++) {
        const { spent } = await searched(search, wanted(n))
        own.push(spent.reduce((sum, ms) => sum + ms, 0))
        calls += spent.length
      }
      all.push(...own)
      console.error(
        `  ${name}: page p95 ${rounded(quantile(own, 0.95))} ms, median ${rounded(quantile(own, 0.5))} ms, ` +
          `calls a page ${calls / SAMPLES}`,
      )
    }
    const against = `${FACTS} facts in SQLite, ${Object.keys(WANTED).length} kinds of filter`
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
    return [
      {
        name: 'audit-page-p95',
        value: rounded(quantile(all, 0.95)),
        unit: 'ms',
        atMost: 100,
        against,
      },
      {
        name: 'audit-call-p95-before-the-summary',
        value: rounded(quantile(first.spent, 0.95)),
        unit: 'ms',
        atMost: 100,
        against: `one user’s only fact, in ${first.spent.length} calls`,
      },
      {
        name: 'audit-summary',
        value: Math.round(summing),
        unit: 'ms',
        against: 'what is left of it after that search',
      },
      {
        name: 'audit-summary-memory',
        value: Math.round(grown / 1_048_576),
        unit: 'MiB',
        atMost: 32,
      },
    ]
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
