import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'

/** Whether users need a plan, and the installation of each. */
const products = new Map<'on' | 'off', Product>()
beforeAll(async () => {
  for (const SUBSCRIPTIONS of ['on', 'off'] as const)
    products.set(
      SUBSCRIPTIONS,
      await startProduct({ environment: { SUBSCRIPTIONS, DEMO_GUESTS: '0' } }),
    )
})
afterAll(async () => {
  for (const product of products.values()) await product.stop()
})

const get = async (state: 'on' | 'off', url: string) => {
  const answer = await products.get(state)?.app.inject({ url })
  if (answer === undefined) throw new Error('It was not started')
  return answer
}
/** Free days and a card, as each language says it. */
const PROMISE =
  /30 (?:jours|days|días|Tage|giorni|يوم)|Trente jours|Thirty days|ثلاثون يوم|Treinta|Dreißig|Trenta/

test.each(LANGUAGES)(
  'without plans no page in %s promises free days or tells a price',
  async (language) => {
    const home = new JSDOM((await get('off', `/?lang=${language}`)).body).window.document
    const sold = new JSDOM((await get('on', `/?lang=${language}`)).body).window.document
    const prices = 'a[href^="/prices"], a[href^="/cgv"]'
    expect([
      home.querySelectorAll(prices).length,
      sold.querySelectorAll(prices).length > 3,
    ]).toEqual([0, true])
    expect(home.body.textContent).not.toMatch(PROMISE)
    expect(sold.body.textContent).toMatch(PROMISE)
    for (const page of ['/comparatif', '/cgu', '/blogs', '/mentions-legales', '/verify'])
      expect((await get('off', `${page}?lang=${language}`)).body, page).not.toMatch(
        /href="\/(?:prices|cgv)/,
      )
  },
)

test.each([
  ['on', 200, false],
  ['off', 404, true],
] as const)(
  'with SUBSCRIPTIONS=%s the pages of a sale answer %s',
  async (state, status, isFree) => {
    for (const page of ['/prices', '/cgv'])
      expect((await get(state, page)).statusCode, page).toBe(status)
    expect((await get(state, '/prices/prod_carnet')).statusCode).toBe(status)
    expect((await get(state, '/sitemap.xml')).body.includes('/prices')).toBe(!isFree)
    const home = new JSDOM((await get(state, '/')).body).window.document
    const told = JSON.parse(
      home.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
    ) as object
    expect([Object.hasOwn(told, 'offers'), Object.hasOwn(told, 'isAccessibleForFree')]).toEqual([
      !isFree,
      isFree,
    ])
    const page = (await get(state, '/admin/dashboard/default')).body
    expect(page).toContain(`name="carnet-plans" content="${isFree ? 'none' : 'needed'}"`)
  },
)
