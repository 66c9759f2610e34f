import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { HouseMail } from '#api/identity/account-mails.ts'
import { createIdentity, type Identity } from '#api/identity/identity.ts'
import type { OutsideProvider } from '#api/identity/sign-in-provider.ts'
import { buildServer } from '#api/kernel/server.ts'
import type { Preloads } from '#api/preloads.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { openIdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import { ensureAccounts, ensureRoles, type FirstAccount } from '#commands/identity/first-start.ts'
import { identityCommands } from '#commands/identity/identity.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { createRemovals } from '#commands/kernel/removals.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { Written } from '#contract/kernel/answers.schemas.ts'
import { createFacts } from '#projections/facts.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { roleHolders } from '#projections/identity/role-holders.ts'
import { roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { memoryLog, silentLog } from '#tests/doubles/log.ts'
import { freePort } from '#tests/engines/local.ts'

export const PASSWORDS = { admin: 'crayon vermillon 1', demo: 'papier quadrillé 2' }

export type World = {
  readonly app: FastifyInstance
  readonly url: string
  readonly folder: string
  readonly identity: Identity
  readonly announced: readonly FirstAccount[]
  stop(): Promise<void>
  wipe(): void
}

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'identity-'))

/** Identity on the real kernel, listening; start it again on the same folder for a restart. */
export async function startWorld(
  options: {
    folder?: string
    port?: number
    accessTokenTtlS?: number
    outside?: OutsideProvider
    houseMail?: HouseMail
    needsPlan?: boolean
    mayStay?: boolean
    preloads?: Pick<Preloads, 'readsAt'>
  } = {},
): Promise<World> {
  const folder = options.folder ?? temporaryFolder()
  const clock = { now: () => Date.now() }
  const store = openSqliteEventStore(join(folder, 'events.sqlite'))
  const readStore = sqliteReadStore()
  const projector = createProjector({
    store,
    readStore,
    queue: { wake: async () => {} },
    clock,
    log: memoryLog(),
    projections: [users, roles, roleHolders],
  })
  const handler = createHandler({ store, clock, wake: () => projector.catchUp('all') })
  const database = openIdentityDatabase(folder, FILE_KEY)
  const port = options.port ?? (await freePort())
  const publicUrl = () => new URL(`http://127.0.0.1:${port}`)
  const identity = await createIdentity({
    handler,
    commands: identityCommands({
      handler,
      facts: createFacts({ readModels: projector.readModels, store }),
      removals: createRemovals(handler, clock),
      newId: newUlid,
    }),
    readModels: projector.readModels,
    store,
    signIn: database,
    database,
    clock,
    newId: newUlid,
    publicUrl,
    watch: { signInEnded: () => {}, tokenReused: () => {} },
    outside: options.outside,
    ...(options.houseMail && { houseMail: options.houseMail }),
    needsPlan: options.needsPlan,
    mayStay: options.mayStay,
    ...(options.preloads && { preloads: options.preloads }),
    ...(options.accessTokenTtlS === undefined ? {} : { accessTokenTtlS: options.accessTokenTtlS }),
  })
  const announced: FirstAccount[] = []
  if (identity.accounts === null) await ensureRoles({ handler })
  else
    await ensureAccounts({
      usersOfLog: async () => [],
      handler,
      accounts: identity.accounts,
      database,
      alone: inTurnsBy(database.leases, clock),
      newId: newUlid,
      admin: { userName: 'admin', password: PASSWORDS.admin },
      demo: { password: PASSWORDS.demo },
      fill: async () => {},
      announce: (made) => void announced.push(...made),
    })
  await projector.catchUp('all')

  const app = await buildServer({
    deps: {
      handler,
      readModels: projector.readModels,
      store,
      documents: memoryDocuments(),
      clock,
      newId: newUlid,
    },
    authenticate: (request) => identity.authenticate(request),
    publicApiKey: 'public',
    log: silentLog,
    publicUrl: publicUrl(),
    contexts: (api) => identity.serve(api),
    outside: (instance) => identity.mount(instance),
  })
  await app.listen({ host: '127.0.0.1', port })
  return {
    app,
    url: publicUrl().origin,
    folder,
    identity,
    announced,
    async stop() {
      await app.close()
      await store.close()
      await database.close()
    },
    wipe: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Cookie = { readonly value: string; readonly path: string; readonly attributes: string }

/** A browser as far as cookies and redirects go. */
export class Browser {
  readonly #url: string
  readonly #jar = new Map<string, Cookie>()
  readonly #agent: string
  /** @param agent its `user-agent`; that of the tests' own client when absent */
  constructor(url: string, agent = '') {
    this.#url = url
    this.#agent = agent
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#url)
    const cookies = [...this.#jar].filter(
      ([, { path: scope }]) =>
        url.pathname === scope ||
        url.pathname.startsWith(scope.endsWith('/') ? scope : `${scope}/`),
    )
    const headers = new Headers(init.headers)
    headers.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '))
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    if (this.#agent !== '') headers.set('user-agent', this.#agent)
    const answer = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const scope = attributes.find((a) => /^ ?path=/i.test(a))?.split('=')[1] ?? '/'
      const gone = value === '' || /expires=Thu, 01 Jan 1970/i.test(line)
      if (gone) this.#jar.delete(name)
      else this.#jar.set(name, { value, path: scope, attributes: attributes.join(';') })
    }
    return answer
  }

  /** Forgets every other cookie, as when its sessions have ended. */
  keepOnly(name: string): void {
    for (const one of this.#jar.keys()) if (one !== name) this.#jar.delete(one)
  }

  /** Follows redirects, but no further than `until`. @returns the last answer and its address */
  async follow(
    path: string,
    init: RequestInit = {},
    until: (path: string) => boolean = () => false,
  ): Promise<{ answer: Response; path: string }> {
    let at = path
    let answer = await this.fetch(at, init)
    for (let hops = 0; hops < 10; hops += 1) {
      const location = answer.headers.get('location')
      if (location === null) return { answer, path: at }
      at = new URL(location, new URL(at, this.#url)).href.replace(this.#url, '')
      if (until(at)) return { answer, path: at }
      answer = await this.fetch(at)
    }
    throw new Error('Redirected in circles')
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** As the product's own page asks. */
  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      ...init,
      headers: {
        'x-api-key': 'public',
        accept: 'application/json',
        ...(init.headers as Record<string, string>),
      },
    })
  }

  cookie(name: string): Cookie | undefined {
    return this.#jar.get(name)
  }
  setCookie(name: string, cookie: Cookie): void {
    this.#jar.set(name, cookie)
  }

  async signIn(
    login: string,
    password: string,
    returnTo = '/admin/profile/personal',
  ): Promise<{ answer: Response; path: string }> {
    const page = await this.follow(`/api/session/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    return this.follow(
      page.path,
      { method: 'POST', body: new URLSearchParams({ login, password, remember: '1' }) },
      (path) => path === returnTo,
    )
  }

  async token(): Promise<{
    accessToken: string
    expiresIn: number
    sessionEndsIn: number
    userId: string
  }> {
    const answer = await this.ask('/api/session/token')
    if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { result: { data: never } }).result.data
  }
}

/** @typeParam T type of `result.data` that the test expects; the assertions check it */
export async function call<T = Written>(
  world: World,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{
  status: number
  data: T
  code: string
  message: string
  fields: readonly { path: string }[]
}> {
  const answer = await fetch(world.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-api-key': 'public',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { result } = (await answer.json()) as {
    result: { data: T; code: string; message: string; fields: readonly { path: string }[] }
  }
  return {
    status: answer.status,
    data: result.data,
    code: result.code,
    message: result.message,
    fields: result.fields,
  }
}
