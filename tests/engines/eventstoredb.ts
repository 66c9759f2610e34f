import { GenericContainer, Wait } from 'testcontainers'

/** 24.10 is the last line that the client was released for. */
export const IMAGE = 'eventstore/eventstore:24.10.5'
const PORT = 2113

export type Engine = { readonly url: string; stop(): Promise<unknown> }

/**
 * A real server: the one at `EVENTSTORE_URL`, else a container where Docker answers. @returns else
 * why there is none
 */
export async function realEventStoreDb(): Promise<Engine | { readonly missing: string }> {
  const url = process.env['EVENTSTORE_URL']
  if (url) return { url, stop: async () => {} }
  try {
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
        EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      })
      .withExposedPorts(PORT)
      .withWaitStrategy(
        Wait.forHttp('/health/live', PORT).forStatusCodeMatching((status) => status < 300),
      )
      .start()
    return {
      url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
      stop: () => container.stop(),
    }
  } catch (error) {
    return {
      missing: `EventStoreDB: no EVENTSTORE_URL, and ${IMAGE} does not start (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}
