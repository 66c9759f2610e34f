import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { PASSWORDS, spawnProduct } from '#tests/kernel/product-process.ts'

type Ready = {
  readonly ready: boolean
  readonly engines: readonly {
    readonly name: string
    readonly ok: boolean
    readonly detail: string
  }[]
  readonly projections: readonly {
    readonly name: string
    readonly state: string
    readonly lag: { readonly events: number } | null
  }[]
}
type Answer<T> = {
  readonly status: number
  readonly data: T
  readonly code: string
  readonly headers: Headers
}
export type SignedIn = { readonly token: string; readonly userId: string }

export type CarnetProcess = {
  readonly address: string
  readonly child: ChildProcess
  /** All it said so far, on both of its outputs. */
  output(): string
  ask<T = { id: string; version: number; position: string }>(
    method: string,
    url: string,
    options?: { body?: object; as?: SignedIn; headers?: Record<string, string> },
  ): Promise<Answer<T>>
  /** @returns null when nothing listens */
  readiness(): Promise<(Ready & { readonly status: number }) | null>
  untilReady(timeoutMs?: number): Promise<void>
  signIn(userName: 'admin' | 'demo'): Promise<SignedIn>
  signal(signal: NodeJS.Signals): void
  /**
   * A process that has not ended within ten seconds ends itself, with code 1. @returns the code,
   * and after how long
   */
  ended(): Promise<{ readonly code: number | null; readonly ms: number }>
  /** At once, if it still runs. */
  kill(): Promise<void>
}

/**
 * The product in a process of its own, as an operator starts it. Probes and the API are asked at
 * the same port.
 */
export function startCarnet(
  port: number,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): CarnetProcess {
  const probes = environment['ROLE'] === 'workers' || args.includes('workers')
  const { child, output, closed } = spawnProduct({
    args,
    environment: {
      LOG_LEVEL: 'info',
      [probes ? 'PROBE_PORT' : 'PORT']: String(port),
      ...environment,
    },
  })
  const address = `http://127.0.0.1:${port}`

  const carnet: CarnetProcess = {
    address,
    child,
    output,
    async ask<T>(
      method: string,
      url: string,
      {
        body,
        as,
        headers = {},
      }: { body?: object; as?: SignedIn; headers?: Record<string, string> } = {},
    ): Promise<Answer<T>> {
      const answer = await fetch(`${address}/api/${url}`, {
        method,
        headers: {
          'x-api-key': 'public',
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { result } = (await answer.json()) as { result: { data: T; code: string } }
      return {
        status: answer.status,
        data: result.data,
        code: result.code,
        headers: answer.headers,
      }
    },
    async readiness() {
      const answer = await fetch(`${address}/api/ready`).catch(() => null)
      return (
        answer && {
          status: answer.status,
          ...((await answer.json()) as { result: { data: Ready } }).result.data,
        }
      )
    },
    async untilReady(timeoutMs = 180_000) {
      for (
        const until = Date.now() + timeoutMs;
        !(await carnet.readiness())?.ready;
        await pause(100)
      )
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(
            `It is not ready (${child.exitCode === null ? 'in time' : `exit ${child.exitCode}`}): ${output()}`,
          )
    },
    async signIn(userName) {
      const { status, data } = await carnet.ask<{ accessToken: string; userId: string }>(
        'POST',
        'users/authenticate',
        {
          body: { userName, password: PASSWORDS[userName] },
        },
      )
      expect(status).toBe(200)
      return { token: data.accessToken, userId: data.userId }
    },
    signal: (signal) => void child.kill(signal),
    async ended() {
      const since = performance.now()
      return { code: await closed, ms: performance.now() - since }
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
  return carnet
}
