import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Configuration, WORKERS_PROBE_PORT } from './kernel/configuration.ts'
import { type Listener, openListener } from './kernel/listener.ts'
import type { Measures } from './operations/metrics.ts'
import type { Readiness } from './operations/readiness.ts'
import { buildProbeServer, PROBES } from './probes.ts'

/** Of the ten seconds a process has to end: for the requests that are on their way. */
const REQUESTS_MS = 6_000

/** Where requests and probes come in, from the first moment of a process to its last. */
export type Entrance = {
  /** Where browsers reach the product; where probes do, for a process that only works. */
  readonly address: string
  /** What `/api/ready` answers: what is waited for, then what `open` is given, in the end that the process ends. */
  readonly readiness: () => Promise<Readiness>
  /** From now on requests and probes are answered by the product. */
  open(app: FastifyInstance, readiness: () => Promise<Readiness>): void
  /** From now on each answer ends its connection. */
  drain(): void
  /** Takes no new connection, and gives the requests that are on their way 6 s. */
  close(): Promise<void>
}

const notReady = (engines: Readiness['engines']): Readiness => ({ ready: false, engines, projections: [] })

/** What a process has from its first moment to its last, as far as the API looks at it. */
export type Process = {
  readonly configuration: Configuration
  readonly log: FastifyBaseLogger
  readonly metrics: Measures
  readonly lifetime: {
    /** Aborted once the process is told to end. */
    readonly signal: AbortSignal
    /** What to close at the end, in the order it was opened. */
    readonly ending: (() => unknown)[]
  }
  readonly patience: {
    readonly waitingFor: () => readonly string[]
    /** Calls again while an engine is away. */
    readonly retryWhileAway: <T>(engine: string, work: () => Promise<T>) => Promise<T>
  }
}

/**
 * Listens before the engines are there, as the role says: for requests, for probes, or both. Until the product is there probes
 * are answered, and everything else is refused with CONNECTION_NOT_READY.
 *
 * @throws Error when a port is taken
 */
export async function openEntrance({
  configuration: { ROLE, HOST, PORT, PROBE_PORT, PUBLIC_URL },
  log,
  metrics: measures,
  patience: { waitingFor },
  lifetime: { signal, ending },
}: Process): Promise<Entrance> {
  let readiness = async () => notReady(waitingFor().map((name) => ({ name, ok: false, detail: 'is waited for' })))
  const untilTheEnd = async () =>
    signal.aborted ? notReady([{ name: 'process', ok: false, detail: 'ends' }]) : readiness()

  const observed = { readiness: untilTheEnd, queues: async () => [], failedWork: () => [], workLists: [] }
  const standby = await buildProbeServer({ log, system: { measures, observed } })
  const opened = async (port: number, only?: readonly string[]): Promise<Listener> => {
    const listener = await openListener({ host: HOST, port, first: standby, ...(only && { only }) })
    ending.push(() => listener.close(0))
    return listener
  }
  const probePort = PROBE_PORT ?? (ROLE === 'workers' ? WORKERS_PROBE_PORT : undefined)
  const probes = probePort === undefined ? null : await opened(probePort, PROBES)
  const requests = ROLE === 'workers' ? null : await opened(PORT)
  const port = (requests ?? probes)?.port ?? 0
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST

  return {
    address: (requests && PUBLIC_URL) ?? `http://${host}:${port}`,
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
