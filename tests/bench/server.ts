import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { freePort } from '#tests/engines/local.ts'
import { spawnProduct } from '#tests/kernel/product-process.ts'
import { MEMORY } from './result.ts'

export const PASSWORD = 'Carnet-bench-2026'
const POLL_MS = 10

export type Answer = { readonly status: number; readonly body: string }
export type ServerProcess = {
  readonly child: ChildProcess
  readonly port: number
  /** From the process's start to the first 200 of `/api/ready`. @unit milliseconds */
  readonly readyMs: number
  /** Resident memory of the process. @unit MB (1,000,000 bytes) */
  rssMb(): number
  /** Processor time of the main thread so far, free of other programs' load. @unit milliseconds */
  mainThreadMs(): number
  stop(): Promise<void>
}

const agent = new Agent({ keepAlive: true })

/** One call over a kept connection; status 0 when there is no answer. */
export function ask(
  port: number,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => void (text += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
      },
    )
    sent.on('error', () => resolve({ status: 0, body: '' }))
    sent.end(body)
  })
}

export const dataOf = <T>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body}`)
  return (JSON.parse(answer.body) as { result: { data: T } }).result.data
}

export const signIn = async (
  port: number,
  userName = 'demo',
  password = PASSWORD,
): Promise<{ readonly userId: string; readonly accessToken: string }> =>
  dataOf(
    await ask(
      port,
      'POST',
      '/api/users/authenticate',
      { 'x-api-key': 'public' },
      JSON.stringify({ userName, password }),
    ),
  )

/** Runs a file of this repository that serves the product, until it is ready. */
export async function startProcess(
  file: string,
  dataDir: string,
  flags: readonly string[] = MEMORY,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const startedAt = performance.now()
  const { child, closed, isGone } = spawnProduct({
    program: file,
    node: flags,
    environment: {
      RATE_LIMIT: process.env['RATE_LIMIT'] ?? 'off',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      DEMO_PASSWORD: PASSWORD,
      // Code is compiled before it is measured, as on an operator's machine.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
  })
  child.stderr?.pipe(process.stderr)
  while ((await ask(port, 'GET', '/api/ready')).status !== 200) {
    if (isGone()) throw new Error(`${file} ended before it was ready`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const readyMs = performance.now() - startedAt
  return {
    child,
    port,
    readyMs,
    rssMb: () =>
      (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) *
        1_024) /
      1e6,
    // Fields 14 and 15 count from the name, which stands in parentheses. @source proc(5): clock
    // ticks, 100 a second
    mainThreadMs() {
      const fields =
        readFileSync(`/proc/${child.pid}/task/${child.pid}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
