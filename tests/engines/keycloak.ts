import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, type LocalServer, localServer, onPath, placeOnPath } from './local.ts'

/** The version of `docker-compose.yml`. */
export const IMAGE = 'quay.io/keycloak/keycloak:26.4.7'
const REALM = fileURLToPath(new URL('../../api/identity/keycloak-realm.json', import.meta.url))
/** Keycloak makes its tables and imports the realm first. */
const PATIENCE_MS = 120_000
const ADMINISTRATOR = { username: 'keycloak', password: 'administers keycloak itself' }

export type Keycloak = LocalServer & {
  readonly issuer: string
  readonly clientSecret: string
  /** The administrator of Keycloak itself, in another realm. */
  readonly administrator: { readonly username: string; readonly password: string }
  /**
   * Asks its administration of the realm. @param path below `/admin/realms/carnet` @throws Error
   * with its answer when it refuses
   */
  administer<T = unknown>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T>
  /** Sets some of the realm's properties. */
  set(realm: Readonly<Record<string, unknown>>): Promise<void>
  dispose(): Promise<void>
}

/**
 * A Keycloak of the test's own with the realm that the product ships, which keeps nothing.
 *
 * @param clientUrl the product it signs people in to
 * @param adminPassword of the realm's one account, `admin`
 * @returns it, started; else why there is none
 */
export async function ownKeycloak(
  clientUrl: string,
  adminPassword: string,
): Promise<Keycloak | { readonly missing: string }> {
  const program = placeOnPath('kc.sh')
  if (program === null || !onPath('java'))
    return { missing: 'Keycloak: no kc.sh or no java on the PATH' }
  const installed = path.join(path.dirname(realpathSync(program)), '..')
  const home = mkdtempSync(path.join(tmpdir(), 'carnet-keycloak-'))
  for (const part of ['conf', 'lib', 'providers', 'themes', 'version.txt'])
    symlinkSync(path.join(installed, part), path.join(home, part))
  mkdirSync(path.join(home, 'data/import'), { recursive: true })
  copyFileSync(REALM, path.join(home, 'data/import/carnet-realm.json'))
  const management = await freePort()
  const clientSecret = 'between the product and Keycloak'
  const environment = (port: number) => ({
    KC_DB: 'dev-mem',
    KC_CACHE: 'local',
    KC_HEALTH_ENABLED: 'true',
    KC_HOSTNAME: `http://127.0.0.1:${port}`,
    KC_HTTP_ENABLED: 'true',
    KC_HTTP_HOST: '127.0.0.1',
    KC_HTTP_PORT: String(port),
    KC_HTTP_MANAGEMENT_PORT: String(management),
    KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    CARNET_URL: clientUrl,
    CARNET_CLIENT_SECRET: clientSecret,
    CARNET_ADMIN_USER: 'admin',
    CARNET_ADMIN_MAIL: 'admin@carnet.example',
    CARNET_ADMIN_PASSWORD: adminPassword,
    JAVA_OPTS_KC_HEAP: '-Xmx400m',
    // This image starts sooner, and lives for a minute.
    JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
  })
  const server = await localServer(
    (port) => `http://127.0.0.1:${port}`,
    (port) => [
      'env',
      ...Object.entries(environment(port)).map(([name, value]) => `${name}=${value}`),
      program,
      `-Dkc.home.dir=${home}`,
      'start',
      '--import-realm',
    ],
    PATIENCE_MS,
  )

  async function administer<T>(method: string, below: string, body?: object): Promise<T> {
    const grant = new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      ...ADMINISTRATOR,
    })
    const granted = await fetch(`${server.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: grant,
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const answer = await fetch(`${server.url}/admin/realms/carnet${below}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${below}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T // what its documentation says
  }

  return {
    ...server,
    issuer: `${server.url}/realms/carnet`,
    clientSecret,
    administrator: ADMINISTRATOR,
    administer,
    set: (realm) => administer('PUT', '', realm),
    async dispose() {
      await server.stop('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
