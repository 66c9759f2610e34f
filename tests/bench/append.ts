import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NewEvent, START } from '#domain/kernel/event.ts'
import { SCHEMA, bodyOf, crcOf } from '#commands/event-store/sqlite-row.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { journal } from '#tests/crash/journal.ts'
import { OWNER, event } from '#tests/commands/kernel/events.ts'
import { type BenchResult, median, timed, sized } from './result.ts'

const WRITERS = sized(64, 4)
const ROUNDS = sized(9, 2)
const MORE_ROUNDS = sized(5, 1)
/** Appends a writer a round. */
const EACH = sized(150, 10)
/** Events a stream, as a bill or a contact has. */
const LONG = 5
const LINES = Array.from({ length: 3 }, (_, i) => ({
  text: `Développement d’une application, semaine ${i + 1}`,
  quantity: 50_000,
  unitPrice: 55_000,
  vatRate: 2_000,
}))

type Write = { stream: string; revision: number; event: NewEvent }

/** The same work for both: each writer walks through streams of its own. */
const workOf = (round: number): Write[][] =>
  Array.from({ length: WRITERS }, (_, writer) =>
    Array.from({ length: EACH }, (__, n) => ({
      stream: `bill-${String(round).padStart(4, '0')}${String(writer).padStart(10, '0')}${String(Math.floor(n / LONG)).padStart(12, '0')}`,
      revision: n % LONG,
      event: {
        ...event({ number: n, client: 'Atelier Quartz', lines: LINES }),
        meta: { ...event(0).meta, prevHash: 'a'.repeat(64), hash: 'b'.repeat(64) },
      },
    })),
  )

/**
 * Durable appends by 64 writers in one process. Raw better-sqlite3 inserts take turns with them:
 * same rows, table and batch.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-bench-'))
  const store = openSqliteEventStore(join(directory, 'events.sqlite'))
  const raw = new Database(join(directory, 'raw.sqlite'))
  raw.pragma('page_size = 8192')
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.exec(SCHEMA)
  const insert = raw.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')
  const [begin, commit] = [raw.prepare('BEGIN IMMEDIATE'), raw.prepare('COMMIT')]
  let position = 0

  const throughStore = (work: readonly Write[][]) =>
    timed(() =>
      Promise.all(
        work.map(async (writes) => {
          for (const { stream, revision, event: one } of writes)
            await store.append(stream, revision - 1, [one])
        }),
      ),
    )
  /** The rows are made before the clock starts: only the inserts count. */
  const throughSqlite = (work: readonly Write[][]) => {
    const batches = Array.from({ length: EACH }, (_, n) =>
      work.map((writes) => {
        const { stream, revision, event: one } = writes[n]! // each writer has EACH
        const body = bodyOf(one)
        return [
          ++position,
          stream,
          revision,
          crcOf(position, stream, revision, body),
          body,
        ] as const
      }),
    )
    return timed(() => {
      for (const batch of batches) {
        begin.run()
        for (const row of batch) insert.run(...row)
        commit.run()
      }
    })
  }

  const perSecond = (ms: number) => Math.round((WRITERS * EACH * 1000) / ms)
  const measured: { raw: number; store: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const work = workOf(round)
    const first = round % 2 === 0 ? await throughSqlite(work) : await throughStore(work)
    const second = round % 2 === 0 ? await throughStore(work) : await throughSqlite(work)
    measured.push(
      round % 2 === 0
        ? { raw: perSecond(first), store: perSecond(second) }
        : { raw: perSecond(second), store: perSecond(first) },
    )
  }
  measured.shift() // the first round warms up

  const handler = createHandler({ store, clock: Date })
  const actor = { kind: 'user', id: OWNER } as const
  const commands: number[] = []
  for (let round = 0; round < MORE_ROUNDS; round++)
    commands.push(
      perSecond(
        await timed(() =>
          Promise.all(
            Array.from({ length: WRITERS }, async (_, writer) => {
              for (let n = 0; n < EACH; n++)
                await handler.run(
                  journal,
                  `${round}${writer}x${Math.floor(n / LONG)}`,
                  { entries: 1 },
                  { commandId: `${round}-${writer}-${n}`, owner: OWNER, actor },
                )
            }),
          ),
        ),
      ),
    )

  const head = Number(await store.head())
  const reads: number[] = []
  for (let round = 0; round < MORE_ROUNDS; round++) {
    const ms = await timed(async () => {
      for (let after = START, atHead = false; !atHead; )
        ({ next: after, atHead } = await store.readAll(after, { limit: 1_000 }))
    })
    reads.push(Math.round((head * 1000) / ms))
  }
  await store.close()
  const opened = await timed(() => openSqliteEventStore(join(directory, 'events.sqlite')).close())
  raw.close()
  rmSync(directory, { recursive: true, force: true })

  return [
    {
      name: 'durable appends, 64 writers, in process',
      value: Math.round(median(measured.map((m) => (m.store / m.raw) * 100)) * 10) / 10,
      unit: '% of raw better-sqlite3 inserts',
      atLeast: 60,
      against: `raw inserts of the same rows, batch ${WRITERS}, WAL, synchronous=FULL: ${median(measured.map((m) => m.raw))} events/s; the store: ${median(measured.map((m) => m.store))} events/s; medians of ${measured.length} rounds in turn`,
    },
    {
      name: 'commands through the handler, 64 writers, in process',
      value: median(commands),
      unit: 'commands/s',
      against: `streams of ${LONG} events, read, folded, hashed, appended; median of ${commands.length}`,
    },
    {
      name: 'reading the log',
      value: median(reads),
      unit: 'events/s',
      against: `${head} events, checksums compared, parsed, 1000 a page; median of ${reads.length}`,
    },
    {
      name: 'opening the log',
      value: Math.round((opened * 1000 * 1000) / head) / 1000,
      unit: 'µs/event',
      against: `${head} events: every checksum, gaps, SQLite's own integrity check`,
    },
  ]
}
