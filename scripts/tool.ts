import { type Configuration, readConfiguration } from '../api/kernel/configuration.ts'

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

/**
 * Runs a command-line tool on the product's own configuration. Exits with what it answers; 2 when it could not begin, said in one line.
 */
export async function tool(run: (tool: Tool) => Promise<number>): Promise<void> {
  const ending: (() => unknown)[] = []
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort(new Unusable('Interrupted.')))
  try {
    process.exitCode = await run({ configuration: readConfiguration(process.env), args: process.argv.slice(2), signal: interrupted.signal, ending })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  } finally {
    for (const end of ending.reverse()) await end()
  }
}
