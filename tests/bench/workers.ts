import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { projections } from '#projections/all.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { databaseAt, realMongoDb, servedBy } from '#tests/engines/mongodb.ts'
import { realRedis } from '#tests/engines/redis.ts'
import { type Held, heldTo } from './held.ts'
import { bare, documentsIn } from './rebuild.ts'
import { type BenchResult, median, timed, sized, notRun } from './result.ts'
import { writeYears } from './years.ts'

/** Enough that what a process takes to warm up is little of it. */
const EVENTS = sized(80_000, 500)
const ROUNDS = sized(3, 1)
const POLL_MS = 20
/** Share of a worker whose servers have nearly all of the cores. @unit cores */
const QUARTER = sized(0.25, 1)
/** Eight projections that have something to fold. */
const EIGHT = [
  'company',
  'contact',
  'projects',
  'projectClients',
  'timesheetMonths',
  'bills',
  'transactions',
  'bills-due',
]
const rebuilt = projections.filter(({ name }) => EIGHT.includes(name))

/** CPU time of all cores since the machine started, of every process. @unit ms, of one core */
const computedMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

/**
 * `ms`: from the moment all processes are there until the last projection is at the head. `busy`:
 * the share of all cores that was at work meanwhile, servers and all.
 */
type Rebuilt = { readonly ms: number; readonly busy: number }

/** @param share of one core that each worker gets; all there is when absent */
async function rebuild(
  workers: number,
  log: string,
  mongodb: string,
  redis: string,
  share?: number,
): Promise<Rebuilt> {
  // A server that is busy with a rebuild answers this reader slowly.
  const readStore = await mongoReadStore(mongodb, { timeout: 60_000 })
  const store = openSqliteEventStore(log, { check: 'beside' })
  const head = await store.head()
  await store.close()
  const children: ChildProcess[] = []
  const groups: Held[] = []
  try {
    for (let n = 0; n < workers; n++) {
      // A file of its own for each: one process at a time may open a log in SQLite.
      const copy = `${log}.${workers}.${n}`
      copyFileSync(log, copy)
      const program = path.join(import.meta.dirname, 'rebuild-worker.ts')
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          program,
          copy,
          mongodb,
          redis,
          `bench${process.pid}`,
          ...EIGHT,
        ],
        {
          stdio: ['pipe', 'pipe', 'inherit'],
        },
      )
      children.push(child)
      await once(child.stdout, 'data')
      if (share === undefined) continue
      const group = heldTo(`carnet-bench-${child.pid}`, share)
      if (group === null || child.pid === undefined)
        throw new Error('No control group can be made here')
      groups.push(group)
      group.add(child.pid)
    }
    const behind = async () =>
      (
        await Promise.all(rebuilt.map((one) => readStore.checkpoints.load(collectionName(one))))
      ).some(({ position }) => position < head)
    const before = computedMs()
    const ms = await timed(async () => {
      for (const child of children) child.stdin?.write('go\n')
      while (await behind()) await pause(POLL_MS)
    })
    return { ms, busy: (computedMs() - before) / ms / availableParallelism() }
  } finally {
    await Promise.all(
      children.map(async (child) => {
        child.kill('SIGKILL')
        await once(child, 'close')
      }),
    )
    await Promise.all(groups.map((group) => group.release()))
    await readStore.close()
  }
}

type Round = { readonly one: Rebuilt; readonly four: Rebuilt }
const middle = (rounds: readonly Round[], of: (round: Round) => number): number =>
  Math.round(median(rounds.map(of)) * 100) / 100

/** Four worker processes beside one, the same in all else, taking turns on the same servers. */
export async function run(): Promise<BenchResult[]> {
  const [mongo, redis] = await Promise.all([realMongoDb(), realRedis()])
  if ('missing' in mongo) return notRun(mongo.missing)
  if ('missing' in redis) return notRun(redis.missing)
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-workers-'))
  try {
    const log = path.join(directory, 'events.sqlite')
    const store = openSqliteEventStore(log)
    const written = await writeYears(store, EVENTS)
    await store.close()
    const inTurns = async (what: string, share?: number): Promise<readonly Round[]> => {
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const one = await rebuild(
          1,
          log,
          databaseAt(mongo.url, `one-${what}${process.pid}-${round}`),
          redis.url,
          share,
        )
        rounds.push({
          one,
          four: await rebuild(
            4,
            log,
            databaseAt(mongo.url, `four-${what}${process.pid}-${round}`),
            redis.url,
            share,
          ),
        })
      }
      return rounds
    }
    const rounds = await inTurns('free')
    const alone = await bare(
      databaseAt(mongo.url, `bare${process.pid}`),
      await documentsIn(databaseAt(mongo.url, `one-free${process.pid}-0`), rebuilt),
    )
    const canHold = heldTo(`carnet-bench-${process.pid}`, QUARTER)
    await canHold?.release()
    const quarters = canHold === null ? [] : await inTurns('held', QUARTER)
    const servers = await servedBy(mongo.url)
    const seconds = (of: readonly Round[]) =>
      `one in ${middle(of, ({ one }) => one.ms / 1_000)} s, four in ${middle(of, ({ four }) => four.ms / 1_000)} s`
    const faster = ({ one, four }: Round) => one.ms / four.ms
    return [
      {
        name: 'four workers beside one on a rebuild of eight projections',
        value: middle(rounds, faster),
        unit: 'times as fast',
        atLeast: 1.5,
        against: `${written} events: ${seconds(rounds)}; one and its servers keep the cores ${middle(rounds, ({ one }) => one.busy * 100)} % busy, so that no number of workers could be more than ${middle(rounds, ({ one }) => 1 / one.busy)} times as fast here; medians of ${ROUNDS} rounds in turn; the server takes ${Math.round(alone.all / 10) / 100} s for the bare documents and indexes; on ${servers}, with the same ${availableParallelism()} cores for all of it`,
      },
      ...(quarters.length === 0
        ? []
        : [
            {
              name: 'the same, each worker held to a quarter of a core, so that servers have the rest',
              value: middle(quarters, faster),
              unit: 'times as fast',
              atLeast: 1.5,
              against: `${seconds(quarters)}; one and its servers keep the cores ${middle(quarters, ({ one }) => one.busy * 100)} % busy, four ${middle(quarters, ({ four }) => four.busy * 100)} %; medians of ${ROUNDS} rounds in turn; on ${servers}`,
            },
          ]),
    ]
  } finally {
    await Promise.all([mongo.stop(), redis.stop()])
    rmSync(directory, { recursive: true, force: true })
  }
}
