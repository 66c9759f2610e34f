import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Gateways } from '#commands/gateways/open-gateways.ts'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import { openExportFiles } from '#commands/gateways/documents/export-files.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { openSignIn } from '#commands/gateways/accounts/open-sign-in.ts'
import type { PasswordCost } from '#commands/gateways/accounts/passwords.ts'
import { withWrappedSecrets } from '#commands/gateways/keys/wrapped-secrets.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { ensureAccounts, ensureRoles, type FirstAccount } from '#commands/identity/first-start.ts'
import { tellLostAccounts } from '#commands/identity/lost-accounts.ts'
import { newUlid as newId } from '#commands/kernel/ids.ts'
import { sampleAccounts } from '#commands/identity/sample-account.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import { tellDemoYear } from '#commands/operations/demo-data.ts'
import { tellSampleSite } from '#commands/operations/sample-site.ts'
import type { Commands } from '#commands/product.ts'
import type { Publisher } from '#contract/kernel/public-page.ts'
import type { Projector } from '#projections/kernel/catch-up.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { type Contexts, serveContexts, serveOutside } from './app.ts'
import type { Process } from './entrance.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import { readPreloads } from './preloads.ts'
import type { OutsideProvider } from './identity/sign-in-provider.ts'
import { viewingAs } from './identity/viewed-role.ts'
import { accessWatch } from './kernel/access-watch.ts'
import type { Api, ApiDeps } from './kernel/api.ts'
import { type Configuration, firstAdministrator, offersDemo } from './kernel/configuration.ts'
import { buildServer } from './kernel/server.ts'
import type { QueueBoardOptions } from './operations/queues.ts'
import { newestUsers, users } from '#projections/identity/users.ts'
import type { Disk } from '#commands/gateways/engines/disk.ts'
import type { Observed } from './operations/metrics.ts'
import { createExports } from './identity/own-data/exports.ts'
import type { EngineProbe } from './operations/readiness.ts'
import { buildProbeServer } from './probes.ts'
import { budgetRule } from './subscription/budget-rule.ts'
import { usageLedger } from '#commands/kernel/usage-ledger.ts'
import { writeRule } from './subscription/write-rule.ts'

const SIGN_IN = 'sign-in'
/** In the data directory: what users keep, counted so far. */
const USAGE_FILE = 'usage.json'
/** Interval for removing expired exports. */
const PURGE_EVERY_MS = HOUR_MS
/** Interval for work that was cut short: imports end, exports are begun again. */
const CUT_SHORT_EVERY_MS = 60_000
/** The process before this one has said nothing for long enough then. */
const CUT_SHORT_FIRST_MS = 25_000

export type ProductServer = {
  readonly app: FastifyInstance
  /** Accounts that this start made, on an empty data directory. */
  readonly accounts: readonly FirstAccount[]
  /** Health of the sign-in; the process itself asks its engines. */
  readonly health: readonly EngineProbe[]
}

export type ServeOptions = {
  /** `none` gives the demo account no sample data. */
  readonly sampleData?: 'year' | 'none'
  /** Cost of a hash of a password, where it is not the usual one. */
  readonly passwordCost?: PasswordCost
  /** Serves further routes, which a benchmark compares. */
  readonly serve?: (api: Api) => void
}

type Served = Process & { readonly observed: Observed }
type ServedProduct = Omit<ApiDeps, 'log' | 'newId'> &
  ServeOptions &
  Served & {
    readonly commands: Commands
    /** Resolves once the log was found sound: nothing is written before. */
    readonly proven: Promise<void>
    readonly witness: ExternalSealStore
    readonly keyring: Keyring
    readonly disk: Disk
    readonly technicalLog: Contexts['log']
    readonly processes: Contexts['processes']
    readonly resetDemo: Contexts['resetDemo']
    readonly machinery: Contexts['machinery']
    readonly projector: Pick<Projector, 'groups' | 'catchUp'>
    readonly gateways: Pick<
      Gateways,
      'registry' | 'houseMail' | 'mailWay' | 'jobSources' | 'sandbox'
    >
    /** The queues, for the screen that shows them; null for the embedded one. */
    readonly shownQueues: (() => QueueBoardOptions['queues']) | null
    /** Where browsers reach the product. */
    readonly address: string
    readonly webFolder: string
  }

/** Serves probes only, for a process without API. */
export async function serveProbes({ log, metrics, observed }: Served): Promise<ProductServer> {
  return {
    app: await buildProbeServer({ log, system: { measures: metrics, observed } }),
    accounts: [],
    health: [],
  }
}

