import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isUserName } from '#commands/gateways/accounts/accounts.ts'
import type { SecretFiles } from '#commands/kernel/secret-files.ts'
import { TrustProxy } from './proxies.ts'

const text = (description: string) => z.string().min(1).optional().describe(description)

const list = (description: string) =>
  z
    .string()
    .optional()
    .transform((names = '') => names.split(',').flatMap((name) => name.trim() || []))
    .describe(description)

/** Not `z.url`: these may name several hosts. */
const url = (pattern: RegExp, description: string) =>
  z.string().regex(pattern, 'is no address of that engine').optional().describe(description)

const DEMO_USER = 'demo'

/** Role of a process: serve the API, work without a user, or both. */
const ROLES = ['all', 'api', 'workers'] as const

/** Default port for probes of a process that serves no API. */
export const WORKERS_PROBE_PORT = 8081

/** Variables of an installation that others reach; none is needed on the own machine. */
const needed = {
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 for every interface'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe(
      'Address that browsers use, when a proxy stands before; http://HOST:PORT when absent',
    ),
  TRUST_PROXY: TrustProxy.describe(
    'Proxies whose x-forwarded-* headers are believed: how many stand before this process, or their addresses, as ' +
      '10.0.0.0/8,192.168.1.4',
  ),
  ADMIN_USER: z
    .string()
    .trim()
    .refine(isUserName, 'is no user name')
    .refine((name) => name.toLowerCase() !== DEMO_USER, 'is the name of the demo account')
    .optional()
    .describe(
      'User name of the administrator made on an empty data directory; `admin` when absent, or with HOST or PUBLIC_URL for others and no ADMIN_PASSWORD a name that no other installation has, printed once',
    ),
  ADMIN_MAIL: z
    .email()
    .optional()
    .describe('Mail address of that administrator, where a forgotten password is set'),
  ADMIN_PASSWORD: text('Password of that administrator; random and printed once when absent'),
  SMTP_URL: url(
    /^smtps?:\/\/./,
    'Mail server, as smtp://user:password@host:587; mails are kept as files under DATA_DIR when absent',
  ),
  MAIL_FROM: z
    .email()
    .optional()
    .describe(
      'Address that mails are sent from, which SMTP_URL needs; answers go to the user who wrote them',
    ),
  PUBLISHER_NAME: text(
    'Who operates this site, in the legal notice, which says what is missing; name and legal form',
  ),
  PUBLISHER_ADDRESS: text('The same: postal address'),
  PUBLISHER_REGISTRATION: text('The same: SIREN or registration'),
  PUBLISHER_CONTACT: text('The same: e-mail address or telephone number'),
  PUBLISHER_DIRECTOR: text('The same: director of publication'),
  PUBLISHER_HOST: text('The same: name, address and telephone number of the hosting company'),
}

/** An absent engine URL means the embedded engine. */
const usual = {
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 takes a free one'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Where the embedded engines keep the events, documents and accounts'),
  DEMO: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'The account `demo` with its sample data, made on an empty data directory, and guests who try it; on when absent, but off with HOST or PUBLIC_URL for others and no DEMO_PASSWORD',
    ),
  DEMO_PASSWORD: text('Password of the demo account; random and printed once when absent'),
  SIGN_UP: z
    .enum(['confirmed', 'open'])
    .default('confirmed')
    .describe(
      'Where SMTP_URL names a mail server, an account is made once the link in a mail is opened; open makes it at once, and tells strangers which addresses have one',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'OpenTelemetry collector that gets traces; none are made when absent. OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES and OTEL_SDK_DISABLED mean what its specification says',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url()
    .optional()
    .describe('The same, with the whole path, for traces alone'),
  OTEL_SERVICE_NAME: z.string().default('carnet').describe('Name of the service in its traces'),
  PERSONAL_KEY: text(
    'Master key that wraps the keys of personal data, as `openssl rand -base64 32` makes one: all processes need the same; personal.key under DATA_DIR, made at the first start, when absent',
  ),
  EVENTSTORE_URL: url(
    /^esdb(\+discover)?:\/\/./,
    'EventStoreDB that holds the events, as esdb://user:password@host:2113; a SQLite file under DATA_DIR when absent',
  ),
  MONGODB_URL: url(
    /^mongodb(\+srv)?:\/\/./,
    'MongoDB that holds the read models and the documents, as mongodb://host:27017/carnet; memory and files under DATA_DIR when absent',
  ),
  REDIS_URL: url(
    /^rediss?:\/\/./,
    'Redis that rings the workers, as redis://host:6379 (maxmemory-policy noeviction); inside the process when absent',
  ),
  OIDC_ISSUER: z.url().optional().describe('OpenID Connect provider; the embedded one when absent'),
  OIDC_CLIENT_ID: z.string().default('carnet').describe('Client id at that provider'),
  OIDC_CLIENT_SECRET: text('Client secret at that provider, if it wants one'),
  OIDC_ADMIN_ROLE: text(
    'Role or group at that provider whose holders administer, from their next sign-in on',
  ),
  OIDC_ADMINS: list(
    'Who else administers, from their next sign-in on: subjects or verified e-mail addresses, by commas',
  ),
  FRANCE_TRAVAIL_ID: text(
    'Client id of an application at francetravail.io with Offres d’emploi v2; not searched when absent',
  ),
  FRANCE_TRAVAIL_SECRET: text('Secret of that application'),
  AI_URL: url(
    /^https?:\/\/./,
    'Server of a language model with OpenAI’s protocol, as http://127.0.0.1:11434/v1; templates when absent',
  ),
  AI_KEY: text('Key of that server, if it wants one'),
  AI_MODEL: text('Name of the model there, which AI_URL needs'),
  AI_DAILY_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(200_000)
    .describe('The most tokens that a user may spend there in one day'),
  AI_GUEST_DAILY_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(200_000)
    .describe(
      'The most tokens that the demo and all its guests may spend there together in one day',
    ),
  SUBSCRIPTIONS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('After their free days users need a plan to write; off where all write without one'),
  STRIPE_SECRET_KEY: text(
    'Secret key of Stripe, which takes the payments; a sandbox without cards and money takes its place when absent',
  ),
  STRIPE_PUBLIC_KEY: text('Its publishable key'),
  STRIPE_WEBHOOK_SECRET: text(
    'Secret that signs its webhooks to /api/subscription/webhook, which the key needs',
  ),
}

