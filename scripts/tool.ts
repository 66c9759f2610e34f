import { type Configuration, readConfiguration } from '../api/kernel/configuration.ts'
import { keepFilesPrivate } from '../commands/gateways/private-files.ts'

export type Tool = {
  readonly configuration: Configuration
  /** What stands behind the command's name. */
  readonly args: readonly string[]
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** What to close in the end, in the order it was opened. */
  readonly ending: (() => unknown)[]
}

/** Something a person asked for that cannot be done as asked; told without a stack. */
export class Unusable extends Error {}

const TOLD_MS = process.stdout.isTTY ? 500 : 5_000
/** Before so much is done, nothing can be said of the rest. */
const TELLING = 0.02
const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/**
 * Tells how far it is: on a terminal in one line that is written over, else in a line now and then.
 *
 * @returns to be told how much is done, 0 to 1, and how long the rest takes, when that is known
 */
export function progressLine(): (done: number, secondsLeft?: number | null) => void {
  const begun = performance.now()
  let toldAt = begun
  let ended = false
  return (done, secondsLeft = done > TELLING ? ((performance.now() - begun) / 1_000 / done) * (1 - done) : null) => {
    const now = performance.now()
    if (ended || (now - toldAt < TOLD_MS && done < 1)) return
    toldAt = now
    ended = done === 1
    const text = `${Math.floor(done * 100)} %${secondsLeft === null || ended ? '' : ` about ${duration(secondsLeft)} left`}`
    if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(40)}${ended ? '\n' : ''}`)
    else console.log(text)
  }
}

/**
 * Runs a command-line tool on the product's own configuration. Exits with what it answers; 2 when it could not begin, said in one line.
 */
export async function tool(run: (tool: Tool) => Promise<number>): Promise<void> {
  const ending: (() => unknown)[] = []
  const interrupted = new AbortController()
  try {
    const configuration = readConfiguration(process.env)
    keepFilesPrivate(configuration.DATA_DIR)
    process.exitCode = await run({
      configuration,
      args: process.argv.slice(2),
      // Asked for by who heeds it: to the others Ctrl-C is the end.
      get signal() {
        process.once('SIGINT', () => interrupted.abort(new Unusable('Interrupted.')))
        return interrupted.signal
      },
      ending,
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  } finally {
    for (const end of ending.reverse()) await end()
  }
}