/** Permission to write, and to keep more, by a user's plan. */
function planRules(
  { configuration, handler, readModels, store, log, clock, lifetime }: ServedProduct,
  needsPlan: boolean,
) {
  const usage = usageLedger(
    store,
    (error) => log.warn({ err: error }, 'What users keep could not be counted'),
    path.join(configuration.DATA_DIR, USAGE_FILE),
  )
  lifetime.ending.push(() => usage.stop().catch(() => {}))
  return {
    mayWrite: writeRule({ readModels, needed: needsPlan, isSample: sampleAccounts(handler) }),
    budget: budgetRule({ usage, readModels, needsPlan, now: clock.now }),
  }
}

/** Exports of users' own data. Expired ones go, and work that was cut short is taken up again. */
function keptExports({
  configuration,
  keyring,
  store,
  documents,
  clock,
  commands,
  log,
  lifetime: { ending },
}: ServedProduct) {
  const exports = createExports({
    files: openExportFiles(configuration.DATA_DIR),
    keyring,
    log: store,
    documents,
    clock,
    newId,
    onFailed: (error) => log.error({ err: error }, 'An export of a user’s data failed'),
  })
  const purge = () =>
    void exports
      .purge(clock.now())
      .catch((error: unknown) => log.warn({ err: error }, 'Expired exports could not be removed'))
  const resume = () =>
    void Promise.all([commands.cvImports.endLeft(), exports.resume(clock.now())]).catch(
      (error: unknown) => log.warn({ err: error }, 'Work that was cut short could not be resumed'),
    )
  purge()
  const timers = [
    setInterval(purge, PURGE_EVERY_MS).unref(),
    setTimeout(resume, CUT_SHORT_FIRST_MS).unref(),
    setInterval(resume, CUT_SHORT_EVERY_MS).unref(),
  ]
  ending.push(() => timers.forEach((timer) => clearTimeout(timer)))
  return exports
}

/** Roles, and the accounts of a first start. */
async function makeFirstAccounts(
  {
    configuration,
    handler,
    readModels,
    documents,
    commands,
    technicalLog,
    clock,
    sampleData,
    log,
  }: ServedProduct,
  {
    identity,
    kept,
    database,
    known,
    announce,
  }: {
    readonly identity: Identity
    /** The same database without wrapping: its value is a mark, and no secret. */
    readonly kept: IdentityDatabase | null
    readonly database: IdentityDatabase | null
    readonly known: () => Promise<void>
    readonly announce: (made: readonly FirstAccount[]) => void
  },
): Promise<void> {
  if (identity.accounts === null || database === null) return ensureRoles({ handler })
  const usersOfLog = async () => newestUsers(await readModels.of(users))
  await ensureAccounts({
    handler,
    accounts: identity.accounts,
    database: kept ?? database,
    alone: inTurnsBy(database.leases, clock),
    newId,
    admin: firstAdministrator(configuration),
    demo: offersDemo(configuration) ? { password: configuration.DEMO_PASSWORD } : null,
    fill: async (demoId) => {
      if (sampleData === 'none') return
      await tellDemoYear({ handler, commands, book: technicalLog.book, known }, demoId, clock.now())
      await tellSampleSite({ handler, records: commands.records, documents, known }, clock.now())
    },
    usersOfLog,
    announce,
  })
  await tellLostAccounts({ accounts: identity.accounts, newest: await usersOfLog(), log })
}

/**
 * The API with its sign-in, once roles and first accounts exist. It is built while the log is
 * checked.
 *
 * @throws errors that waiting does not mend; the signal's reason
 */