/** Features of a hosted product, of several processes and of a provider that stands apart. */
const rare = {
  ROLE: z
    .enum(ROLES)
    .default('all')
    .describe(
      'What this process does: api answers, workers do what runs without a user, all does both; --role says it too',
    ),
  PROBE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      `Port of /api/health, /api/ready and /api/metrics alone, for whoever is on this network; with ROLE=workers, which has no other, ${WORKERS_PROBE_PORT} when absent`,
    ),
  TLS_CERTIFICATE: text(
    'Certificate in PEM, by which this process speaks TLS at its ports and nothing else; from TLS_CERTIFICATE_FILE a renewed one is taken up within a minute',
  ),
  TLS_KEY: text('Its key in PEM; the same from TLS_KEY_FILE'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(5)
    .default(1)
    .describe(
      'How long requests are still taken after SIGTERM, while /api/ready says 503 and the load is led elsewhere',
    ),
  PUBLIC_API_KEY: z
    .string()
    .default('public')
    .describe('Static key of the calls that need no sign-in'),
  DEMO_GUESTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe(
      'Visitors who may try the product at once without an account; none where a provider signs users in',
    ),
  STAY_SIGNED_IN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Users may stay signed in for 30 days; off asks for the password after twelve hours, of programs too, at a provider as well',
    ),
  PERSONAL_KEY_BEFORE: text(
    'The master key before PERSONAL_KEY, until `npm run keys -- rotate` has replaced it',
  ),
  KEYS_VAULT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OpenBao or HashiCorp Vault whose Transit engine wraps the keys of personal data in the place of a master key, which then never leaves it, as https://vault.example:8200; http for an agent on this machine alone',
    ),
  KEYS_VAULT_KEY: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)+$/, 'is no mount and key, as transit/carnet')
    .default('transit/carnet')
    .describe(
      'Mount of that engine and name of the key, which its policy lets encrypt and decrypt',
    ),
  KEYS_VAULT_TOKEN: text(
    "Token for it; a file of it, KEYS_VAULT_TOKEN_FILE, is read for each call, as the vault's agent renews it",
  ),
  KEYS_VAULT_USE: z
    .enum(['wrap', 'unwrap'])
    .default('wrap')
    .describe(
      'unwrap while `npm run keys -- rotate` brings the keys back to PERSONAL_KEY or personal.key',
    ),
  OIDC_AUDIENCE: text(
    'Audience in the access tokens of OIDC_ISSUER for this API; the client id when absent',
  ),
  OIDC_SCOPE: z
    .string()
    .trim()
    .regex(/(^| )openid( |$)/, 'must ask for openid')
    .default('openid profile email offline_access')
    .describe(
      'Scopes requested of OIDC_ISSUER; without offline_access where it gives refresh tokens anyway, as Keycloak does: its sessions then end with ours',
    ),
  OIDC_INTERNAL_URL: z
    .url()
    .optional()
    .describe(
      "Origin at which this process reaches OIDC_ISSUER, when the issuer's own is for browsers alone",
    ),
  COMPANY_REGISTRY_URL: z
    .url()
    .default('https://recherche-entreprises.api.gouv.fr')
    .describe('Public registry of French companies'),
  SCANNER_URL: url(
    /^tcp:\/\/[^/]+:\d+$/,
    'ClamAV’s daemon, as tcp://127.0.0.1:3310, which scans every file that is received; not scanned when absent',
  ),
  RATE_LIMIT: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Limits requests of a user; off where one user stands for many, as in a load test. Mails, uploads and previews stay limited',
    ),
  DISK_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(256)
    .describe(
      'Free space of the data directory below which writing stops, so that reading and sign-in go on',
    ),
  LOG_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .describe(
      'How long lines of the technical log are kept; what happened to the business is kept for good',
    ),
}

