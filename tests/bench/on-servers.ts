import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { databaseAt, realMongoDb, servedBy } from '#tests/engines/mongodb.ts'
import { realRedis } from '#tests/engines/redis.ts'
import { type BenchResult, MEMORY, quantile, timed, sized, notRun } from './result.ts'
import { ask, dataOf, type ServerProcess, signIn, startProcess } from './server.ts'
import { untilVisible } from './visible.ts'

const SAMPLES = sized(300, 5)
const WARM_UP = sized(100, 1)
/** First the most that the process can take, then the load itself. @unit ms */
const FULL_MS = sized(10_000, 300)
const LOAD_MS = sized(60_000, 300)
const CONNECTIONS = 16
const SHARE = 0.7
const POLL_MS = 20

type Caller = { readonly port: number; readonly userId: string; readonly authorization: string }

/**
 * Two commands in five calls, a list and two records: a day of work with more writes than usual.
 */
async function call(
  { port, userId, authorization }: Caller,
  n: number,
  ids: string[],
): Promise<void> {
  if (n % 5 < 2) {
    const { id } = dataOf<{ id: string }>(
      await ask(
        port,
        'POST',
        `/api/contact/${userId}`,
        { authorization },
        JSON.stringify({ lastName: `Atelier ${n}` }),
      ),
    )
    ids.push(id)
    return
  }
  const id = ids[Math.floor(n / 2) % Math.max(1, ids.length - CONNECTIONS)]
  const answer = await ask(
    port,
    'GET',
    n % 5 === 2 || id === undefined
      ? `/api/professionalInfo/${userId}/all`
      : `/api/history/${userId}/contact/${id}`,
    { authorization },
  )
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body}`)
}

/**
 * Callers one after another on each connection. @param paceMs between the starts of two calls of
 * all connections; 0 goes as fast as it is answered
 */
async function load(caller: Caller, ms: number, paceMs: number, ids: string[]): Promise<number> {
  const startedAt = performance.now()
  let calls = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - startedAt < ms) {
        const n = calls++
        const wait = startedAt + n * paceMs - performance.now()
        if (wait > 0) await pause(wait)
        await call(caller, n, ids)
      }
    }),
  )
  return calls / ((performance.now() - startedAt) / 1_000)
}

/** Time of the server itself for one request. @unit ms */
async function roundTrips(url: string): Promise<readonly number[]> {
  const readStore = await mongoReadStore(url)
  const spent: number[] = []
  for (let n = 0; n < SAMPLES; n++)
    spent.push(await timed(() => readStore.checkpoints.load('contact__v1')))
  await readStore.close()
  return spent
}

type Ready = {
  readonly projections: readonly { readonly lag: { readonly events: number } | null }[]
}

/** Time until every write is readable. @unit ms */
async function untilRead({ port }: ServerProcess): Promise<number> {
  const startedAt = performance.now()
  while (
    dataOf<Ready>(await ask(port, 'GET', '/api/ready')).projections.some(
      ({ lag }) => lag === null || lag.events > 0,
    )
  )
    await pause(POLL_MS)
  return performance.now() - startedAt
}

/**
 * The product with its read models in MongoDB and its queue in Redis. Measures how soon a command
 * can be read, and whether reading keeps up under load.
 */
export async function run(): Promise<BenchResult[]> {
  const [mongo, redis] = await Promise.all([realMongoDb(), realRedis()])
  if ('missing' in mongo) return notRun(mongo.missing)
  if ('missing' in redis) return notRun(redis.missing)
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-on-servers-'))
  const environment = {
    MONGODB_URL: databaseAt(mongo.url, `bench${process.pid}`),
    REDIS_URL: redis.url,
  }
  const server = await startProcess('tests/kernel/product.ts', directory, MEMORY, environment)
  try {
    const on = `${await servedBy(mongo.url)}, Redis and SQLite`
    const { userId, accessToken } = await signIn(server.port)
    const caller: Caller = { port: server.port, userId, authorization: `Bearer ${accessToken}` }
    const spent = await untilVisible(caller, {
      warmUp: WARM_UP,
      samples: SAMPLES,
      shownBy: 'record',
    })
    const rounded = (share: number) => Math.round(quantile(spent, share) * 100) / 100
    const against = `${SAMPLES} contacts added and read over HTTP, two calls each, on ${on}`

    const trips = await roundTrips(environment.MONGODB_URL)
    const ids: string[] = []
    const full = await load(caller, FULL_MS, 0, ids)
    await untilRead(server)
    const paced = await load(caller, LOAD_MS, 1_000 / (full * SHARE), ids)
    const lagMs = await untilRead(server)
    return [
      {
        name: 'one document asked of MongoDB by its name: p50',
        value: Math.round(quantile(trips, 0.5) * 100) / 100,
        unit: 'ms',
        against: `${SAMPLES} one after another, the rest at rest, on ${on}; a command waits for three such trips, one after another, until it is visible`,
      },
      {
        name: 'command → visible with Redis and MongoDB: p50',
        value: rounded(0.5),
        unit: 'ms',
        atMost: 10,
        against,
      },
      {
        name: 'command → visible with Redis and MongoDB: p99',
        value: rounded(0.99),
        unit: 'ms',
        atMost: 80,
        against,
      },
      {
        name: 'lag after 60 s of mixed load at 70 % of what one API process can take: zero within',
        value: Math.round(lagMs) / 1_000,
        unit: 's',
        atMost: 2,
        against: `at most ${Math.round(full)} calls/s, then ${Math.round(paced)} calls/s for ${LOAD_MS / 1_000} s, two commands in five calls; ${ids.length} contacts in the end; on ${on}`,
      },
    ]
  } finally {
    await server.stop()
    await Promise.all([mongo.stop(), redis.stop()])
    rmSync(directory, { recursive: true, force: true })
  }
}
