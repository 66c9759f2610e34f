import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { certificateUntil, openEntrance } from '#api/entrance.ts'
import { greet } from '#api/greet.ts'
import type { Configuration } from '#api/kernel/configuration.ts'
import { createLogger } from '#api/kernel/logger.ts'
import { prometheus } from '#api/operations/metrics.ts'
import { openTelemetry, type Telemetry } from '#api/operations/telemetry.ts'
import { createReadiness } from '#api/operations/readiness.ts'
import { digestWriter } from '#api/planning/digest.ts'
import {
  type ProductServer,
  type ServeOptions,
  serveProbes,
  serveProduct,
} from '#api/serve-product.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { assertWhole, noteFiles } from '#workers/kernel/data-directory.ts'
import { collectWhenQuiet } from '#workers/kernel/quiet-collection.ts'
import { createLifetime } from '#workers/kernel/lifetime.ts'
import { openProduct, startUnattended } from '#workers/kernel/start.ts'
import { createEngineWait } from '#workers/kernel/wait-for-engine.ts'

export type Running = Pick<ProductServer, 'app' | 'accounts'> & {
  /** Where browsers reach it; for a process without API, where probes reach it. */
  readonly address: string
  /** @param noticeMs how long requests are still accepted while `/api/ready` says no */
  readonly stop: (options?: { readonly noticeMs?: number }) => Promise<void>
}

export type StartOptions = ServeOptions & {
  readonly clock?: Clock
  readonly logger?: Logger
  readonly telemetry?: Telemetry | null
  /** Aborts the start, also while it waits for an engine. */
  readonly signal?: AbortSignal
  /** Told why the start fails, before what it opened is closed. */
  readonly onFailed?: (error: unknown) => void
}

/** Time for the last traces to be sent, of the ten seconds a process has. @unit milliseconds */
const SENDING_MS = 400

const WEB = fileURLToPath(new URL('dist/web', import.meta.url))

/**
 * Opens the configured engines and starts the requested roles. It listens from the first moment on.
 * While it waits for an engine that is away, `/api/ready` says so.
 */
export async function start(
  configuration: Configuration,
  options: StartOptions = {},
): Promise<Running> {
  const { clock = { now: Date.now }, logger: log = createLogger(configuration.LOG_LEVEL) } = options
  const metrics = options.telemetry?.measures(prometheus()) ?? prometheus()
  const lifetime = createLifetime(options.signal)
  const patience = createEngineWait({ log, signal: lifetime.signal })
  const common = { configuration, lifetime, patience, clock, log, metrics }
  try {
    await assertWhole(configuration)
    const entrance = await openEntrance(common)
    const publicUrl = configuration.PUBLIC_URL ?? entrance.address
    const product = await openProduct({
      ...common,
      publicUrl,
      digestWriter: (deps) => digestWriter({ ...deps, publicUrl }),
    })
    const observed = {
      ...product.observed,
      readiness: entrance.readiness,
      upkeep: async () => ({
        ...(await product.observed.upkeep()),
        certificateUntil: certificateUntil(configuration),
      }),
    }
    const { app, accounts, health } = await (configuration.ROLE === 'workers'
      ? serveProbes({ ...common, observed })
      : serveProduct({
          ...common,
          ...product,
          ...options,
          observed,
          address: entrance.address,
          webFolder: WEB,
        }))
    entrance.open(
      app,
      createReadiness({ engines: [...product.health, ...health], projector: product.projector }),
    )
    await startUnattended(common, product)
    await noteFiles(configuration)
    lifetime.ending.push(() => noteFiles(configuration))
    lifetime.ending.push(collectWhenQuiet())

    async function stop({ noticeMs = 0 }: { readonly noticeMs?: number } = {}): Promise<void> {
      lifetime.announce()
      entrance.drain()
      if (noticeMs > 0) await pause(noticeMs)
      await lifetime.end(() => entrance.close())
    }
    return { app, address: entrance.address, accounts, stop }
  } catch (error) {
    options.onFailed?.(error)
    await lifetime.end()
    throw error
  }
}

/**
 * Starts the product, and ends it on the signals of terminals and containers.
 *
 * @param tell told why a start fails, unless a signal ended it
 */
export async function run(
  configuration: Configuration,
  tell: (error: unknown) => void,
): Promise<void> {
  // The other detectors tell the command line and the names of the host.
  process.env['OTEL_NODE_RESOURCE_DETECTORS'] ??= 'env'
  const telemetry = await openTelemetry(configuration)
  const logger = createLogger(configuration.LOG_LEVEL, undefined, telemetry?.idsNow)
  const given = new AbortController()
  const onFailed = (error: unknown) => !given.signal.aborted && tell(error)
  const starting = start(configuration, { logger, telemetry, signal: given.signal, onFailed })
  // The process must not end well because its event loop is empty: a failed start is reported
  // below.
  const grace = closeWithGrace({ delay: 10_000, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'Carnet ends on an error that nobody caught')
    given.abort(new Error('Carnet was told to end before it had started'))
    const running = await starting.catch(() => null)
    await running?.stop({
      noticeMs: signal === 'SIGTERM' ? configuration.DRAIN_SECONDS * 1_000 : 0,
    })
    await Promise.race([telemetry?.close(), pause(SENDING_MS, undefined, { ref: false })])
  })
  try {
    greet({ ...(await starting), webFolder: WEB, configuration, log: logger })
  } catch (error) {
    if (given.signal.aborted) return
    grace.uninstall()
    throw error
  }
}