/** Groups of `.env.example`, in its order. */
const GROUPS = [
  ['Needed where others reach it: addresses, administrator, mails, legal notice', needed],
  ['Usual', usual],
  ['Rare: further processes, keys in a vault, limits', rare],
] as const

/** Every variable that the product reads. */
const Variables = z.object({ ...needed, ...usual, ...rare })

/**
 * Settings with which several processes would not work together: each with what is missing, and
 * what to do.
 */
function misfits({
  ROLE,
  EVENTSTORE_URL,
  MONGODB_URL,
  REDIS_URL,
  AI_URL,
  AI_MODEL,
  SMTP_URL,
  MAIL_FROM,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
  PERSONAL_KEY,
  TLS_CERTIFICATE,
  TLS_KEY,
  KEYS_VAULT_URL,
  KEYS_VAULT_TOKEN,
  KEYS_VAULT_USE,
}: z.output<typeof Variables>): readonly { readonly variable: string; readonly message: string }[] {
  const found: { variable: string; message: string }[] = []
  const no = (variable: string, message: string) => found.push({ variable, message })
  if (ROLE === 'workers' && MONGODB_URL === undefined)
    no(
      'MONGODB_URL',
      'ROLE=workers fills read models that other processes answer from: without MONGODB_URL they would lie in its own memory. Set MONGODB_URL, or run ROLE=all',
    )
  if (ROLE !== 'all' && EVENTSTORE_URL === undefined)
    no(
      'EVENTSTORE_URL',
      `ROLE=${ROLE} needs other processes beside it, and the SQLite log is open to one process. Set EVENTSTORE_URL, or run ROLE=all`,
    )
  if (EVENTSTORE_URL !== undefined && REDIS_URL !== undefined && MONGODB_URL === undefined)
    no(
      'MONGODB_URL',
      'a bell in Redis rings one process, and without MONGODB_URL each has read models of its own to bring up to date. Set MONGODB_URL, or leave REDIS_URL out',
    )
  if (AI_URL !== undefined && AI_MODEL === undefined)
    no('AI_MODEL', 'such a server has several models. Set AI_MODEL to one, or leave AI_URL out')
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    no(
      'MAIL_FROM',
      'a mail server sends from an address of its own domain. Set MAIL_FROM to one, or leave SMTP_URL out',
    )
  if (STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRET === undefined)
    no(
      'STRIPE_WEBHOOK_SECRET',
      'without it no webhook can be told from a forged one. Set STRIPE_WEBHOOK_SECRET, or leave STRIPE_SECRET_KEY out',
    )
  if ((TLS_CERTIFICATE === undefined) !== (TLS_KEY === undefined))
    no(
      TLS_KEY === undefined ? 'TLS_KEY' : 'TLS_CERTIFICATE',
      'TLS needs a certificate and its key. Set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or leave both out',
    )
  if (KEYS_VAULT_URL !== undefined) {
    const { protocol, hostname } = new URL(KEYS_VAULT_URL)
    if (protocol === 'http:' && !LOOPBACK.has(hostname))
      no('KEYS_VAULT_URL', 'keys would cross the network in plain. Set it to an https address')
    if (KEYS_VAULT_TOKEN === undefined)
      no('KEYS_VAULT_TOKEN', 'a vault asks for it. Set KEYS_VAULT_TOKEN or KEYS_VAULT_TOKEN_FILE')
    if (PERSONAL_KEY !== undefined && KEYS_VAULT_USE === 'wrap')
      no(
        'PERSONAL_KEY',
        'the key of KEYS_VAULT_URL wraps in its place. To move there, call it PERSONAL_KEY_BEFORE and run `npm run keys -- rotate`; to move back, set KEYS_VAULT_USE=unwrap',
      )
  }
  return found
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Whether it is meant for others than who sits at this machine. */
export const isForOthers = ({
  HOST,
  PUBLIC_URL,
}: Pick<Configuration, 'HOST' | 'PUBLIC_URL'>): boolean =>
  !LOOPBACK.has(HOST) || (PUBLIC_URL !== undefined && !LOOPBACK.has(new URL(PUBLIC_URL).hostname))

/** Whether there is a demo account. Where others reach it, the operator has to ask for one. */
export const offersDemo = (configuration: Configuration): boolean =>
  configuration.DEMO === undefined
    ? !isForOthers(configuration) || configuration.DEMO_PASSWORD !== undefined
    : configuration.DEMO === 'on'

/**
 * The administrator of an empty data directory. Without a name, it gets one that no other
 * installation has.
 */
export function firstAdministrator(configuration: Configuration) {
  const { ADMIN_USER, ADMIN_MAIL, ADMIN_PASSWORD } = configuration
  const isNameless = isForOthers(configuration) && ADMIN_PASSWORD === undefined
  return {
    userName: ADMIN_USER ?? (isNameless ? undefined : 'admin'),
    mail: ADMIN_MAIL,
    password: ADMIN_PASSWORD,
  }
}

export const Configuration = Variables.superRefine((variables, context) => {
  for (const { variable, message } of misfits(variables))
    context.addIssue({ code: 'custom', path: [variable], message })
})
export type Configuration = z.output<typeof Configuration> & SecretFiles

/**
 * Variables with those whose value stands in a file, as Docker's secrets and the agents of key
 * vaults leave it.
 *
 * @throws Error that names a variable whose file cannot be read, or that is set in both ways
 */
function withFiles(set: Readonly<Record<string, string>>): {
  readonly values: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
} {
  const named = Object.keys(Variables.shape).flatMap((name) => {
    const file = set[`${name}_FILE`]
    if (file === undefined) return []
    if (set[name] !== undefined)
      throw new Error(`${name} and ${name}_FILE are both set: leave one of them out`)
    return [[name, file] as const]
  })
  const read = named.map(([name, file]) => {
    try {
      return [name, readFileSync(file, 'utf8').trim()] as const
    } catch (cause) {
      throw new Error(`${name}_FILE names a file that cannot be read`, { cause })
    }
  })
  return { values: { ...set, ...Object.fromEntries(read) }, files: Object.fromEntries(named) }
}

/** @throws Error that lists every invalid variable, and why */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
  const { values, files } = withFiles(set)
  const result = Configuration.safeParse(values)
  if (!result.success)
    throw new Error(`The configuration is not valid.\n${z.prettifyError(result.error)}`)
  return { ...result.data, FROM_FILES: files }
}

