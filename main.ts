import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { serveContexts, serveOutside } from '#api/app.ts'
import { productPorts } from '#commands/billing/product-ports.ts'
import { createIdentity, type OutsideProvider } from '#api/identity/identity.ts'
import type { Api } from '#api/kernel/api.ts'
import { type Configuration, readConfiguration, WORKERS_PROBE_PORT } from '#api/kernel/configuration.ts'
import { type Listener, openListener } from './api/kernel/listener.ts'
import { createLogger, withoutSecrets } from '#api/kernel/logger.ts'
import { buildServer } from '#api/kernel/server.ts'
import { prometheus } from '#api/operations/metrics.ts'
import { createReadiness, type Readiness } from '#api/operations/readiness.ts'
import { buildProbeServer, PROBES } from './api/probes.ts'
import { billCommands } from '#commands/billing/bills.ts'
import { startPdfRenderer } from './commands/billing/document/pdf-renderer.ts'
import { billIssuance } from '#commands/billing/issue-bill.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { rechercheEntreprises } from '#commands/gateways/company-registry-recherche-entreprises.ts'
import { inTurnsBy } from '#commands/gateways/leases.ts'
import { openSignIn } from '#commands/gateways/open-sign-in.ts'
import { ensureAccounts, ensureRoles, type FirstAccount } from '#commands/identity/first-start.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { demoData } from './commands/operations/demo-data.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { externalSealAt } from './commands/operations/external-seal.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { billsFallDue, bookPayments, finishIssuance } from './workers/billing/billing-reactors.ts'
import { forgettingReactors } from '#workers/identity/forgetting-reactors.ts'
import { openEngines, QUEUE } from '#workers/kernel/engines.ts'
import { createEngineWait } from './workers/kernel/wait-for-engine.ts'
import { catchUpAll, startWorkers, TOPICS } from '#workers/kernel/run.ts'
import { createReactorRunner, type Reactor } from './workers/kernel/reactor.ts'

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('Carnet runs on Node 24: start it with `npm start`, which brings it.')

export type Running = {
  readonly app: FastifyInstance
  /** Where browsers reach it; where probes do, for a process that only works. */
  readonly address: string
  /** Accounts made just now, on an empty data directory. */
  readonly accounts: readonly FirstAccount[]
  /** @param noticeMs how long requests are still taken while `/api/ready` says no */
  readonly stop: (options?: { readonly noticeMs?: number }) => Promise<void>
}

export type StartOptions = {
  readonly clock?: Clock
  readonly logger?: Logger
  /** `none` leaves the demo account without its year of sample data. */
  readonly sampleData?: 'year' | 'none'
  /** Serves routes beside the product's own, as a bench does to compare. */
  readonly serve?: (api: Api) => void
  /** Gives the start up, also one that waits for an engine. */
  readonly signal?: AbortSignal
}

const WEB = fileURLToPath(new URL('dist/web', import.meta.url))
const SIGN_IN = 'sign-in'
/** Of the ten seconds a process has to end: for the requests that are on their way, then for what runs without a user. */
const REQUESTS_MS = 6_000
const WORKERS_MS = 2_000
/** For all of the end: what is left is for keeping the read models. */
const END_MS = 9_500
/** Events that are folded in some 0.2 s: for these the read models are kept again while the process runs, in case it does not end well. */
const WORTH_KEEPING = 20_000
/** How long the start waits for read models on another server, which are ready when they are. */
const SETTLE_MS = 10_000

/**
 * Builds the engines that the configuration asks for, starts the roles asked for, and listens from the first moment on: an engine
 * that is away is waited for, and `/api/ready` says so.
 *
 * @throws Error when something is wrong that waiting does not mend; the signal's reason
 */
