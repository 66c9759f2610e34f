import { tmpdir } from 'node:os'
import type { Engine } from './eventstoredb.ts'
import { type LocalServer, localServer, onPath } from './local.ts'

export const IMAGE = 'redis:7.4.11-alpine'

/**
 * A server of the test's own, which keeps nothing: stopped and started again, it is empty. @returns
 * else why there is none
 */
export async function ownRedis(): Promise<LocalServer | { readonly missing: string }> {
  if (!onPath('redis-server')) return { missing: 'Redis: no redis-server on the PATH' }
  return localServer(
    (port) => `redis://127.0.0.1:${port}`,
    (port) => [
      'redis-server',
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
      '--dir',
      tmpdir(),
    ],
  )
}

/**
 * A real server: `REDIS_URL`, else the binary on the PATH, else a container where Docker answers.
 * @returns else why there is none
 */
export async function realRedis(): Promise<Engine | { readonly missing: string }> {
  const url = process.env['REDIS_URL']
  if (url) return { url, stop: async () => {} }
  const own = await ownRedis()
  if (!('missing' in own)) return own
  try {
    const { GenericContainer } = await import('testcontainers')
    const container = await new GenericContainer(IMAGE).withExposedPorts(6379).start()
    return {
      url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
      stop: () => container.stop(),
    }
  } catch (error) {
    return {
      missing: `Redis: no REDIS_URL, no redis-server on the PATH, and ${IMAGE} does not start (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}
