import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { mailCatcher } from '#tests/doubles/mail-catcher.ts'
import { type Keycloak, ownKeycloak } from '#tests/engines/keycloak.ts'
import { freePort, skipped } from '#tests/engines/local.ts'
import { Browser } from './fixture.ts'

const ADMIN = { username: 'admin', password: 'Carnet-admin-2026' }
const MARION = {
  username: 'marion',
  email: 'marion@neuf.example',
  firstName: 'Marion',
  lastName: 'Moulin',
  password: 'craie bleue 42',
}

/** Keycloak is slow while other tests run. */
vi.setConfig({ testTimeout: 60_000 })

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const found = await ownKeycloak(url, ADMIN.password)

type Me = {
  readonly userName: string
  readonly firstName: string
  readonly mail: string
  readonly permissions: readonly string[]
  readonly hasPassword: boolean
}
type Granted = { readonly accessToken: string; readonly expiresIn: number; readonly userId: string }

/** Request that a browser sends of a filled-in form. */
function formOf(
  page: string,
  id: string,
  fields: Readonly<Record<string, string>>,
): { readonly action: string; readonly body: URLSearchParams } {
  const action = new RegExp(`<form[^>]* id="${id}"[^>]* action="([^"]+)"`).exec(page)?.[1]
  if (action === undefined)
    throw new Error(`There is no ${id}: ${page.replaceAll(/<[^>]+>|\s+/g, ' ')}`)
  for (const name of Object.keys(fields))
    if (!page.includes(`name="${name}"`)) throw new Error(`${id} has no ${name}`)
  return { action: action.replaceAll('&amp;', '&'), body: new URLSearchParams(fields) }
}