export async function start(configuration: Configuration, options: StartOptions = {}): Promise<Running> {
  const { ROLE, HOST, PORT, PROBE_PORT, PUBLIC_URL, PUBLIC_API_KEY, TRUST_PROXY } = configuration
  const clock = options.clock ?? { now: Date.now }
  const log = options.logger ?? createLogger(configuration.LOG_LEVEL)
  const measures = prometheus()
  const ends = new AbortController()
  const signal = options.signal === undefined ? ends.signal : AbortSignal.any([ends.signal, options.signal])
  const patience = createEngineWait({ log, signal })
  const ending: (() => unknown)[] = []
  let endsBy: number | undefined
  const end = async () => {
    endsBy ??= performance.now() + END_MS
    for (const last of ending.splice(0).reverse()) await last()
  }
  let readiness = async (): Promise<Readiness> => ({
    ready: false,
    engines: patience.waitingFor().map((name) => ({ name, ok: false, detail: 'is waited for' })),
    projections: [],
  })
  const ended: Readiness = { ready: false, engines: [{ name: 'process', ok: false, detail: 'ends' }], projections: [] }
  const untilTheEnd = async (): Promise<Readiness> => (signal.aborted ? ended : readiness())

  try {
    const standby = await buildProbeServer({
      log,
      system: {
        measures,
        observed: { readiness: untilTheEnd, queues: async () => [], failedWork: () => [], workLists: [] },
      },
    })
    const opened = async (port: number, only?: readonly string[]): Promise<Listener> => {
      const door = await openListener({ host: HOST, port, first: standby, ...(only && { only }) })
      ending.push(() => door.close(0))
      return door
    }
    const probePort = PROBE_PORT ?? (ROLE === 'workers' ? WORKERS_PROBE_PORT : undefined)
    const probes = probePort === undefined ? null : await opened(probePort, PROBES)
    const door = ROLE === 'workers' ? null : await opened(PORT)
    const port = (door ?? probes)?.port ?? 0
    const address = (door && PUBLIC_URL) ?? `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${port}`

    const { store, keyring, documents, readStore, kept, queue, board, health } = await openEngines(
      configuration,
      log,
      ending,
      measures,
      patience.retryWhileAway,
    )
    const press = startPdfRenderer(documents)
    ending.push(() => press.close())

    const projector = createProjector({
      store,
      readStore,
      queue,
      clock,
      log,
      projections,
      metrics: measures,
      // Read models that live on another server are brought up to date side by side, by whichever worker is free.
      ...(readStore.volatile ? {} : { groupOf: (projection) => projection.name }),
    })
    const { readModels } = projector
    await kept?.restore()
    if (readStore.volatile) await patience.retryWhileAway('events', () => catchUpAll(projector, signal))
    // Answers once the log is known to be whole.
    await patience.retryWhileAway('events', () => store.head())
    ending.push(() =>
      kept?.save({ signal: AbortSignal.timeout(Math.max(0, Math.round((endsBy ?? 0) - performance.now()))) }),
    )
    // The log's own watch rings the projections, in whichever process the workers are.
    const handler = createHandler({ store, clock, schemaOf: upcasters.schemaOf, metrics: measures })

    const { isSimulation, fill } = demoData({ store, documents, renderPdf: press.render })
    const ports = productPorts({ handler, renderPdf: press.render, isSimulation })
    const issuance = billIssuance({ handler, documents, ports })
    const commands = billCommands(handler, issuance, ports)
    const witness = externalSealAt(configuration)
    const work = createReactorRunner({
      readModels,
      clock,
      log,
      metrics: measures,
      workLists: [
        finishIssuance(issuance),
        bookPayments(commands),
        billsFallDue(commands),
        ...forgettingReactors({ handler, store, keyring, documents, readModels, kept, clock }),
      ] as unknown as readonly Reactor[],
    }) // lists of documents it does not know the type of
    const observed = {
      readiness: untilTheEnd,
      queues: () => queue.depths(),
      failedWork: () => work.failed(),
      workLists: work.lists,
    }
    const names = projections.map(({ name }) => name)
    type Engines = Parameters<typeof createReadiness>[0]['engines']
    // Without its queue the product still takes commands and answers: what is read is late, no more.
    const ready = (engines: Engines, mayBeAway = (_engine: string) => false) =>
      createReadiness({ engines, mayBeAway: (name) => name === QUEUE || mayBeAway(name), projector, names })

    /** The API, behind the door as soon as it can answer. */
    async function answer(): Promise<{ readonly app: FastifyInstance; readonly accounts: readonly FirstAccount[] }> {
      const { signIn, database } = await openSignIn(configuration, ending, patience.retryWhileAway)
      const outside = outsideProvider(configuration)
      const publicUrl = new URL(address)
      const identity = await patience.retryWhileAway(SIGN_IN, () =>
        createIdentity({
          handler,
          readModels,
          store,
          signIn,
          database,
          clock,
          newId: newUlid,
          publicUrl: () => publicUrl,
          outside,
        }),
      )

      const accounts: FirstAccount[] = []
      await patience.retryWhileAway('events', async () => {
        if (identity.accounts === null || database === null) return ensureRoles({ handler })
        return ensureAccounts({
          handler,
          accounts: identity.accounts,
          database,
          alone: inTurnsBy(database.leases, clock),
          newId: newUlid,
          passwords: { admin: configuration.ADMIN_PASSWORD, demo: configuration.DEMO_PASSWORD },
          fill: async (demoId) => (options.sampleData === 'none' ? undefined : fill(demoId, clock.now())),
          announce: (made) => accounts.push(...made),
        })
      })

      const engine = outside === undefined ? 'embedded' : 'OpenID Connect'
      const ask = () =>
        identity.ready().then(
          () => ({ name: SIGN_IN, ok: true, detail: engine }),
          () => ({
            name: SIGN_IN,
            ok: false,
            detail: `The OpenID Connect provider does not answer${identity.goesOnAlone() ? ': who is signed in can go on' : ''}`,
          }),
        )
      const secret =
        board === null
          ? ''
          : await patience.retryWhileAway(SIGN_IN, () =>
              signIn.secret('queue board', () => randomBytes(32).toString('base64')),
            )
      const app = await buildServer({
        deps: { handler, readModels, store, documents, clock, newId: newUlid },
        authenticate: (request) => identity.authenticate(request),
        publicApiKey: PUBLIC_API_KEY,
        log,
        trustProxy: TRUST_PROXY,
        contexts: (api) => {
          serveContexts({
            identity,
            witness,
            registry: rechercheEntreprises({ baseUrl: configuration.COMPANY_REGISTRY_URL, now: clock.now }),
            billing: { commands, issuance, ports },
          })(api)
          options.serve?.(api)
        },
        outside: serveOutside({
          identity,
          system: { measures, observed },
          ending: signal,
          webFolder: WEB,
          publicApiKey: PUBLIC_API_KEY,
          queueBoard: board
            ? { queues: board.queues(TOPICS), secret, clock, secure: () => publicUrl.protocol === 'https:' }
            : undefined,
        }),
      })
      ending.push(() => app.close())
      await app.ready()
      // Not sooner: the provider inside cannot be asked before, and one that failed is left alone for a while.
      readiness = ready([...health, { name: SIGN_IN, ask }], (name) => name === SIGN_IN && identity.goesOnAlone())
      for (const led of [door, probes]) led?.serve(app)
      return { app, accounts }
    }

    const { app, accounts } = door
      ? await answer()
      : { app: await buildProbeServer({ log, system: { measures, observed } }), accounts: [] }
    if (!door) {
      readiness = ready(health)
      probes?.serve(app)
    }

    // Read models in memory are each process's own; those on a server are the workers'.
    if (ROLE !== 'api' || readStore.volatile) {
      const seal = () => sealLog({ store, clock, witness })
      const keep = async () => kept?.save({ atLeast: WORTH_KEEPING })
      const workers = await startWorkers({
        store,
        queue,
        projector,
        keep,
        unattended: ROLE === 'api' ? null : { work, seal },
        log,
      })
      ending.push(() => Promise.race([workers.stop(), pause(WORKERS_MS, undefined, { ref: false })]))
      await patience.retryWhileAway('events', async () =>
        readModels.reached(projections, await store.head(), SETTLE_MS),
      )
    }

    async function stop({ noticeMs = 0 }: { readonly noticeMs?: number } = {}): Promise<void> {
      ends.abort(new Error('Carnet ends'))
      door?.drain()
      if (noticeMs > 0) await pause(noticeMs)
      endsBy = performance.now() + END_MS
      const cut = (await door?.close(REQUESTS_MS)) ?? 0
      if (cut > 0) log.warn({ requests: cut }, 'Requests that did not end in time were cut off')
      await end()
    }
    return { app, address, accounts, stop }
  } catch (error) {
    await end()
    throw error
  }
}

