import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfiguration } from '../api/kernel/configuration.ts'
import { start } from '../main.ts'

/**
 * Starts and ends the product once for the image, so that the compile cache holds the modules of a
 * start.
 */
const directory = mkdtempSync(path.join(tmpdir(), 'carnet-warm-'))
const { app, stop } = await start(
  readConfiguration({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' }),
  { sampleData: 'none' },
)
await app.inject('/api/ready')
// Modules that are loaded only when a server is configured.
await Promise.all([
  import('../commands/event-store/eventstoredb.ts'),
  import('../commands/gateways/documents/documents-gridfs.ts'),
  import('../commands/gateways/accounts/sign-in-store-mongodb.ts'),
  import('../projections/read-store/mongodb.ts'),
  import('../workers/queue/bullmq.ts'),
  import('../api/operations/queues.ts'),
])
await stop()
rmSync(directory, { recursive: true })