describe.skipIf(skipped(found))(
  'signing in by Keycloak, with the realm that the product ships',
  () => {
    const keycloak = found as Keycloak // without it, all of this is skipped
    let product: Product
    /**
     * Distance of the product's clock from the real one: time goes by without waiting. @unit
     * milliseconds
     */
    let aheadMs = 0
    afterEach(() => {
      aheadMs = 0
    })

    beforeAll(async () => {
      // As docker-compose.yml sets them.
      const environment = {
        PORT: String(port),
        OIDC_ISSUER: keycloak.issuer,
        // Keycloak tells when the password was typed, and refuses a sign-in that is older.
        STAY_SIGNED_IN: 'off',
        OIDC_CLIENT_SECRET: keycloak.clientSecret,
        OIDC_AUDIENCE: 'carnet-api',
        OIDC_SCOPE: 'openid profile email',
        OIDC_ADMIN_ROLE: 'carnet-admin',
      }
      product = await startProduct({ environment, now: () => Date.now() + aheadMs })
    })
    afterAll(async () => {
      // Neither is there when the start failed.
      await product?.stop()
      await keycloak?.dispose()
    })

    /** A browser that goes from the product to Keycloak and back, as a person would. */
    class Person extends Browser {
      readonly keycloak = new Browser(keycloak.url)
      constructor() {
        super(url)
      }

      #goes(to: string, init?: RequestInit) {
        return this.keycloak.follow(to.replace(keycloak.url, ''), init, (path) =>
          path.startsWith(url),
        )
      }
      /** @returns Keycloak's page, or the way back to the product when it shows none */
      async toKeycloak(query = ''): Promise<{ answer: Response; path: string }> {
        const away = await this.fetch(
          `/api/session/sign-in?returnTo=/admin/dashboard/default${query}`,
        )
        return this.#goes(away.headers.get('location') ?? '')
      }
      async sends(
        page: Response,
        id: string,
        fields: Readonly<Record<string, string>>,
      ): Promise<{ answer: Response; path: string }> {
        const { action, body } = formOf(await page.text(), id, fields)
        return this.#goes(action, { method: 'POST', body })
      }
      opens = (link: string) => this.#goes(link)
      /** Returns to the product with Keycloak's answer. */
      comesBack = ({ path }: { path: string }) => this.fetch(path.replace(url, ''))
      async signsIn({
        username,
        password,
      }: {
        username: string
        password: string
      }): Promise<Response> {
        const { answer } = await this.toKeycloak()
        return this.comesBack(await this.sends(answer, 'kc-form-login', { username, password }))
      }
    }

    const ask = async (path: string, token?: string, body?: object) => {
      const answer = await fetch(`${url}/api/${path}`, {
        headers: {
          'x-api-key': 'public',
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const { result } = (await answer.json()) as { result: { data: unknown; code: string } }
      return { status: answer.status, ...result }
    }
    const me = async ({ accessToken, userId }: Granted) =>
      (await ask(`users/${userId}/me`, accessToken)).data as Me
    const authenticate = (userName: string, password: string) =>
      ask('users/authenticate', undefined, { userName, password })
    const accountOf = async (username: string) => {
      const [account] = await keycloak.administer<{ id: string }[]>(
        'GET',
        `/users?exact=true&username=${username}`,
      )
      return account?.id ?? ''
    }

    test('readiness tells that it is there', async () => {
      const answer = await fetch(`${url}/api/ready`)
      const { result } = (await answer.json()) as {
        result: { data: { engines: readonly { name: string }[] } }
      }
      expect(result.data.engines).toContainEqual({
        name: 'sign-in',
        ok: true,
        detail: 'OpenID Connect',
      })
    })

    test('the account that the realm comes with administers, by its role', async () => {
      const admin = new Person()
      const back = await admin.signsIn(ADMIN)
      expect([back.status, back.headers.get('location')]).toEqual([303, '/admin/dashboard/default'])
      const granted = await admin.token()
      expect(granted.expiresIn).toBeGreaterThan(290)
      expect(await me(granted)).toMatchObject({
        userName: 'admin',
        mail: 'admin@carnet.example',
        hasPassword: false,
      })
      expect((await me(granted)).permissions).toContain('perm_admin')
    })

    test('a wrong password is refused on its page, in the language that was asked for', async () => {
      const person = new Person()
      const { answer } = await person.toKeycloak('&lang=fr')
      const { answer: again } = await person.sends(answer, 'kc-form-login', {
        username: 'admin',
        password: 'not this one',
      })
      expect(await again.text()).toContain('Nom d&#39;utilisateur ou mot de passe invalide')
    })

    test('who is new opens an account on its page, follows the link in the mail, and is in', async () => {
      const mail = await mailCatcher()
      onTestFinished(mail.stop)
      await keycloak.set({
        smtpServer: { host: '127.0.0.1', port: String(mail.port), from: 'carnet@carnet.example' },
      })
      const marion = new Person()
      const { answer } = await marion.toKeycloak('&screen=register&lang=fr')
      const { answer: waiting } = await marion.sends(answer, 'kc-register-form', {
        ...MARION,
        'password-confirm': MARION.password,
      })
      expect(waiting.status).toBe(200)
      // Not before the address is hers.
      expect((await authenticate(MARION.username, MARION.password)).status).toBe(401)
      await expect
        .poll(() => mail.caught.map(({ to }) => to), { timeout: 30_000 })
        .toEqual([MARION.email])
      const link =
        new RegExp(`${keycloak.issuer}/login-actions/action-token\\?\\S+`).exec(
          mail.caught[0]?.text ?? '',
        )?.[0] ?? ''
      const back = await marion.comesBack(await marion.opens(link))
      expect([back.status, back.headers.get('location')]).toEqual([303, '/admin/dashboard/default'])
      const her = await me(await marion.token())
      expect(her).toMatchObject({ userName: 'marion', firstName: 'Marion', mail: MARION.email })
      expect(her.permissions).not.toContain('perm_admin')
    })

    test('users/authenticate gives tokens for a password, and 401 for a wrong one', async () => {
      const { status, data } = await authenticate(ADMIN.username, ADMIN.password)
      expect(status).toBe(200)
      expect((await me(data as Granted)).userName).toBe('admin')
      expect(await authenticate(ADMIN.username, 'not this one')).toMatchObject({
        status: 401,
        code: 'CREDENTIALS_WRONG',
      })
    })

    test('a token that is about to end is renewed once for all tabs, again and again: each refresh token is good for one use', async () => {
      await keycloak.set({ accessTokenLifespan: 30 })
      onTestFinished(() => keycloak.set({ accessTokenLifespan: 300 }))
      const person = new Person()
      await person.signsIn(ADMIN)
      const seen = new Set([(await person.token()).accessToken])
      for (let renewals = 1; renewals <= 2; renewals++) {
        aheadMs += 26_000 // a token is renewed when less than five seconds are left
        const tabs = await Promise.all(Array.from({ length: 5 }, () => person.token()))
        for (const tab of tabs) seen.add(tab.accessToken)
        expect(seen.size).toBe(1 + renewals)
        expect((await me(tabs[0] as Granted)).userName).toBe('admin')
      }
    })

    test('who is locked out there is out here as soon as the token would be renewed', async () => {
      await keycloak.set({ accessTokenLifespan: 30 })
      onTestFinished(() => keycloak.set({ accessTokenLifespan: 300 }))
      const marion = new Person()
      expect((await marion.signsIn(MARION)).status).toBe(303)
      await marion.token()
      const account = `/users/${await accountOf('marion')}`
      await keycloak.administer('PUT', account, { enabled: false })
      aheadMs += 26_000
      expect((await marion.ask('/api/session/token')).status).toBe(401)
      await keycloak.administer('PUT', account, { enabled: true })
      expect((await new Person().signsIn(MARION)).status).toBe(303)
    })

    test('a role given there counts from the next sign-in on, and so does one that is taken away', async () => {
      const permissions = async () => {
        const marion = new Person()
        await marion.signsIn(MARION)
        return (await me(await marion.token())).permissions
      }
      const role = await keycloak.administer('GET', '/roles/carnet-admin')
      const mappings = `/users/${await accountOf('marion')}/role-mappings/realm`
      await keycloak.administer('POST', mappings, [role] as object)
      expect(await permissions()).toContain('perm_admin')
      await keycloak.administer('DELETE', mappings, [role] as object)
      expect(await permissions()).not.toContain('perm_admin')
    })

    test('signing out ends the session there too, without another question, and comes back to the product', async () => {
      const person = new Person()
      await person.signsIn(ADMIN)
      const granted = await person.token()
      // With a session in Keycloak, no password is asked for.
      expect((await person.toKeycloak()).path.startsWith(`${url}/api/session/callback?`)).toBe(true)
      const answer = await person.ask('/api/session/sign-out')
      const { endSessionUrl } = (
        (await answer.json()) as { result: { data: { endSessionUrl: string } } }
      ).result.data
      expect((await person.opens(endSessionUrl)).path).toBe(`${url}/`)
      expect(await ask(`users/${granted.userId}/me`, granted.accessToken)).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      })
      expect(await (await person.toKeycloak()).answer.text()).toContain('id="kc-form-login"')
    })

    test('its other tokens open nothing here: of another realm or audience, ID tokens, refresh tokens', async () => {
      const tokens = async (
        realm: string,
        client: Record<string, string>,
        { username, password }: typeof ADMIN,
      ) => {
        const body = new URLSearchParams({
          grant_type: 'password',
          scope: 'openid',
          username,
          password,
          ...client,
        })
        const answer = await fetch(
          `${keycloak.url}/realms/${realm}/protocol/openid-connect/token`,
          {
            method: 'POST',
            body,
          },
        )
        return (await answer.json()) as Record<
          'access_token' | 'id_token' | 'refresh_token',
          string
        >
      }
      const ours = await tokens(
        'carnet',
        { client_id: 'carnet', client_secret: keycloak.clientSecret },
        ADMIN,
      )
      const cli = await tokens('carnet', { client_id: 'admin-cli' }, ADMIN)
      const master = await tokens('master', { client_id: 'admin-cli' }, keycloak.administrator)
      // 404: the path is another user's.
      expect((await ask('users/00000000000000000000000000/me', ours.access_token)).status).toBe(404)
      for (const [what, token] of Object.entries({
        'ID token': ours.id_token,
        'refresh token': ours.refresh_token,
        'another client’s': cli.access_token,
        'another realm’s': master.access_token,
      }))
        expect(await ask('users/00000000000000000000000000/me', token), what).toMatchObject({
          status: 401,
          code: 'UNAUTHENTICATED',
        })
    })
  },
)
