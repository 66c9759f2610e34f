import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { TOPICS } from '#workers/kernel/run.ts'

test('an embedded queue has no board', async () => {
  const product = await startProduct()
  expect((await product.app.inject({ method: 'POST', url: '/api/queues/pass' })).statusCode).toBe(
    404,
  )
  await product.stop()
})

const redis = await ownRedis()
describe.skipIf(skipped(redis))('the board of queues', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ environment: { REDIS_URL: 'url' in redis ? redis.url : '' } })
  })
  afterAll(async () => {
    await product.stop()
    if ('stop' in redis) await redis.stop()
  })
  const open = (
    url: string,
    headers: Readonly<Record<string, string>> = {},
    method: 'GET' | 'PUT' = 'GET',
  ) => product.app.inject({ method, url, headers })

  async function pass(): Promise<Readonly<Record<string, string>>> {
    const given = await product.as(await product.admin(), 'POST', 'queues/pass')
    expect(given.statusCode).toBe(200)
    expect(given.json()).toEqual({ status: 0, result: { data: { url: '/api/queues/' } } })
    const [cookie] = given.cookies
    expect(cookie).toMatchObject({
      name: 'carnet_queues',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/queues',
    })
    return { cookie: `carnet_queues=${cookie?.value}` }
  }

  test.each([
    '/api/queues/',
    '/api/queues/api/queues',
    '/api/queues/queue/project',
    '/api/queues/static/js/main.js',
  ])('%s is closed to visitors', async (url) => {
    const answer = await open(url)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ status: 401, result: { code: 'UNAUTHENTICATED' } })
  })

  test('is closed to who may not manage the process center, and gives them no pass', async () => {
    const freelancer = await product.freelancer('marion')
    expect((await product.as(freelancer, 'GET', 'queues/')).statusCode).toBe(403)
    expect((await product.as(freelancer, 'POST', 'queues/pass')).statusCode).toBe(403)
  })

  test('is opened by the pass in a browser, with every queue and its jobs', async () => {
    const headers = await pass()
    const page = await open('/api/queues/', headers)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<base href="/api/queues/"')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const script = /src="(static\/js\/main[^"]+)"/.exec(page.body)?.[1]
    expect((await open(`/api/queues/${script}`, headers)).statusCode).toBe(200)
    const { queues } = (await open('/api/queues/api/queues', headers)).json<{
      queues: { name: string; readOnlyMode: boolean }[]
    }>()
    expect(queues.map(({ name }) => name)).toEqual(TOPICS)
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true)
  })

  test('changes nothing, also for who holds the pass', async () => {
    expect(
      (await open('/api/queues/api/queues/project/pause', await pass(), 'PUT')).statusCode,
    ).toBe(403)
  })

  test.each(['1.x', '99999999999999.x', '', '.', '99999999999999.'])(
    'is not opened by the made-up pass %j',
    async (value) => {
      expect((await open('/api/queues/', { cookie: `carnet_queues=${value}` })).statusCode).toBe(
        401,
      )
    },
  )
})
