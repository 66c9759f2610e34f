import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../api/kernel/configuration.ts'
import { createLogger } from '../api/kernel/logger.ts'
import { type Running, start } from '../main.ts'

/*
 * `npm run fuzz -- [--seconds 180] [--seed 1]`: Schemathesis starts a product on loopback with an
 * empty data directory. It sends what the OpenAPI document allows and forbids, so many seconds a
 * phase. Exits 1 when a phase finds something.
 */
const SCHEMATHESIS = '4.32.5'
const PHASES = ['examples,coverage', 'fuzzing', 'stateful'] as const
const PASSWORD = 'a password for one run'
/** Ends the run's own sign-in. */
const ENDS_ITSELF = ['/api/users/{userId}/sign-out', '/api/session/sign-out']

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string' },
    phase: { type: 'string' },
  },
})

/**
 * Changes name their record in the body. This check does not know that, and takes made-up ids for
 * real ones. Settings of a check do not count beside `--checks all`.
 */
const EXCLUDED = 'ensure_resource_availability'
/** Parameters of paths that hold a user's id. */
const USER_IDS: ReadonlySet<unknown> = new Set(['userId', 'idOrUserId'])

/** Schemathesis in a folder of its own, outside the tree; brought from PyPI at the first run. */
function schemathesis(): string {
  const folder = path.join(homedir(), '.cache/carnet', `schemathesis-${SCHEMATHESIS}`)
  const command = path.join(folder, 'bin/st')
  if (existsSync(command)) return command
  mkdirSync(folder, { recursive: true })
  for (const [program, ...args] of [
    ['python3', '-m', 'venv', folder],
    [path.join(folder, 'bin/pip'), 'install', '--quiet', `schemathesis==${SCHEMATHESIS}`],
  ] as const)
    if (spawnSync(program, args, { stdio: 'inherit' }).status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      throw new Error(
        `Schemathesis ${SCHEMATHESIS} could not be installed: it needs Python 3.10 and PyPI`,
      )
    }
  return command
}

/**
 * Statuses besides success that an allowed call may be answered.
 * Ids are made up. A cursor, a sort or blank text is checked
 * more closely than the document can say.
 */
const SETTINGS = `
[auth.dynamic.openapi.bearer]
path = "/api/users/authenticate"
method = "post"
payload = { userName = "admin", password = "${PASSWORD}" }
extract_from = "body"
extract_selector = "/result/data/accessToken"
retry_on = [401]

[auth.openapi.apiKey]
api_key = "public"

[generation]
# A header that nobody knows is no mistake. Unknown keys of a query are refused, which a test of its own holds.
allow-extra-parameters = false

[phases.stateful.inference]
# The document that it is given has them.
algorithms = []

# The registry of companies is away.
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501, 502]

[checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 401, 403, 404, 409, 412, 413, 415, 421, 422, 429, 501, 502]

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 415, 421, 422, 429, 431, 501, 502]
`

const started = (dataDir: string): Promise<Running> =>
  start(
    readConfiguration({
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      // Most calls would be refused by their pace, and reach no rule.
      RATE_LIMIT: 'off',
      // Nothing outside this machine is asked.
      COMPANY_REGISTRY_URL: 'http://127.0.0.1:9',
    }),
    { logger: createLogger('error') },
  )

async function userIdAt(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'admin', password: PASSWORD }),
  })
  // as the contract has it
  const { result } = (await answer.json()) as { result: { data: { userId: string } } }
  return result.data.userId
}

type Operation = {
  parameters?: readonly { readonly name: string; readonly in: string }[]
  responses?: Record<string, { links?: Record<string, object> }>
}
type Link = {
  readonly operationRef: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly requestBody?: Readonly<Record<string, string>>
}
type Described = { paths: Record<string, Record<string, Operation>> }

const CREATED = '$response.body#/result/data/id'
/** The parameters of a path that name something of a user. */
const namedBy = ({ parameters = [] }: Operation): readonly string[] =>
  parameters.flatMap(({ in: place, name }) =>
    place === 'path' && !USER_IDS.has(name) ? [name] : [],
  )

/**
 * Links each call that adds a record to the calls that take it. Calls below its path take its `id`;
 * changes take it in the body. Calls about a business take a new business. Schemathesis looks for
 * links by itself, and finds too many: nearly every path has a `userId`.
 */
function linked({ paths, ...rest }: Described): Described {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { path, method, operation } of all) {
    const fine = operation.responses?.['200']
    if (method !== 'post' || !path.endsWith('/{userId}') || fine === undefined) continue
    const links = all.flatMap(({ path: other, method: how, operation: taker }): readonly Link[] => {
      const [name, ...more] = namedBy(taker)
      const operationRef = `#/paths/${other.replaceAll('~', '~0').replaceAll('/', '~1')}/${how}`
      if (other === path)
        return how === 'put' ? [{ operationRef, requestBody: { id: CREATED } }] : []
      const takes =
        (name === 'id' && other.startsWith(`${path}/`)) ||
        (name === 'profileId' && path.includes('/professionalInfo/'))
      return takes && more.length === 0
        ? [{ operationRef, parameters: { [`path.${name}`]: CREATED } }]
        : []
    })
    fine.links = Object.fromEntries(
      links.map((link) => [link.operationRef.replaceAll(/\W+/g, '-'), link]),
    )
  }
  return { ...rest, paths }
}

/**
 * The product's own document, in which the one user there is stands for all: made-up ids would lead
 * nowhere.
 */
async function documentOf(address: string): Promise<string> {
  const userId = await userIdAt(address)
  const whole = (await (await fetch(`${address}/api/openapi.json`)).json()) as Described // as OpenAPI has it
  return JSON.stringify(linked(whole), (_, value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    'in' in value &&
    'name' in value &&
    USER_IDS.has(value.name)
      ? { ...value, schema: { type: 'string', enum: [userId] } }
      : value,
  )
}

/**
 * Starts a new product, as the guesses of another phase would lock it out. @returns whether nothing
 * was found
 */
async function run(phases: string): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-fuzz-'))
  const product = await started(path.join(folder, 'data'))
  try {
    const config = path.join(folder, 'schemathesis.toml')
    const document = path.join(folder, 'openapi.json')
    writeFileSync(config, SETTINGS)
    writeFileSync(document, await documentOf(product.address))
    const args = [
      `--config-file ${config} run ${document} --url ${product.address} --workers 1 --no-color`,
      `--phases ${phases} --checks all --exclude-checks ${EXCLUDED} --max-time ${values.seconds} --continue-on-failure`,
      ...ENDS_ITSELF.map((one) => `--exclude-path ${one}`),
      ...(values.seed === undefined ? [] : [`--seed ${values.seed}`]),
    ].flatMap((some) => some.split(' '))
    // Not waited for synchronously: the product that is asked runs in this very process.
    return await new Promise((resolve) => {
      spawn(command, args, { stdio: 'inherit', cwd: folder }).on('close', (status) =>
        resolve(status === 0),
      )
    })
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const command = schemathesis()
let fine = true
for (const phases of values.phase === undefined ? PHASES : [values.phase])
  fine = (await run(phases)) && fine
console.log(fine ? 'Schemathesis found nothing.' : 'Schemathesis found something.')
// The products that were asked leave timers behind.
process.exit(fine ? 0 : 1)
