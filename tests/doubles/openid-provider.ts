import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Configuration, errors } from 'oidc-provider'
import { createEmbeddedProvider } from '#api/identity/embedded.ts'
import { API_RESOURCE } from '#api/identity/provider-configuration.ts'
import { mountPageAssets, mountSignInPages } from '#api/identity/sign-in-pages.ts'
import { buildServer } from '#api/kernel/server.ts'
import { createLocalAccounts } from '#commands/gateways/accounts/accounts-local.ts'
import { openIdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { createUsers } from '#commands/identity/users.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { ProviderSettings } from '#tests/engines/openid-provider.ts'
import { silentLog } from './log.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { readModelsIn } from './read-models.ts'
import { memoryDocuments } from './documents.ts'
import { eventLog } from './event-log.ts'

/*
 * The embedded provider in a process of its own: `node openid-provider.ts <settings>`. Its client
 * is a product elsewhere, its keys and its clock are its own. It says "listening" once it does.
 */
const settings = JSON.parse(process.argv[2] ?? '{}') as ProviderSettings
const { port, folder, clientUrl, clientSecret, accessTokenTtlS, passwordGrant, administrators } =
  settings

const ourTime = Date.now
Date.now = () => ourTime() + settings.aheadS * 1_000
const clock = { now: () => Date.now() }

const database = openIdentityDatabase(folder, FILE_KEY)
const accounts = await createLocalAccounts(database, clock)
for (const { password, ...account } of settings.accounts)
  if ((await accounts.findByLogin(account.userName)) === null)
    await accounts.register({ id: newUlid(), ...account, password }, { password: 'trusted' })

if (settings.newKeys) {
  const known = JSON.parse(await database.secret('provider-keys', () => '{"keys":[]}')) as {
    keys: JWK[]
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const fresh = {
    ...(await exportJWK(privateKey)),
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  }
  // The old ones are still told, for the tokens that are about.
  database.sql
    .prepare("UPDATE secrets SET value = ? WHERE name = 'provider-keys'")
    .run(JSON.stringify({ keys: [fresh, ...known.keys] }))
}

const rolesOf = async (id: string): Promise<{ realm_access: { roles: string[] } }> => {
  const account = await accounts.findById(id)
  return {
    realm_access: {
      roles:
        account !== null && administrators.includes(account.userName)
          ? ['carnet-admin', 'offline_access']
          : ['offline_access'],
    },
  }
}

const adapt = ({ clients = [], findAccount, ...own }: Configuration): Configuration => ({
  ...own,
  conformIdTokenClaims: false,
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  clients: clients.map((client, i) =>
    i > 0
      ? client
      : {
          ...client,
          client_secret: clientSecret,
          redirect_uris: [`${clientUrl}/api/session/callback`],
          post_logout_redirect_uris: [`${clientUrl}/`],
          grant_types: [
            'authorization_code',
            'refresh_token',
            ...(passwordGrant === 'allowed' ? ['password'] : []),
          ],
        },
  ),
  ...(findAccount && { findAccount }),
  extraTokenClaims: async (_ctx, token) =>
    'accountId' in token ? rolesOf(token.accountId) : undefined,
  // One use each: sending a refresh token twice ends the whole sign-in.
  rotateRefreshToken: true,
})

const publicUrl = new URL(`http://127.0.0.1:${port}`)
const embedded = await createEmbeddedProvider({
  mayStay: true,
  publicUrl: () => publicUrl,
  database,
  accounts,
  clock,
  accessTokenTtlS,
  adapt,
})
const provider = embedded.provider()
if (passwordGrant !== 'unknown')
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { params, client } = ctx.oidc
      if (!client) throw new errors.InvalidClient('no client')
      const account = await accounts
        .verify(String(params?.['username']), String(params?.['password']), ctx.ip)
        .catch(() => {
          throw new errors.InvalidGrant('wrong user name or password')
        })
      const tokens = await embedded.mint(account)
      ctx.body = {
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: tokens.expiresIn,
        scope: API_RESOURCE,
      }
    },
    ['username', 'password', 'scope'],
  )

const handler = createHandler({ store: eventLog(), clock })
const app = await buildServer({
  deps: {
    handler,
    readModels: readModelsIn(sqliteReadStore()),
    store: eventLog(),
    documents: memoryDocuments(),
    clock,
    newId: newUlid,
  },
  authenticate: async () => null,
  publicApiKey: '',
  publicUrl: new URL(`http://127.0.0.1:${port}`),
  log: silentLog,
  contexts: () => {},
  outside: async (instance) => {
    mountPageAssets(instance)
    await mountSignInPages(instance, {
      provider: () => provider,
      accounts,
      users: createUsers({ handler, accounts, newId: newUlid }),
      signUp: null,
      isActive: async () => true,
      newId: newUlid,
      secure: () => false,
      forgotten: false,
      mayStay: true,
      needsPlan: true,
      newDevice: async () => {},
      ticketKey: randomBytes(32),
      clock,
      passwordSet: async () => {},
    })
    await embedded.mount(instance)
  },
})
await app.listen({ host: '127.0.0.1', port })
console.log('listening')
