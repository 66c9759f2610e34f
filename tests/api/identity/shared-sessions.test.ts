import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { freePort, skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'
import { type OutsideProvider, outsideProvider } from '#tests/engines/openid-provider.ts'
import { Browser } from './fixture.ts'

const PASSWORD = 'craie bleue 42'
const mongo = await realMongoDb()

describe.skipIf(skipped(mongo))(
  'two API processes that share MongoDB and an outside provider, and no disk',
  () => {
    const events = new EventStoreDouble()
    let provider: OutsideProvider
    let products: readonly [Product, Product]
    /** The address of each process; browsers see one address. */
    const addresses = new Map<Product, string>()
    const addressOf = (product: Product): string => addresses.get(product) ?? ''

    /**
     * Distance of both clocks from the real one: time goes by without waiting. @unit milliseconds
     */
    let aheadMs = 0
    const now = (): number => Date.now() + aheadMs
    afterEach(() => {
      aheadMs = 0
    })

    beforeAll(async () => {
      if ('missing' in mongo) return
      const ports = [await freePort(), await freePort()] as const
      const publicUrl = `http://127.0.0.1:${ports[0]}`
      provider = await outsideProvider({
        clientUrl: publicUrl,
        accounts: [
          {
            userName: 'marion',
            mail: 'marion@neuf.example',
            firstName: 'Marion',
            lastName: 'Moulin',
            password: PASSWORD,
          },
        ],
        administrators: [],
      })
      await Promise.all([events.start(), provider.start({ accessTokenTtlS: 30 })])
      const environment = {
        EVENTSTORE_URL: events.url,
        MONGODB_URL: databaseAt(mongo.url, `carnet-shared-${process.pid}`),
        PUBLIC_URL: publicUrl,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_AUDIENCE: 'carnet-api',
        PERSONAL_KEY: Buffer.alloc(32, 9).toString('base64'),
      }
      const [one, other] = await Promise.all(
        ports.map((port) =>
          startProduct({ now, environment: { ...environment, PORT: String(port) } }),
        ),
      )
      if (!one || !other) return
      products = [one, other]
      for (const [i, product] of products.entries())
        addresses.set(product, `http://127.0.0.1:${ports[i]}`)
    }, 120_000)
    afterAll(async () => {
      await Promise.all(products.map((product) => product.stop()))
      await provider.dispose()
      events.stop()
      if ('stop' in mongo) await mongo.stop()
    })

    /** A browser that has signed in at the first process; `at` sends its cookies to another one. */
    async function signedIn() {
      const browser = new Browser(addressOf(products[0]))
      const away = await browser.fetch('/api/session/sign-in')
      const there = new Browser(provider.url)
      const page = await there.follow(away.headers.get('location')?.replace(provider.url, '') ?? '')
      const back = await there.follow(
        page.path,
        {
          method: 'POST',
          body: new URLSearchParams({ login: 'marion', password: PASSWORD, remember: '1' }),
        },
        (path) => path.startsWith('http'),
      )
      await browser.fetch(new URL(back.path).pathname + new URL(back.path).search)
      const at = (product: Product): Browser => {
        const other = new Browser(addressOf(product))
        const session = browser.cookie('carnet_session')
        if (session) other.setCookie('carnet_session', session)
        return other
      }
      return { browser, at }
    }
    const me = async (
      product: Product,
      { accessToken, userId }: { accessToken: string; userId: string },
    ) =>
      (
        await fetch(`${addressOf(product)}/api/users/${userId}/me`, {
          headers: { authorization: `Bearer ${accessToken}` },
        })
      ).status

    test('make one user of who signs in, and know the session whichever began it', async () => {
      const [one, other] = products
      const { browser, at } = await signedIn()
      const here = await browser.token()
      const there = await at(other).token()
      expect(there).toEqual({
        ...here,
        expiresIn: expect.any(Number),
        // A second may pass between the two.
        sessionEndsIn: expect.closeTo(here.sessionEndsIn, -1),
      })
      expect([await me(one, here), await me(other, here)]).toEqual([200, 200])
      const again = await signedIn()
      expect((await again.browser.token()).userId).toBe(here.userId)
    })

    test('renew a token once, asked both at the same moment with a refresh token that is good for one use', async () => {
      const [one, other] = products
      const { browser, at } = await signedIn()
      const first = await browser.token()
      aheadMs += 26_000
      const renewed = await Promise.all(
        Array.from({ length: 6 }, (_, i) => at(i % 2 ? one : other).token()),
      )
      expect(new Set(renewed.map(({ accessToken }) => accessToken)).size).toBe(1)
      expect(renewed[0]?.accessToken).not.toBe(first.accessToken)
      // The sign-in is still valid: no refresh token was sent twice.
      aheadMs += 26_000
      expect((await at(other).token()).userId).toBe(first.userId)
    })

    test('refuse a token that was signed out at the other, within a second', async () => {
      const [one, other] = products
      const { at } = await signedIn()
      const token = await at(one).token()
      expect([await me(one, token), await me(other, token)]).toEqual([200, 200])
      await at(other).ask('/api/session/sign-out')
      expect(await me(other, token)).toBe(401)
      await expect.poll(() => me(one, token), { timeout: 1_500, interval: 50 }).toBe(401)
      expect((await at(one).ask('/api/session/token')).status).toBe(401)
    })
  },
)
