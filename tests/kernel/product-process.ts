import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** The passwords of the accounts of a product under test. */
export const PASSWORDS = { admin: 'Carnet-admin-2026', demo: 'Carnet-demo-2026' } as const

const ROOT = path.join(import.meta.dirname, '../..')
/** As an operator starts it. */
export const PROGRAM = 'dist/server/main.js'
/** Kept between the processes of all runs, which start the sooner. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/carnet-tests')
/** Servers of the run that tests: the product reaches those that its test names. */
const SERVERS = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const
/** The line that ends a start, of the product or of `product.ts`. */
const STARTED = /^(?:Carnet .* at )?(http:\S+)$/m

export type ProductChild = {
  readonly child: ChildProcess
  /** Output so far, on both streams. */
  readonly output: () => string
  /** Output on the stream for errors. */
  readonly errors: () => string
  /** Exit code; null when a signal ended the process. */
  readonly closed: Promise<number | null>
  readonly isGone: () => boolean
  /**
   * @returns where it listens, once its start is over @throws Error with its output when it ends
   * before
   */
  readonly started: () => Promise<string>
}

/**
 * The product in a process of its own: the one way by which tests, benches and the browser start
 * it. It limits no rate and knows no server of its surroundings.
 *
 * @param program another file that serves the product
 * @param node flags of Node
 * @param environment the product's configuration; port 0 is a free one
 */
export function spawnProduct({
  program = PROGRAM,
  node = [],
  args = [],
  environment,
}: {
  readonly program?: string
  readonly node?: readonly string[]
  readonly args?: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}): ProductChild {
  const surroundings = Object.entries(process.env).filter(
    ([name]) => !SERVERS.some((server) => server === name),
  )
  const child = spawn(process.execPath, [...node, path.join(ROOT, program), ...args], {
    cwd: ROOT,
    env: {
      ...Object.fromEntries(surroundings),
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: PASSWORDS.admin,
      DEMO_PASSWORD: PASSWORDS.demo,
      NODE_COMPILE_CACHE: COMPILED,
      NODE_NO_WARNINGS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // The channel alone keeps neither process alive.
  child.channel?.unref()
  const closed = once(child, 'close').then(([code]) => code as number | null) // of `close`
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  let output = ''
  let errors = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => void (errors += bytes.toString()))
  return {
    child,
    output: () => output,
    errors: () => errors,
    closed,
    isGone,
    async started() {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const look = () => {
        const address = STARTED.exec(output)?.[1]
        if (address !== undefined) resolve(address)
      }
      child.stdout?.on('data', look)
      void closed.then((code) =>
        reject(new Error(`The product ended with ${code} before it was ready: ${output}`)),
      )
      look()
      return promise.finally(() => child.stdout?.off('data', look))
    },
  }
}
