import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 10_000

/** @returns where a program lies that is called by its name alone */
export const placeOnPath = (binary: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => (folder === '' ? [] : path.join(folder, binary)))
    .find((place) => existsSync(place)) ?? null
export const onPath = (binary: string): boolean => placeOnPath(binary) !== null

/**
 * Ports below those that systems give to outgoing connections, so that none is taken before it is
 * used.
 */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT))
    if (await isFree(port)) return port
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', end(true)).once('error', end(false))
  })

/**
 * Ends a process together with the test process. A test process that is killed, or whose tests are
 * all skipped, runs no hook. The end of its pipe is the only signal.
 */
export const guarding = ({ pid }: ChildProcess): ChildProcess =>
  spawn('sh', ['-c', `read _; kill -9 ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'] })

/** A server that a test owns, and can take away and bring back on the same port. */
export type LocalServer = {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  pause(): void
  resume(): void
}

/** @returns it, started; @throws Error with its output when it does not begin to answer */
export async function localServer(
  url: (port: number) => string,
  command: (port: number) => readonly [string, ...string[]],
  patienceMs = PATIENCE_MS,
): Promise<LocalServer> {
  const port = await freePort()
  let child: ChildProcess | null = null
  let guard: ChildProcess | null = null
  const server: LocalServer = {
    url: url(port),
    port,
    async start() {
      const [binary, ...args] = command(port)
      const started = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      guard = guarding(started)
      let output = ''
      const listen = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000))
      started.stdout.on('data', listen)
      started.stderr.on('data', listen)
      started.once('error', (error) => (output += error.message))
      for (const end = Date.now() + patienceMs; !(await answers(port)); await pause(25))
        if (started.exitCode !== null || Date.now() > end)
          throw new Error(`${binary} does not answer on port ${port}: ${output}`)
    },
    async stop(signal = 'SIGTERM') {
      const stopping = child
      child = null
      guard?.kill('SIGKILL')
      if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
      const gone = new Promise((resolve) => stopping.once('exit', resolve))
      stopping.kill('SIGCONT')
      stopping.kill(signal)
      const hard = setTimeout(() => stopping.kill('SIGKILL'), 3_000)
      await gone
      clearTimeout(hard)
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
  await server.start()
  return server
}

/** Read by `npm test` for its last lines. */
const SKIPPED = 'dist/test/skipped.txt'

/** Whether the suites of an engine are skipped, as it is not there; says why. */
export function skipped(engine: { readonly missing: string } | object): boolean {
  if (!('missing' in engine)) return false
  console.warn(`Skipped: ${engine.missing}`)
  mkdirSync(path.dirname(SKIPPED), { recursive: true })
  appendFileSync(SKIPPED, `${engine.missing.replaceAll(/\s+/g, ' ')}\n`)
  return true
}
