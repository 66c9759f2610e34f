import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import type { Engine } from './eventstoredb.ts'
import { type LocalServer, localServer, onPath } from './local.ts'

export const IMAGE = 'mongo:7.0.28'

/** A FerretDB of the test's own, on SQLite: what it holds is there again after `stop` and `start`, until `dispose`. @returns else why there is none */
export async function ownMongoDb(): Promise<
  (LocalServer & { dispose(): Promise<void> }) | { readonly missing: string }
> {
  if (!onPath('ferretdb')) return { missing: 'MongoDB: no ferretdb on the PATH' }
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-ferretdb-'))
  const server = await localServer(
    (port) => `mongodb://127.0.0.1:${port}`,
    // Nice: what is tested comes before what it is tested against. It collects its garbage less often than Go would by itself.
    (port) => [
      'nice',
      'env',
      'GOGC=400',
      'ferretdb',
      '--handler=sqlite',
      `--sqlite-url=file:${directory}/?_pragma=synchronous(off)`,
      `--state-dir=${directory}`,
      `--listen-addr=127.0.0.1:${port}`,
      '--telemetry=disable',
      '--debug-addr=-',
      '--log-level=error',
    ],
  )
  return {
    ...server,
    async dispose() {
      await server.stop('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A server that speaks MongoDB: `MONGODB_URL`, else FerretDB on the PATH, else a container where Docker answers. @returns else why there is none */
export async function realMongoDb(): Promise<Engine | { readonly missing: string }> {
  const url = process.env['MONGODB_URL']
  if (url) return { url, stop: async () => {} }
  const own = await ownMongoDb()
  if (!('missing' in own)) return { url: own.url, stop: () => own.dispose() }
  try {
    const { GenericContainer } = await import('testcontainers')
    const container = await new GenericContainer(IMAGE).withExposedPorts(27017).start()
    return { url: `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`, stop: () => container.stop() }
  } catch (error) {
    return {
      missing: `MongoDB: no MONGODB_URL, no ferretdb on the PATH, and ${IMAGE} does not start (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

/** What answers there, for whoever tells a figure: a stand-in is named as one. */
export async function servedBy(url: string): Promise<string> {
  const client = new MongoClient(url)
  try {
    const { version, ferretdbVersion } = await client.db().command({ buildInfo: 1 })
    return typeof ferretdbVersion === 'string'
      ? `FerretDB ${ferretdbVersion} on SQLite, which stands in for MongoDB`
      : `MongoDB ${String(version)}`
  } finally {
    await client.close()
  }
}

/** The same server, another database: suites must not meet in one. */
export function databaseAt(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}
