import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import type { Engine } from './eventstoredb.ts'
import { type LocalServer, localServer, onPath } from './local.ts'

export const IMAGE = 'mongo:7.0.28'
/** A virtual machine starts in a second, or in a minute on a busy machine. */
const START_MS = 120_000

const STAND_IN = 'mongo-on-h2'
/** Why a test that wants a MongoDB of its own cannot run here; null where it can. */
export const noOwnMongoDb: string | null = onPath(STAND_IN)
  ? null
  : `MongoDB: no ${STAND_IN} on the PATH`

/**
 * A stand-in for MongoDB of the test's own: its data survives `stop` and `start`, until `dispose`.
 * @returns else why there is none
 */
export async function ownMongoDb(): Promise<
  (LocalServer & { dispose(): Promise<void> }) | { readonly missing: string }
> {
  if (noOwnMongoDb !== null) return { missing: noOwnMongoDb }
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-mongo-'))
  const server = await localServer(
    (port) => `mongodb://127.0.0.1:${port}`,
    // Nice: what is tested comes before the server it is tested on.
    (port) => ['nice', STAND_IN, String(port), path.join(directory, 'data')],
    START_MS,
  )
  return {
    ...server,
    async dispose() {
      await server.stop('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * A server that speaks MongoDB: `MONGODB_URL`, else the stand-in on the PATH, else a container
 * where Docker answers.
 * @returns else why there is none
 */
export async function realMongoDb(): Promise<Engine | { readonly missing: string }> {
  const url = process.env['MONGODB_URL']
  if (url) return { url, stop: async () => {} }
  const own = await ownMongoDb()
  if (!('missing' in own)) return { url: own.url, stop: () => own.dispose() }
  try {
    const { GenericContainer } = await import('testcontainers')
    const container = await new GenericContainer(IMAGE).withExposedPorts(27017).start()
    return {
      url: `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`,
      stop: () => container.stop(),
    }
  } catch (error) {
    return {
      missing: `MongoDB: no MONGODB_URL, no ${STAND_IN} on the PATH, and ${IMAGE} does not start (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

/** The server at an address, for a bench's figures: a stand-in is named as one. */
export async function servedBy(url: string): Promise<string> {
  const client = new MongoClient(url)
  try {
    // Every MongoDB since 4.4 answers `hello`; the stand-in answers its predecessor alone.
    const hello = await client
      .db()
      .command({ hello: 1 })
      .catch(() => null)
    if (hello === null) return 'mongo-java-server on H2, which stands in for MongoDB'
    const { version } = await client.db().command({ buildInfo: 1 })
    return `MongoDB ${String(version)}`
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
