import Fastify from 'fastify'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createProviderClient, viaOrigin } from '#api/identity/provider-client.ts'

const ISSUER = 'https://login.example/realms/carnet'

/** A provider whose own address leads nowhere from here. */
async function behindAProxy() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const app = Fastify()
  let asked = 0
  app.addHook('onRequest', async () => void asked++)
  onTestFinished(() => app.close())
  app.get('/realms/carnet/.well-known/openid-configuration', async () => ({
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/keys`,
    authorization_endpoint: `${ISSUER}/auth`,
    token_endpoint: `${ISSUER}/token`,
  }))
  app.get('/realms/carnet/keys', async () => ({
    keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'k' }],
  }))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin: new URL(origin), privateKey, asked: () => asked }
}

test('a provider is reached by the origin inside, and known by the issuer that browsers see', async () => {
  const { origin, privateKey } = await behindAProxy()
  const client = createProviderClient(
    {
      issuer: () => new URL(ISSUER),
      clientId: 'carnet',
      fetch: viaOrigin(new URL(ISSUER), origin),
    },
    { now: Date.now },
  )
  await client.reachable()
  expect((await client.configuration()).serverMetadata()).toMatchObject({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
  })
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(ISSUER)
    .sign(privateKey)
  expect((await jwtVerify(token, client.keys, { issuer: ISSUER })).payload.iss).toBe(ISSUER)
})

test('what is meant for another host is left as it is', async () => {
  const { origin } = await behindAProxy()
  const elsewhere = viaOrigin(new URL('https://another.example/'), origin)
  await expect(
    elsewhere('http://127.0.0.1:1/realms/carnet', {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      body: undefined,
    }),
  ).rejects.toThrow()
})

test('one that does not answer is asked again a moment later, not by every caller', async () => {
  const { origin, asked } = await behindAProxy()
  let now = 1_000_000
  let away = true
  const reach = viaOrigin(new URL(ISSUER), origin)
  const client = createProviderClient(
    {
      issuer: () => new URL(ISSUER),
      clientId: 'carnet',
      fetch: (url, options) =>
        away ? Promise.reject(new TypeError('fetch failed')) : reach(url, options),
    },
    { now: () => now },
  )
  await expect(client.configuration()).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' })
  expect(client.isKnown()).toBe(false)
  away = false
  now += 1_999
  await expect(client.configuration()).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' })
  expect(asked()).toBe(0)
  now += 1
  await Promise.all([client.configuration(), client.reachable(), client.configuration()])
  expect(asked()).toBe(1)
  expect(client.isKnown()).toBe(true)
  now += 5_000
  away = true
  await expect(client.reachable()).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' })
  expect(client.isKnown()).toBe(true)
})
