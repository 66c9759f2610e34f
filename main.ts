import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { serveContexts, serveOutside } from '#api/app.ts'
import { productPorts } from '#commands/billing/product-ports.ts'
import { createIdentity } from '#api/identity/identity.ts'
import type { Api } from '#api/kernel/api.ts'
import { type Configuration, readConfiguration } from '#api/kernel/configuration.ts'
import { buildServer } from '#api/kernel/server.ts'
import { prometheus } from '#api/operations/metrics.ts'
import { createReadiness } from '#api/operations/readiness.ts'
import { billCommands } from '#commands/billing/bills.ts'
import { startBillPress } from '#commands/billing/document/bill-press.ts'
import { billIssuance } from '#commands/billing/issue-bill.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { rechercheEntreprises } from '#commands/gateways/company-registry-recherche-entreprises.ts'
import { openIdentityDatabase } from '#commands/gateways/identity-database.ts'
import { ensureAccounts, ensureRoles, type FirstAccount } from '#commands/identity/first-start.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { demonstration } from '#commands/operations/demonstration.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { fileWitness } from '#commands/operations/witness.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { billsFallDue, bookPayments, finishIssuance } from '#workers/billing/bill-work.ts'
import { openEngines, QUEUE } from '#workers/kernel/engines.ts'
import { startWorkers } from '#workers/kernel/run.ts'
import { createWorkRunner, type WorkList } from '#workers/kernel/work-list.ts'

if (Number(process.versions.node.split('.')[0]) < 24) throw new Error('Carnet runs on Node 24: start it with `npm start`, which brings it.')

export type Running = {
  readonly app: FastifyInstance
  /** Where browsers reach it. */
  readonly address: string
  /** Accounts made just now, on an empty data directory. */
  readonly accounts: readonly FirstAccount[]
  stop(): Promise<void>
}

export type StartOptions = {
  readonly clock?: Clock
  readonly logger?: Logger
  /** `none` leaves the demo account without its year of sample data. */
  readonly sampleData?: 'year' | 'none'
  /** Serves routes beside the product's own, as a bench does to compare. */
  readonly serve?: (api: Api) => void
}

const WEB = fileURLToPath(new URL('dist/web', import.meta.url))

/** Builds the engines that the configuration asks for, starts every role, and listens. */
export async function start(configuration: Configuration, options: StartOptions = {}): Promise<Running> {
  const { HOST, PORT, PUBLIC_URL, PUBLIC_API_KEY, TRUST_PROXY } = configuration
  const clock = options.clock ?? { now: Date.now }
  const log = options.logger ?? pino({ level: configuration.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'] })
  const measures = prometheus()
  const ending: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }

  try {
    const { store, documents, readStore, queue, board, health } = await openEngines(configuration, log, ending, measures)
    const database = openIdentityDatabase(configuration.DATA_DIR)
    ending.push(() => database.close())
    const press = startBillPress(documents)
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
    // Reads the log whole, and so compares every checksum that opening it did not, before anything is written.
    for (const group of projector.groups) while ((await projector.catchUp(group)) === 'more');
    // The log's own watch rings the projections, in whichever process the workers are.
    const handler = createHandler({ store, clock, schemaOf: upcasters.schemaOf, metrics: measures })

    const { isSimulation, fill } = demonstration({ store, documents, renderPdf: press.render })
    const ports = productPorts({ handler, renderPdf: press.render, isSimulation })
    const issuance = billIssuance({ handler, documents, ports })
    const commands = billCommands(handler, issuance, ports)

    let address = PUBLIC_URL ?? `http://${HOST}:${PORT}`
    const outside =
      configuration.OIDC_ISSUER === undefined
        ? undefined
        : { issuer: configuration.OIDC_ISSUER, clientId: configuration.OIDC_CLIENT_ID, clientSecret: configuration.OIDC_CLIENT_SECRET }
    const identity = await createIdentity({ handler, readModels, store, signIn: database, database, clock, newId: newUlid, publicUrl: () => new URL(address), outside })

    const accounts: FirstAccount[] = []
    if (identity.accounts === null) await ensureRoles({ handler, newId: newUlid })
    else
      await ensureAccounts({
        handler,
        accounts: identity.accounts,
        database,
        newId: newUlid,
        passwords: { admin: configuration.ADMIN_PASSWORD, demo: configuration.DEMO_PASSWORD },
        announce: (made) => accounts.push(...made),
      })
    const demo = accounts.find((account) => account.userName === 'demo')
    if (demo && options.sampleData !== 'none') await fill(demo.id, clock.now())

    const witness = fileWitness(configuration.DATA_DIR)
    const work = createWorkRunner({
      readModels,
      clock,
      log,
      metrics: measures,
      workLists: [finishIssuance(issuance), bookPayments(commands), billsFallDue(commands)] as unknown as readonly WorkList[],
    }) // lists of documents it does not know the type of
    const workers = await startWorkers({ store, queue, projector, work, seal: () => sealLog({ store, clock, witness }), log })
    ending.push(() => workers.stop())

    const signIn = {
      name: 'sign-in',
      ask: () =>
        identity.ready().then(
          () => ({ name: 'sign-in', ok: true, detail: outside === undefined ? 'embedded' : 'OpenID Connect' }),
          () => ({ name: 'sign-in', ok: false, detail: 'The OpenID Connect provider does not answer' }),
        ),
    }
    const readiness = createReadiness({
      engines: [...health, signIn],
      // Without its queue the product still takes commands and answers: what is read is late, no more.
      mayBeAway: [QUEUE],
      projector,
      names: projections.map(({ name }) => name),
    })

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
        system: { measures, observed: { readiness, queues: () => queue.depths(), failedWork: () => work.failed(), workLists: work.lists } },
        webFolder: WEB,
        publicApiKey: PUBLIC_API_KEY,
        queueBoard: board
          ? {
              queues: board.queues(),
              secret: await database.secret('queue board', () => randomBytes(32).toString('base64')),
              clock,
              secure: () => new URL(address).protocol === 'https:',
            }
          : undefined,
      }),
    })
    ending.push(() => app.close())
    await app.listen({ host: HOST, port: PORT })
    const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
    address = PUBLIC_URL ?? `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${port}`
    return { app, address, accounts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function greet({ address, accounts }: Running, dataDir: string): void {
  const lines = [`Carnet is at ${address}`, `Data lies in ${path.resolve(dataDir)}`]
  if (!existsSync(path.join(WEB, 'index.html'))) lines.push('The web application is not built: run npm run build.')
  for (const { userName, password, generated } of accounts) lines.push(`Account ${userName}: ${generated ? `password ${password} (shown this once)` : 'password as configured'}`)
  console.log(lines.join('\n'))
}

if (import.meta.main) {
  try {
    const configuration = readConfiguration(process.env)
    const running = await start(configuration)
    greet(running, configuration.DATA_DIR)
    closeWithGrace({ delay: 10_000 }, async ({ err }) => {
      if (err) console.error(err)
      await running.stop()
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
