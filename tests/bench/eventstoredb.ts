import { EventStoreDBClient, NO_STREAM, jsonEvent } from '@eventstore/db-client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { START } from '#domain/kernel/event.ts'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'
import { type BenchResult, median, timed, sized } from './result.ts'

const WRITERS = sized(50, 4)
const EACH = sized(20, 5)
const ROUNDS = sized(5, 2)
/** Events the readers go through, written a hundred an append. */
const LOG = sized(6_000, 500)
const LINES = Array.from({ length: 3 }, (_, i) => ({
  text: `Développement d’une application, semaine ${i + 1}`,
  quantity: 50_000,
  unitPrice: 55_000,
  vatRate: 2_000,
}))
const some = () => event({ number: 7, client: 'Atelier Quartz', lines: LINES })

/** In a process of its own: its work is not the client's. */
async function startDouble() {
  const server = new URL('../doubles/eventstoredb/server.ts', import.meta.url).href
  const program = `import { EventStoreDouble } from ${JSON.stringify(server)}; console.log((await new EventStoreDouble().start()).url)`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), stop: () => child.kill() }
}

/**
 * The adapter beside the bare client's single appends and `readAll`, taking turns. Both run against
 * the protocol double, so no figure is a server's.
 */
export async function run(): Promise<BenchResult[]> {
  const double = await startDouble()
  const store = openEventStoreDb(double.url)
  const client = EventStoreDBClient.connectionString(double.url)
  const credentials = { username: 'nobody', password: 'nobody' }
  const each = (append: () => Promise<unknown>) =>
    timed(() =>
      Promise.all(
        Array.from({ length: WRITERS }, async () => {
          for (let n = 0; n < EACH; n++) await append()
        }),
      ),
    )
  const throughStore = () => each(() => store.append(streamNamed('bill'), -1, [some()]))
  const throughClient = () =>
    each(() => {
      const { id, type, data, meta } = some()
      return client.appendToStream(
        streamNamed('bill'),
        jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: meta }),
        {
          expectedRevision: NO_STREAM,
          credentials,
        },
      )
    })
  // Read first: single appends bring in more of the double's own events, which only the store has
  // to skip.
  for (let n = 0; n < LOG / 100; n++)
    await store.append(streamNamed('bill'), -1, Array.from({ length: 100 }, some))
  const readStore = () =>
    timed(async () => {
      for (let after = START, left = LOG; left > 0; left -= 500)
        ({ next: after } = await store.readAll(after, { limit: 500 }))
    })
  const readClient = () =>
    timed(async () => {
      for await (const resolved of client.readAll({ maxCount: LOG }))
        if (!resolved.event) throw new Error('no event')
    })
  const reads = await inTurns(readClient, readStore, LOG)
  const appends = await inTurns(throughClient, throughStore, WRITERS * EACH)
  await store.close()
  await client.dispose()
  double.stop()

  const result = (
    name: string,
    { share, client: raw, store: ours }: Awaited<ReturnType<typeof inTurns>>,
    atLeast: number,
    what: string,
  ): BenchResult => ({
    name,
    value: share,
    unit: '% of the bare client',
    atLeast,
    against: `${what}, against the protocol double in a process of its own, no EventStoreDB: bare client ${raw} events/s, store ${ours} events/s; medians of ${ROUNDS - 1} rounds in turn`,
  })
  return [
    result(
      'appends to EventStoreDB’s protocol double, 50 writers',
      appends,
      60,
      'one event an append, expected revision and deadline',
    ),
    result(
      'reading the log from EventStoreDB’s protocol double',
      reads,
      50,
      '500 events a page, the bare client in one stream',
    ),
  ]
}

/** Both, one after the other and then the other way round; the first round warms up. */
async function inTurns(
  client: () => Promise<number>,
  store: () => Promise<number>,
  events: number,
) {
  const measured: { client: number; store: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [client, store] : [store, client]
    const [a, b] = [await first(), await second()]
    measured.push(round % 2 === 0 ? { client: a, store: b } : { client: b, store: a })
  }
  measured.shift()
  const perSecond = (ms: number) => Math.round((events * 1000) / ms)
  return {
    share: Math.round(median(measured.map((m) => (m.client / m.store) * 100)) * 10) / 10,
    client: perSecond(median(measured.map((m) => m.client))),
    store: perSecond(median(measured.map((m) => m.store))),
  }
}
