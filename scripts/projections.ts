import type { Log } from '../domain/kernel/ports/log.ts'
import type { ProjectionStatus } from '../projections/kernel/catch-up.ts'
import { projections } from '../projections/all.ts'
import { rebuild, sharingOf } from '../projections/kernel/rebuild.ts'
import {
  dropIdle,
  named,
  openReadSide,
  retry,
  standings,
} from '../workers/operations/projections.ts'
import { rebuildHere } from '../workers/operations/rebuild.ts'
import { type Tool, Unusable, progressLine, tool } from './tool.ts'

/**
 * `npm run projections [-- retry <name> | drop-idle]`, `npm run rebuild -- <name …|all>
 * [--restart]`. The first shows the state of every projection and retries one. The second rebuilds
 * read models. Both run beside Carnet; without MongoDB the second wants it stopped. The process
 * exits with 1 when a projection has stopped, with 2 when the command could not begin.
 */
const USAGE =
  'Usage: npm run projections [-- retry <name> | drop-idle], or npm run rebuild -- <name …|all> [--restart].'

const clock = { now: Date.now }
const quiet: Log = {
  debug() {},
  info() {},
  warn: (details, message) => console.warn(message, details),
  error() {},
}

function line({ name, version, state, lag, failure }: ProjectionStatus): string {
  const behind =
    lag.events === 0
      ? 'at the head'
      : `${lag.events}${lag.more ? '+' : ''} events behind, ${Math.round(lag.seconds)} s`
  const why = failure
    ? `\n    event ${failure.eventId} at position ${Number(failure.position)}, tried ${failure.tries} times: ${failure.message}`
    : ''
  return `${`${name} v${version}`.padEnd(28)} ${state.padEnd(9)} ${behind}${why}`
}

type Side = NonNullable<Awaited<ReturnType<typeof openReadSide>>>
const machinery = { clock, log: quiet }

async function list(side: Side): Promise<number> {
  const { projections, idle } = await standings(side, machinery)
  for (const status of projections) console.log(line(status))
  if (idle.length > 0)
    console.log(
      `Nobody is served from ${idle.join(', ')}. Once no older version of Carnet runs: npm run projections -- drop-idle`,
    )
  return projections.some(({ state }) => state === 'stopped') ? 1 : 0
}

async function dropUnserved(side: Side): Promise<number> {
  const dropped = await dropIdle(side)
  console.log(dropped.length === 0 ? 'There is nothing to drop.' : `Dropped ${dropped.join(', ')}.`)
  return 0
}

async function retryOne(side: Side, name: string): Promise<number> {
  const status = await retry(side, name, machinery)
  console.log(line(status))
  return status.state === 'stopped' ? 1 : 0
}

function wantedOf(names: readonly string[]): NonNullable<ReturnType<typeof named>> {
  const wanted = named(names)
  if (wanted) return wanted
  throw new Unusable(`${USAGE} Their names: ${projections.map(({ name }) => name).join(', ')}.`)
}

/** Read models of the data directory, in which no product may run. */
async function rebuildInFile(
  { configuration, ending, signal }: Tool,
  names: readonly string[],
): Promise<number> {
  const wanted = wantedOf(names)
  console.log(`Rebuilding ${wanted.map(({ name }) => name).join(', ')} from the log.`)
  const outcome = await rebuildHere(configuration, wanted, machinery, ending, signal)
  if (outcome === 'interrupted')
    throw new Unusable('\nInterrupted. The next start goes on from here.')
  console.log(
    outcome === 'serving'
      ? 'Rebuilt. Start Carnet.'
      : 'An event cannot be folded. Correct the projection and run the same command.',
  )
  return outcome === 'serving' ? 0 : 1
}

async function rebuildThese(
  side: Side,
  names: readonly string[],
  signal: Tool['signal'],
): Promise<number> {
  const wanted = wantedOf(names.filter((name) => name !== '--restart'))
  console.log(
    `Rebuilding ${wanted.length === 1 ? wanted[0]?.name : `${wanted.length} projections`} beside what serves. Ctrl-C interrupts; the same command goes on.`,
  )
  const tell = progressLine()
  const outcome = await rebuild({
    ...side,
    ...machinery,
    projections: wanted,
    half: names.includes('--restart') ? 'restart' : 'resume',
    onProgress: ({ done, secondsLeft }) => tell(done, secondsLeft),
    signal,
  })
  // Read models are of this log from then on, also where it is an older one.
  if (outcome === 'serving' && names.includes('all')) await sharingOf(side.readStore).marks.forget()
  if (outcome === 'interrupted')
    throw new Unusable(
      '\nInterrupted. What serves is untouched; the same command goes on from here.',
    )
  console.log(
    outcome === 'serving'
      ? 'Rebuilt, serving, and the old ones dropped.'
      : 'An event cannot be folded. What served goes on serving.',
  )
  if (outcome === 'stopped')
    console.log(
      'Correct the projection and run the same command, with --restart if what it wrote so far is wrong too.',
    )
  return outcome === 'serving' ? 0 : 1
}

async function run(given: Tool): Promise<number> {
  const { configuration, args, ending } = given
  const [command = 'list', ...names] = args
  const { EVENTSTORE_URL, MONGODB_URL } = configuration
  const isInFile = MONGODB_URL === undefined && EVENTSTORE_URL === undefined
  if (isInFile && command === 'rebuild') return rebuildInFile(given, names)
  const side = await openReadSide(configuration, ending)
  if (!side)
    throw new Unusable(
      isInFile
        ? `The read models are in ${configuration.DATA_DIR}. How they stand: http://127.0.0.1:${configuration.PORT}/api/ready`
        : `The read models are in the memory of the running Carnet: each start rebuilds them all. How they stand: http://127.0.0.1:${configuration.PORT}/api/ready`,
    )
  if (command === 'list' && names.length === 0) return list(side)
  if (command === 'drop-idle' && names.length === 0) return dropUnserved(side)
  if (command === 'retry' && names.length === 1 && named(names)?.length === 1)
    return retryOne(side, names[0] ?? '')
  if (command === 'rebuild') return rebuildThese(side, names, given.signal)
  throw new Unusable(USAGE)
}

await tool(run)
