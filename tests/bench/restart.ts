import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { giveUp, noteFiles } from '#workers/kernel/data-directory.ts'
import { openLog } from '#workers/operations/archive.ts'
import { type BenchResult, median, MEMORY, sized } from './result.ts'
import { PROGRAM } from '#tests/kernel/product-process.ts'
import { startProcess } from './server.ts'
import { writeYears } from './years.ts'

const EVENTS = sized(200_000, 500)
const ROUNDS = sized(5, 1)
/** Rest in which a process cleans up after its start. @unit milliseconds */
const REST_MS = sized(5_000, 0)
/** As `npm start` starts it. */
const FLAGS = [
  ...MEMORY,
  '--import',
  path.join(import.meta.dirname, '../../scripts/compile-cache.mjs'),
]

type Restart = {
  readonly ready: number
  readonly all: readonly number[]
  readonly cpu: number
  readonly rss: number
}
type Restarts = Restart & {
  /**
   * The same where the process before left no read models: it was killed, or its code was another.
   */
  readonly folding: Restart
  readonly written: number
}

async function measured(events: number, rounds: number): Promise<Restarts> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-restart-'))
  try {
    const ending: (() => unknown)[] = []
    const store = await openLog({ DATA_DIR: directory }, ending)
    const written = await writeYears(store, events)
    for (const end of ending) await end()
    await noteFiles({ DATA_DIR: directory })
    // The years name papers that were never drawn.
    await giveUp(directory, 'documents', Date.now())
    // The first start makes accounts and keys: what is measured is a restart.
    await (await startProcess('tests/kernel/product.ts', directory, FLAGS)).stop()
    const restarts = async (before: () => void): Promise<Restart> => {
      const readies: number[] = []
      const cpus: number[] = []
      const residents: number[] = []
      for (let round = 0; round < rounds; round++) {
        before()
        const server = await startProcess(PROGRAM, directory, FLAGS)
        readies.push(Math.round(server.readyMs))
        cpus.push(server.mainThreadMs())
        await pause(REST_MS)
        residents.push(server.rssMb())
        await server.stop()
      }
      return {
        ready: median(readies),
        all: readies,
        cpu: median(cpus),
        rss: Math.max(...residents),
      }
    }
    const folding = await restarts(() =>
      rmSync(path.join(directory, 'read-models.sqlite'), { force: true }),
    )
    return { ...(await restarts(() => {})), folding, written }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => Math.round(ms / 10) / 100

/**
 * Time from the process's start to its first 200 of `/api/ready`, and memory at that moment. The
 * log was written by an earlier process. `CARNET_BENCH_MILLION=1` adds a log of a million events,
 * which takes two minutes.
 */
export async function run(): Promise<BenchResult[]> {
  const small = await measured(EVENTS, ROUNDS)
  const results: BenchResult[] = [
    {
      name: 'ready after a restart on 200,000 events',
      value: seconds(small.ready),
      unit: 's',
      atMost: 3,
      against: `${small.written} events, median of ${small.all.map(seconds).join(', ')}; ${seconds(small.cpu)} s of its main thread's own time`,
    },
    {
      name: 'ready after a restart on 200,000 events when no read models were kept',
      value: seconds(small.folding.ready),
      unit: 's',
      against: `the whole log is folded; median of ${small.folding.all.map(seconds).join(', ')}; ${seconds(small.folding.cpu)} s of its main thread's own time`,
    },
    {
      name: 'resident memory at 200,000 events',
      value: Math.round(Math.max(small.rss, small.folding.rss)),
      unit: 'MB',
      atMost: 500,
      against: `the most of ${2 * ROUNDS} starts, five seconds after ready`,
    },
  ]
  if (process.env['CARNET_BENCH_MILLION'] !== '1') return results
  const empty = await measured(0, 3)
  const large = await measured(EVENTS * 5, 3)
  // By the main thread's own time, which other programs on the machine change least.
  const each = (big: Restarts) => (big.cpu - empty.cpu) / big.written
  return [
    ...results,
    {
      name: 'ready after a restart on 1,000,000 events: time an event, beside the time at 200,000',
      value: Math.round((each(large) / each(small)) * 100) / 100,
      unit: 'times',
      atMost: 1.25,
      against: `ready in ${seconds(large.ready)} s (${seconds(large.cpu)} s of its own) with ${large.written} events, ${seconds(small.ready)} s (${seconds(small.cpu)}) with ${small.written}, ${seconds(empty.ready)} s (${seconds(empty.cpu)}) with none; ${seconds(large.folding.ready)} s when nothing was kept; ${Math.round(Math.max(large.rss, large.folding.rss))} MB resident`,
    },
  ]
}
