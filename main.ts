import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { checkAhead } from '#commands/event-store/sqlite-check.ts'
import { keepFilesPrivate } from '#commands/gateways/engines/private-files.ts'
import { withoutSecrets } from '#domain/kernel/without-secrets.ts'

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('Carnet runs on Node 24: start it with `npm start`, which brings it.')

/** Entry point of containers and terminals. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string' } } })
  const configuration = readConfiguration({
    ...process.env,
    ...(values.role !== undefined && { ROLE: values.role }),
  })
  const { DATA_DIR, EVENTSTORE_URL } = configuration
  keepFilesPrivate(DATA_DIR)
  // The log is checked while the modules of the product load: each takes a second.
  if (EVENTSTORE_URL === undefined) checkAhead(path.join(DATA_DIR, 'events.sqlite'))
  const { run } = await import('./start.ts')
  await run(configuration, tell)
}

let told: unknown = null
/** Says once why the process ends. */
function tell(error: unknown): void {
  if (error === told) return
  told = error
  // A driver's message may repeat its address with the password.
  console.error(withoutSecrets(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}

main().catch(tell)
