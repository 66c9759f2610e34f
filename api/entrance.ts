import { X509Certificate } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { latest } from '#commands/kernel/secret-files.ts'
import { type Configuration, WORKERS_PROBE_PORT } from './kernel/configuration.ts'
import { type Certified, type Listener, openListener } from './kernel/listener.ts'
import { type Measures, NO_UPKEEP } from './operations/metrics.ts'
import type { Readiness } from './operations/readiness.ts'
import { buildProbeServer, PROBES } from './probes.ts'

/** Time for running requests to end, of the ten seconds a process has. @unit milliseconds */
const REQUESTS_MS = 6_000

/** The ports for requests and probes, from the first moment of a process to its last. */
export type Entrance = {
  /** Where browsers reach the product; for a process without API, where probes do. */
  readonly address: string
  /**
   * Answer of `/api/ready`: engines under way first, then the readiness given to `open`, at last
   * the process's end.
   */
  readonly readiness: () => Promise<Readiness>
  /** From now on the product answers requests and probes. */
  open(app: FastifyInstance, readiness: () => Promise<Readiness>): void
  /** From now on each answer closes its connection. */
  drain(): void
  /** Accepts no new connection, and gives running requests 6 s. */
  close(): Promise<void>
}

const notReady = (engines: Readiness['engines']): Readiness => ({
  ready: false,
  engines,
  projections: [],
})

/** End of the certificate that a process serves; null without one. @unit epoch milliseconds */
export function certificateUntil(configuration: Configuration): number | null {
  if (configuration.TLS_CERTIFICATE === undefined) return null
  return Date.parse(new X509Certificate(latest(configuration, 'TLS_CERTIFICATE')()).validTo)
}

/** The part of a process that exists from its first moment to its last. */
export type Process = {
  readonly configuration: Configuration
  readonly log: FastifyBaseLogger
  readonly metrics: Measures
  readonly lifetime: {
    /** Aborted once the process is told to end. */
    readonly signal: AbortSignal
    /** Closing functions, in the order of opening. */
    readonly ending: (() => unknown)[]
  }
  readonly patience: {
    readonly waitingFor: () => readonly string[]
    /** Calls again while an engine is away. */
    readonly retryWhileAway: <T>(engine: string, work: () => Promise<T>) => Promise<T>
  }
}

function certificateOf(
  configuration: Configuration,
  unusable: (error: unknown) => void,
): Certified | undefined {
  if (configuration.TLS_CERTIFICATE === undefined) return undefined
  const [cert, key] = [latest(configuration, 'TLS_CERTIFICATE'), latest(configuration, 'TLS_KEY')]
  return { now: () => ({ cert: cert(), key: key() }), unusable }
}

/**
 * Listens before the engines are open: for requests, for probes, or both, by role. Until the
 * product is ready, probes are answered and other requests are refused with CONNECTION_NOT_READY.
 *
 * @throws Error when a port is taken, or the certificate cannot be used
 */
export async function openEntrance({
  configuration,
  log,
  metrics: measures,
  patience: { waitingFor },
  lifetime: { signal, ending },
}: Process): Promise<Entrance> {
  const { ROLE, HOST, PORT, PROBE_PORT, PUBLIC_URL } = configuration
  const certified = certificateOf(configuration, (error) =>
    log.error(
      { err: error },
      'The renewed certificate cannot be used: connections still get the one before',
    ),
  )
  let readiness = async () =>
    notReady(waitingFor().map((name) => ({ name, ok: false, detail: 'is waited for' })))
  const untilTheEnd = async () =>
    signal.aborted ? notReady([{ name: 'process', ok: false, detail: 'ends' }]) : readiness()

  const observed = {
    readiness: untilTheEnd,
    queues: async () => [],
    failedWork: () => [],
    workLists: [],
    diskFree: () => Number.NaN,
    upkeep: async () => NO_UPKEEP,
  }
  const standby = await buildProbeServer({ log, system: { measures, observed } })
  const opened = async (port: number, only?: readonly string[]): Promise<Listener> => {
    const listener = await openListener({
      host: HOST,
      port,
      first: standby,
      certified,
      ...(only && { only }),
    })
    ending.push(() => listener.close(0))
    return listener
  }
  const probePort = PROBE_PORT ?? (ROLE === 'workers' ? WORKERS_PROBE_PORT : undefined)
  const probes = probePort === undefined ? null : await opened(probePort, PROBES)
  const requests = ROLE === 'workers' ? null : await opened(PORT)
  const port = (requests ?? probes)?.port ?? 0
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST

  return {
    address: (requests && PUBLIC_URL) ?? `${certified ? 'https' : 'http'}://${host}:${port}`,
    readiness: untilTheEnd,
    open(app, now) {
      readiness = now
      for (const listener of [requests, probes]) listener?.serve(app)
    },
    drain: () => requests?.drain(),
    async close() {
      const cut = (await requests?.close(REQUESTS_MS)) ?? 0
      if (cut > 0) log.warn({ requests: cut }, 'Requests that did not end in time were cut off')
    },
  }
}
