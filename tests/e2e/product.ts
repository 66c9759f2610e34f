import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { companyRegistry } from '../doubles/company-registry.ts'
import { spawnProduct } from '../kernel/product-process.ts'
import { AHEAD_MS } from './other-day.ts'

/**
 * Starts the whole product like a user: a free port and an empty data directory, for all browser
 * tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // oxlint-disable-line import/no-default-export -- Playwright wants it so
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-e2e-'))
  const registry = await companyRegistry()
  const { child, closed, started } = spawnProduct({
    node: AHEAD_MS > 0 ? ['--import', './tests/e2e/other-day.ts'] : [],
    environment: { DATA_DIR: dataDir, COMPANY_REGISTRY_URL: registry.url },
  })
  child.stderr?.pipe(process.stderr)
  process.env['CARNET_URL'] = await started()
  process.env['CARNET_REGISTRY_URL'] = registry.url
  return async () => {
    child.kill('SIGTERM')
    await closed
    await registry.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
