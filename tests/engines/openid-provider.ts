import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './local.ts'

type ProviderAccount = {
  readonly userName: string
  readonly mail: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}
export type ProviderSettings = {
  readonly port: number
  /** Where it keeps accounts, keys, grants. */
  readonly folder: string
  /** The product it signs people in to. */
  readonly clientUrl: string
  readonly clientSecret: string
  readonly accounts: readonly ProviderAccount[]
  /** User names that have the role `carnet-admin`. */
  readonly administrators: readonly string[]
  /** Distance of its clock from ours; negative when it is behind. @unit seconds */
  readonly aheadS: number
  /** @unit seconds */
  readonly accessTokenTtlS: number
  /** Signs with a new key, unknown to the product, from this start on. */
  readonly newKeys: boolean
  /** `unknown`: it knows no such grant; `forbidden`: it does, and this client may not use it. */
  readonly passwordGrant: 'unknown' | 'forbidden' | 'allowed'
}

export type OutsideProvider = {
  readonly issuer: string
  readonly url: string
  readonly clientSecret: string
  readonly folder: string
  start(
    changes?: Partial<
      Pick<ProviderSettings, 'aheadS' | 'newKeys' | 'passwordGrant' | 'accessTokenTtlS'>
    >,
  ): Promise<void>
  stop(): Promise<void>
  /** Stops answering; connections stay open. */
  pause(): void
  resume(): void
  dispose(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('../doubles/openid-provider.ts', import.meta.url))

/** The embedded provider as an outside one: in a process of its own, not started yet. */
export async function outsideProvider(
  settings: Pick<ProviderSettings, 'clientUrl' | 'accounts' | 'administrators'>,
): Promise<OutsideProvider> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-provider-'))
  const port = await freePort()
  const clientSecret = 'between the product and its provider'
  let child: ChildProcess | null = null

  const provider: OutsideProvider = {
    issuer: `http://127.0.0.1:${port}/oidc`,
    url: `http://127.0.0.1:${port}`,
    clientSecret,
    folder,
    async start(changes = {}) {
      const all: ProviderSettings = {
        ...settings,
        port,
        folder,
        clientSecret,
        aheadS: 0,
        accessTokenTtlS: 300,
        newKeys: false,
        passwordGrant: 'unknown',
        ...changes,
      }
      const started = spawn(process.execPath, [PROGRAM, JSON.stringify(all)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE_NO_WARNINGS: '1' },
      })
      child = started
      let said = ''
      started.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await Promise.race([
        once(started.stdout, 'data'),
        once(started, 'close').then(() => {
          throw new Error(`The provider did not start: ${said}`)
        }),
      ])
    },
    async stop() {
      const stopping = child
      child = null
      if (stopping === null || stopping.exitCode !== null) return
      const closed = once(stopping, 'close')
      stopping.kill('SIGKILL')
      await closed
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async dispose() {
      await provider.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return provider
}