export async function serveProduct(options: ServedProduct): Promise<ProductServer> {
  const {
    configuration,
    lifetime,
    log,
    metrics,
    observed,
    commands,
    witness,
    shownQueues,
    address,
    webFolder,
  } = options
  const { projector } = options
  const {
    handler,
    readModels,
    store,
    documents,
    disk,
    clock,
    sampleData,
    passwordCost,
    serve,
    technicalLog,
    processes,
    resetDemo,
    gateways,
  } = options
  const { signal, ending } = lifetime
  const { retryWhileAway } = options.patience
  const stores = await openSignIn(configuration, options.keyring, ending, retryWhileAway)
  const { wrapper } = options.keyring
  const database = stores.database && withWrappedSecrets(stores.database, wrapper)
  const signIn = database ?? withWrappedSecrets(stores.signIn, wrapper)
  const outside = outsideProvider(configuration)
  const publicUrl = new URL(address)
  const needsPlan = configuration.SUBSCRIPTIONS === 'on'
  const watch = accessWatch(technicalLog.book, metrics)
  const warmGroups = async () => {
    for (const group of projector.groups)
      while ((await projector.catchUp(group, signal)) === 'more');
  }
  const preloads = readPreloads(webFolder)
  const identity = await retryWhileAway(SIGN_IN, () =>
    createIdentity({
      handler,
      commands: commands.identity,
      readModels,
      store,
      signIn,
      database,
      clock,
      newId,
      passwordCost,
      publicUrl: () => publicUrl,
      watch,
      preloads,
      houseMail: gateways.houseMail,
      confirmsSignUp: configuration.SIGN_UP === 'confirmed',
      needsPlan,
      mayStay: configuration.STAY_SIGNED_IN === 'on',
      demo: {
        most: offersDemo(configuration) ? configuration.DEMO_GUESTS : 0,
        fill: async (userId) => {
          if (sampleData !== 'none')
            await tellDemoYear(
              { handler, commands, book: technicalLog.book, known: warmGroups },
              userId,
              clock.now(),
            )
        },
        book: technicalLog.book,
      },
      log,
      outside,
    }),
  )

  const secret =
    shownQueues === null
      ? ''
      : await retryWhileAway(SIGN_IN, () =>
          signIn.secret('queue board', () => randomBytes(32).toString('base64')),
        )
  const { PUBLIC_API_KEY: publicApiKey, TRUST_PROXY, RATE_LIMIT } = configuration
  const { mayWrite, budget } = planRules(options, needsPlan)
  const exports = keptExports(options)
  gateways.sandbox?.connect({
    publicUrl,
    deliver: (body, signature) => {
      const meta = {
        commandId: newId(),
        owner: '',
        actor: { kind: 'system', id: 'public' },
        cause: 'process',
      } as const
      return commands.subscriptions.webhook(body, signature, meta)
    },
  })
  const app = await buildServer({
    deps: { handler, readModels, store, documents, clock, newId },
    authenticate: async (request) =>
      viewingAs(readModels, await identity.authenticate(request), request),
    publicApiKey,
    log,
    watch,
    publicUrl,
    trustProxy: TRUST_PROXY,
    userLimits: RATE_LIMIT === 'on',
    mayWrite: mayWrite.of,
    isDiskFull: disk.isFull,
    assertBudget: budget.assert,
    contexts: (api) => {
      serveContexts({
        identity,
        witness,
        ...gateways,
        log: technicalLog,
        health: {
          readiness: observed.readiness,
          dataDir: configuration.DATA_DIR,
          backupAt: configuration.EVENTSTORE_URL
            ? null
            : async () => (await observed.upkeep()).backupAt,
        },
        processes,
        machinery: options.machinery,
        resetDemo,
        commands,
        publicUrl,
        mayWrite,
        budget,
        exports,
      })(api)
      serve?.(api)
    },
    outside: serveOutside({
      identity,
      houseMail: gateways.houseMail,
      system: { measures: metrics, observed },
      ending: signal,
      commands,
      web: {
        folder: webFolder,
        preloads,
        publicApiKey,
        publicUrl,
        publisher: publisherOf(configuration),
        clock,
      },
      needsPlan,
      sandbox: gateways.sandbox,
      queueBoard: shownQueues
        ? { queues: shownQueues(), secret, clock, secure: () => publicUrl.protocol === 'https:' }
        : undefined,
    }),
  })
  ending.push(() => app.close())
  await app.ready()

  await options.proven
  const accounts: FirstAccount[] = []
  await retryWhileAway('events', () =>
    makeFirstAccounts(options, {
      identity,
      kept: stores.database,
      database,
      known: warmGroups,
      announce: (made) => accounts.push(...made),
    }),
  )
  return {
    app,
    accounts,
    health: [signInHealth(identity, outside === undefined ? 'embedded' : 'OpenID Connect')],
  }
}

const signInHealth = (identity: Identity, engine: string): EngineProbe => ({
  name: SIGN_IN,
  mayBeAway: () => identity.goesOnAlone(),
  ask: () =>
    identity.ready().then(
      () => ({ name: SIGN_IN, ok: true, detail: engine }),
      () => {
        const consequence = identity.goesOnAlone() ? ': who is signed in can go on' : ''
        return {
          name: SIGN_IN,
          ok: false,
          detail: `The OpenID Connect provider does not answer${consequence}`,
        }
      },
    ),
})

/** Operator of this site, for the legal notice; the law wants these of a public site. */
const publisherOf = (configuration: Configuration): Publisher => ({
  name: configuration.PUBLISHER_NAME,
  address: configuration.PUBLISHER_ADDRESS,
  registration: configuration.PUBLISHER_REGISTRATION,
  contact: configuration.PUBLISHER_CONTACT,
  director: configuration.PUBLISHER_DIRECTOR,
  host: configuration.PUBLISHER_HOST,
})

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
