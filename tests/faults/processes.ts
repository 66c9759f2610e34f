import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Readiness } from '#api/operations/readiness.ts'
import type { Answer, Asked, Question } from '#tests/doubles/eventstoredb/process.ts'
import { freePort, guarding } from '#tests/engines/local.ts'
import { spawnProduct } from '#tests/kernel/product-process.ts'

/** Starts are slow where much else runs. */
const PATIENCE_MS = 120_000
export const PASSWORD = 'Carnet-faults-2026'

const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const isGone = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null

/** Gone with the test, however it ends, and with the process that tests. */
function owned(child: ChildProcess): (signal?: NodeJS.Signals) => Promise<void> {
  const guard = guarding(child)
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (!isGone(child)) {
      child.kill('SIGCONT')
      child.kill(signal)
    }
    await closed
    guard.kill('SIGKILL')
  }
  onTestFinished(() => end())
  return end
}

/** A directory that goes with the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-faults-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

export type ProductProcess = {
  readonly address: string
  readonly isAlive: () => boolean
  /** Output so far: its log, a JSON object a line, and any unexpected line. */
  readonly output: () => string
  readonly ready: () => Promise<Readiness>
  pause(): void
  resume(): void
  end(signal?: NodeJS.Signals): Promise<void>
  /** Moves its wall clock. @param now epoch milliseconds; with `clock: 'ours'` alone */
  setClock(now: number): Promise<void>
}

/**
 * The product, whole or in one role, in its own process, without the demo account's sample year.
 *
 * @param environment its configuration
 * @param ahead seconds its clock is ahead
 * @throws Error with what it printed when it does not begin to listen
 */
export async function productProcess(
  environment: Readonly<Record<string, string>>,
  {
    ahead = 0,
    clock = 'its own',
  }: { readonly ahead?: number; readonly clock?: 'its own' | 'ours' } = {},
): Promise<ProductProcess> {
  const works = environment['ROLE'] === 'workers'
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const { child, output, started } = spawnProduct({
    program: 'tests/kernel/product.ts',
    node: clock === 'ours' ? ['--import', new URL('shifting-clock.ts', import.meta.url).href] : [],
    args: [String(ahead)],
    environment: {
      [works ? 'PROBE_PORT' : 'PORT']: port,
      LOG_LEVEL: 'info',
      ADMIN_PASSWORD: PASSWORD,
      DEMO_PASSWORD: PASSWORD,
      ...environment,
    },
  })
  const end = owned(child)
  // A process that works answers its probes long before all is caught up, which is when its start
  // is over.
  const answering = async (): Promise<unknown> => {
    while (!isGone(child) && !(await fetch(`${address}/api/health`).catch(() => null))?.ok)
      await pause(25)
    return isGone(child) ? started() : address
  }
  await within(PATIENCE_MS, 'The start', works ? answering() : started()).catch(
    (error: unknown) => {
      throw new Error(`The product did not start: ${output()}`, { cause: error })
    },
  )
  return {
    address,
    output,
    isAlive: () => !isGone(child),
    async ready() {
      const answer = await fetch(`${address}/api/ready`)
      return ((await answer.json()) as { result: { data: Readiness } }).result.data
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end,
    async setClock(now) {
      const set = once(child, 'message')
      child.send({ ahead: now - Date.now() })
      await set
    },
  }
}

/** The protocol double of EventStoreDB in a process of its own. */
export async function eventStoreProcess() {
  const child = fork(
    fileURLToPath(new URL('../doubles/eventstoredb/process.ts', import.meta.url)),
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  owned(child)
  const [url] = (await within(PATIENCE_MS, 'The double’s start', once(child, 'message'))) as [
    string,
  ]
  const waiting = new Map<number, (result: unknown) => void>()
  child.on('message', ({ number, result }: Answer) => {
    waiting.get(number)?.(result)
    waiting.delete(number)
  })
  let number = 0
  const ask = async <M extends keyof Asked>(
    method: M,
    argument?: Parameters<Asked[M]>[0],
  ): Promise<Awaited<ReturnType<Asked[M]>>> => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(++number, resolve)
    child.send({ number, method, ...(argument !== undefined && { argument }) } satisfies Question)
    return (await promise) as Awaited<ReturnType<Asked[M]>> // the child answers what its methods return
  }
  return { url, ask }
}

/** Number of a worker's written batches with content, by its log at level debug. */
export const batches = (worker: ProductProcess): number =>
  worker.output().split('A batch was folded').length - 1
