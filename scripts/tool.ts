import { type Configuration, readConfiguration } from '../api/kernel/configuration.ts'
import { keepFilesPrivate } from '../commands/gateways/engines/private-files.ts'

export type Tool = {
  readonly configuration: Configuration
  /** Arguments of the command. */
  readonly args: readonly string[]
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Closing functions, in the order of opening. */
  readonly ending: (() => unknown)[]
}

/** A request that cannot be fulfilled as it was made; shown without a stack. */
export class Unusable extends Error {}

const TOLD_MS = process.stdout.isTTY ? 500 : 5_000
/** Share that must be done before the rest can be estimated. */
const TELLING = 0.02
const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/**
 * Shows progress: on a terminal in one line that is overwritten, else in a line now and then.
 *
 * @returns a function for the share that is done, 0 to 1, and the remaining seconds, if known
 */
export function progressLine(): (done: number, secondsLeft?: number | null) => void {
  const begun = performance.now()
  let toldAt = begun
  let ended = false
  return (
    done,
    secondsLeft = done > TELLING ? ((performance.now() - begun) / 1_000 / done) * (1 - done) : null,
  ) => {
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
 * Runs a command-line tool with the product's configuration. Exits with its answer, or with 2 and
 * one line when it could not begin.
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
      // A tool that reads it handles Ctrl-C; for other tools Ctrl-C ends the process.
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
