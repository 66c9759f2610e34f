import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { certificateUntil, openEntrance } from '#api/entrance.ts'
import { greet } from '#api/greet.ts'
import { type Configuration, readConfiguration } from '#api/kernel/configuration.ts'
import { createLogger } from '#api/kernel/logger.ts'
import { prometheus } from '#api/operations/metrics.ts'
import { openTelemetry, type Telemetry } from '#api/operations/telemetry.ts'
import { createReadiness } from '#api/operations/readiness.ts'
import type { ProductServer, ServeOptions } from '#api/serve-product.ts'
import { keepFilesPrivate } from '#commands/gateways/engines/private-files.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { withoutSecrets } from '#domain/kernel/without-secrets.ts'
import { assertWhole, noteFiles } from '#workers/kernel/data-directory.ts'
import { collectWhenQuiet } from '#workers/kernel/quiet-collection.ts'
import { createLifetime } from '#workers/kernel/lifetime.ts'
import { checkAhead } from '#workers/kernel/log-check.ts'
import { createEngineWait } from '#workers/kernel/wait-for-engine.ts'

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('Carnet runs on Node 24: start it with `npm start`, which brings it.')

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
    const logCheck = checkAhead(configuration)
    lifetime.ending.push(() => logCheck?.stop())
    const entrance = await openEntrance(common)
    const publicUrl = configuration.PUBLIC_URL ?? entrance.address
    // Most modules load while the log is checked, and the port says that the product starts.
    const [{ openProduct, startUnattended }, { serveProbes, serveProduct }, { digestWriter }] =
      await Promise.all([
        import('#workers/kernel/start.ts'),
        import('#api/serve-product.ts'),
        import('#api/planning/digest.ts'),
      ])
    const product = await openProduct({
      ...common,
      publicUrl,
      logCheck,
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
    await product.proven
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
    // Parts of the start that still wait for an engine end with it.
    lifetime.announce()
    await lifetime.end()
    throw error
  }
}

/** Entry point of containers and terminals. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string' } } })
  const configuration = readConfiguration({
    ...process.env,
    ...(values.role !== undefined && { ROLE: values.role }),
  })
  keepFilesPrivate(configuration.DATA_DIR)
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

let told: unknown = null
/** Says once why the process ends. */
function tell(error: unknown): void {
  if (error === told) return
  told = error
  // A driver's message may repeat its address with the password.
  console.error(withoutSecrets(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}

if (import.meta.main) run().catch(tell)
