import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnProduct } from '../kernel/product-process.ts'

export type OwnProduct = {
  readonly dataDir: string
  /** Ends it, and begins again on the same data. @param today the day it then is, as `E2E_TODAY` */
  restart(today?: string): Promise<void>
  /** Ends it, and makes the product of all other specs the one under test again. */
  stop(): Promise<void>
}

/**
 * A product of the spec's own, for effects that other specs must not notice. The product replaces
 * the shared one in this process, so the spec's tests run in sequence.
 */
export async function ownProduct(
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const shared = process.env['CARNET_URL']
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-e2e-own-'))
  const begin = async (today?: string) => {
    const product = spawnProduct({
      node: today === undefined ? [] : ['--import', './tests/e2e/other-day.ts'],
      environment: {
        DATA_DIR: dataDir,
        ...environment,
        ...(today !== undefined && { E2E_TODAY: today }),
      },
    })
    process.env['CARNET_URL'] = await product.started()
    return product
  }
  let running = await begin()
  const end = async () => {
    running.child.kill('SIGTERM')
    await running.closed
  }
  return {
    dataDir,
    async restart(today) {
      await end()
      running = await begin(today)
    },
    async stop() {
      await end()
      if (shared === undefined) delete process.env['CARNET_URL']
      else process.env['CARNET_URL'] = shared
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
