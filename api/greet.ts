import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Configuration, isForOthers } from '#api/kernel/configuration.ts'
import type { ProductServer } from '#api/serve-product.ts'
import { isVolumeEncrypted } from '#commands/gateways/engines/volume.ts'

type Started = Pick<ProductServer, 'accounts'> & {
  readonly address: string
  readonly webFolder: string
  readonly configuration: Configuration
  readonly log: Logger
}

/**
 * Says in the terminal where Carnet is and which accounts it made. Warns of a volume that is not
 * encrypted.
 */
export function greet({ address, accounts, webFolder, configuration, log }: Started): void {
  const { ROLE, DATA_DIR } = configuration
  if (isForOthers(configuration) && isVolumeEncrypted(DATA_DIR) === false)
    log.warn(
      { directory: DATA_DIR },
      'The data directory lies on a volume that this machine does not encrypt: see docs/operating.md',
    )
  if (ROLE === 'workers') return console.log(`Carnet works; probes are answered at ${address}`)
  const lines = [`Carnet is at ${address}`, `Data lies in ${path.resolve(DATA_DIR)}`]
  if (!existsSync(path.join(webFolder, 'index.html')))
    lines.push('The web application is not built: run npm run build.')
  for (const { userName, password, generated } of accounts)
    lines.push(
      `Account ${userName}: ${generated ? `password ${password} (shown this once)` : 'password as configured'}`,
    )
  console.log(lines.join('\n'))
}