function outsideProvider(configuration: Configuration): OutsideProvider | undefined {
  if (configuration.OIDC_ISSUER === undefined) return undefined
  return {
    issuer: configuration.OIDC_ISSUER,
    clientId: configuration.OIDC_CLIENT_ID,
    clientSecret: configuration.OIDC_CLIENT_SECRET,
    audience: configuration.OIDC_AUDIENCE,
    scope: configuration.OIDC_SCOPE.split(/ +/),
    internalUrl: configuration.OIDC_INTERNAL_URL,
    admins: configuration.OIDC_ADMINS,
    adminRole: configuration.OIDC_ADMIN_ROLE,
  }
}

function greet({ address, accounts }: Running, { ROLE, DATA_DIR }: Configuration): void {
  if (ROLE === 'workers') return console.log(`Carnet works; probes are answered at ${address}`)
  const lines = [`Carnet is at ${address}`, `Data lies in ${path.resolve(DATA_DIR)}`]
  if (!existsSync(path.join(WEB, 'index.html'))) lines.push('The web application is not built: run npm run build.')
  for (const { userName, password, generated } of accounts)
    lines.push(
      `Account ${userName}: ${generated ? `password ${password} (shown this once)` : 'password as configured'}`,
    )
  console.log(lines.join('\n'))
}

/** What a container and a terminal call. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string' } } })
  const configuration = readConfiguration({ ...process.env, ...(values.role !== undefined && { ROLE: values.role }) })
  const log = createLogger(configuration.LOG_LEVEL)
  const given = new AbortController()
  const starting = start(configuration, { logger: log, signal: given.signal })
  // An empty event loop is no reason to end well: a start that failed says so below.
  const grace = closeWithGrace({ delay: 10_000, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'Carnet ends on an error that nobody caught')
    given.abort(new Error('Carnet was told to end before it had started'))
    const running = await starting.catch(() => null)
    await running?.stop({ noticeMs: signal === 'SIGTERM' ? configuration.DRAIN_SECONDS * 1_000 : 0 })
  })
  try {
    greet(await starting, configuration)
  } catch (error) {
    if (given.signal.aborted) return
    grace.uninstall()
    throw error
  }
}

if (import.meta.main)
  run().catch((error: unknown) => {
    // A driver may repeat its address, and the password in it.
    console.error(withoutSecrets(error instanceof Error ? error.message : String(error)))
    process.exitCode = 1
  })
