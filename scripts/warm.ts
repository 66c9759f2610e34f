import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfiguration } from '../api/kernel/configuration.ts'
import type * as Main from '../main.ts'

const BUILT = path.join(import.meta.dirname, '../dist/server')
const { start } = (await import(path.join(BUILT, 'main.js'))) as typeof Main

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
// Files that are loaded only when a server is configured. Threads and processes begin work.
const modules = readdirSync(BUILT).filter((file) => !/-(?:thread|process)\.js$/.test(file))
await Promise.all(modules.map((file) => import(path.join(BUILT, file))))
await stop()
rmSync(directory, { recursive: true })
