import { type Configuration, readConfiguration } from '../api/kernel/configuration.ts'
import { lock } from '../commands/event-store/sqlite-file.ts'
import { keepFilesPrivate } from '../commands/gateways/engines/private-files.ts'
import { isUsed } from '../workers/kernel/data-directory.ts'
import path from 'node:path'

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

/** Keeps other processes out of the data directory. @throws EventStoreLocked */
export const hold = ({ configuration: { DATA_DIR }, ending }: Tool): unknown =>
  ending.push(lock(path.join(DATA_DIR, 'events.sqlite')))

/** Errors of the file system, in words. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is below a file, where a folder has to be',
  EEXIST: 'is there already, and something else has to be there',
  EISDIR: 'is a folder, where a file has to be',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EROFS: 'cannot be written: its disk is read-only',
  ENOSPC: 'cannot be written: its disk is full. Make room, and run the same command again',
}
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path: place } = error as NodeJS.ErrnoException // others have neither
  const words = FILE_ERRORS[code]
  return words === undefined || place === undefined ? error.message : `${place} ${words}.`
}

/**
 * Runs a command-line tool with the product's configuration. Exits with its answer, or with 2 and
 * one line when it could not begin.
 *
 * @param on data that is there, unless the tool brings it or says itself what is missing
 */
export async function tool(
  run: (tool: Tool) => Promise<number>,
  on: 'data' | 'any' = 'data',
): Promise<void> {
  const ending: (() => unknown)[] = []
  const interrupted = new AbortController()
  try {
    const configuration = readConfiguration(process.env)
    const { DATA_DIR, EVENTSTORE_URL } = configuration
    const hasData = isUsed(DATA_DIR)
    if (on === 'data' && !hasData && EVENTSTORE_URL === undefined)
      throw new Unusable(
        `There is no data of Carnet in ${DATA_DIR}. Set DATA_DIR to the data directory you mean.`,
      )
    keepFilesPrivate(hasData ? DATA_DIR : null)
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
    console.error(inWords(error))
    process.exitCode = 2
  } finally {
    for (const end of ending.reverse()) await end()
  }
}
