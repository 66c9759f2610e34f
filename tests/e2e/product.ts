import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { companyRegistry } from '../doubles/company-registry.ts'
import { AHEAD_MS } from './other-day.ts'

/** The accounts of the product under test. */
export const PASSWORDS = { admin: 'Carnet-admin-2026', demo: 'Carnet-demo-2026' } as const

/** Starts the whole product as a user would, on a free port and an empty data directory, for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  // oxlint-disable-line import/no-default-export -- Playwright wants it so
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-e2e-'))
  const registry = await companyRegistry()
  const child = spawn('node', [...(AHEAD_MS > 0 ? ['--import', './tests/e2e/other-day.ts'] : []), 'main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      // All screens are looked at by one user.
      RATE_LIMIT: 'off',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORDS.admin,
      DEMO_PASSWORD: PASSWORDS.demo,
      COMPANY_REGISTRY_URL: registry.url,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env['CARNET_URL'] = await addressOf(child)
  process.env['CARNET_REGISTRY_URL'] = registry.url
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    await registry.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits for the line that says where the product listens. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /http:\/\/\S+/.exec(printed)?.[0]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)))
  })