/**
 * Further variables of `docker-compose.yml`: names, descriptions, defaults. A secret has no
 * default.
 */
const COMPOSE: readonly (readonly [name: string, description: string, value: string])[] = [
  [
    'BIND_ADDRESS',
    'Address of this machine that the ports are published on; 0.0.0.0 for every interface, and then behind what ends TLS',
    '127.0.0.1',
  ],
  ['HTTP_PORT', 'Port of the product there', '8080'],
  ['SIGN_IN_PORT', 'Port of Keycloak there', '8090'],
  ['MAIL_PORT', 'Port there of the page with the mails that were caught', '8025'],
  ['SIGN_IN_URL', 'Address of Keycloak that browsers use', 'http://localhost:8090'],
  ['API_PROCESSES', 'How many processes answer', '2'],
  ['WORKER_PROCESSES', 'How many processes work without a user', '2'],
  ['MONGO_PASSWORD', 'Secret, of letters and digits, as `openssl rand -hex 24` makes one', ''],
  ['REDIS_PASSWORD', 'Another', ''],
  ['EVENTSTORE_PASSWORD', 'Another, with docker-compose.tls.yml alone', ''],
  ['KEYCLOAK_DB_PASSWORD', 'Another', ''],
  ['KEYCLOAK_ADMIN_USER', 'Name of the user who administers Keycloak; there is no default', ''],
  [
    'KEYCLOAK_ADMIN_PASSWORD',
    'Of the user KEYCLOAK_ADMIN_USER, who administers Keycloak; ADMIN_PASSWORD is of ADMIN_USER, who administers Carnet',
    '',
  ],
]

const line = (name: string, description: string, value: string): string =>
  `# ${description}\n#${name}=${value}\n`

const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** `.env.example`. @tests compares the file with the schema */
export function envExample(): string {
  const group = (title: string, variables: Readonly<Record<string, z.ZodType>>): string[] => [
    `# ${title}\n`,
    ...Object.entries(variables).map(([name, schema]) => {
      const { data: absent } = schema.safeParse(undefined)
      const text = Array.isArray(absent) ? absent.join(',') : plainText(absent)
      return line(name, schema.description ?? '', text)
    }),
  ]
  return [
    '# Each variable may stand in a file instead, as a vault or Docker leaves its secrets: PERSONAL_KEY_FILE=/run/secrets/key\n',
    ...GROUPS.flatMap(([title, variables]) => group(title, variables)),
    '# For `docker compose up` alone, which sets the addresses of the engines itself\n',
    ...COMPOSE.map((variable) => line(...variable)),
  ].join('\n')
}
