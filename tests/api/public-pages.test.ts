import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({
    environment: {
      PUBLIC_URL: 'http://127.0.0.1:8080',
      PUBLISHER_NAME: 'Atelier Brumaire, SASU',
      DEMO_GUESTS: '0',
    },
  })
})
afterAll(() => product.stop())

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  product.app.inject({ url, headers })
const documentOf = async (url: string) => new JSDOM((await get(url)).body).window.document
/** Structured data of a page for search engines. */
const thingIn = (document: Document) =>
  JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  ) as object
const PAGES = [
  '/',
  '/prices',
  '/comparatif',
  '/verify',
  '/blogs',
  '/cgu',
  '/cgv',
  '/politique-cookies',
  '/mentions-legales',
]

test('prices are those of the plans for sale; a plan has its page, and another address has none', async () => {
  const prices = await documentOf('/prices?lang=en')
  const link = [...prices.querySelectorAll('main a')].find(
    (one) => one.textContent === 'Carnet Complete',
  )
  expect(prices.querySelector('main')?.textContent).toMatch(/€\s*15.*per month/)
  const plan = await documentOf(link?.getAttribute('href') ?? '')
  expect(plan.title).toBe('Carnet Complete · Prices · Carnet')
  expect(thingIn(plan)).toMatchObject({
    '@type': 'Product',
    offers: [{ price: 15, priceCurrency: 'EUR' }, {}],
  })
  expect(plan.querySelector('h1')?.textContent).toBe('Carnet Complete')
  const back = [...plan.querySelectorAll('main a')].find(
    (one) => one.textContent === 'Back to Prices',
  )
  expect(back?.getAttribute('href')).toBe('/prices?lang=en')
  for (const unknown of ['/prices/prod_none', '/prices/<script>', '/prices/prod_carnet/more'])
    expect((await get(unknown)).statusCode, unknown).toBe(404)
  // The landing page does not wait for them; they are asked for soon after the start.
  const home = await vi.waitFor(async () => {
    const page = await documentOf('/')
    expect(page.querySelector('main')?.textContent).toMatch(/à partir de 9,00\s€ HT par mois/)
    return page
  })
  expect(thingIn(home)).toMatchObject({
    '@type': 'SoftwareApplication',
    offers: [{ price: 9 }, {}, {}, {}, {}],
  })
  for (const part of ['header', 'footer'])
    expect(home.querySelector(`${part} a[href^="/prices"]`), part).not.toBeNull()
})

describe.each(PAGES)('%s', (page) => {
  test('reads without a script, in the language that its address asks for', async () => {
    for (const language of LANGUAGES) {
      const document = await documentOf(`${page}?lang=${language}`)
      expect(document.documentElement.lang).toBe(language)
      expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr')
      expect(document.querySelectorAll('h1')).toHaveLength(1)
      expect(document.querySelector('main')?.textContent?.length).toBeGreaterThan(100)
    }
  })

  test('tells search engines and social networks what it is', async () => {
    const document = await documentOf(`${page}?lang=en`)
    const content = (selector: string) =>
      document.querySelector(selector)?.getAttribute('content') ?? ''
    expect(document.title).toContain('Carnet')
    for (const name of ['description', 'keywords'])
      expect(content(`meta[name=${name}]`)).not.toBe('')
    expect(content('meta[property="og:title"]')).toBe(document.title)
    expect(content('meta[property="og:description"]')).toBe(content('meta[name=description]'))
    const address = `http://127.0.0.1:8080${page}`
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${address}?lang=en`,
    )
    const others = [...document.querySelectorAll('link[rel=alternate][hreflang]')]
    expect(others.map((one) => one.getAttribute('hreflang'))).toEqual([...LANGUAGES, 'x-default'])
    expect(others[0]?.getAttribute('href')).toBe(`${address}?lang=fr`)
    expect(thingIn(document)).toMatchObject({
      '@context': 'https://schema.org',
      url: `${address}?lang=en`,
      inLanguage: 'en',
    })
    const card = content('meta[property="og:image"]')
    expect(card).toBe('http://127.0.0.1:8080/card-en.jpg')
    expect((await get('/card-en.jpg')).headers['content-type']).toBe('image/jpeg')
  })

  test('has an address a language, which names itself and all others', async () => {
    const addresses = [...LANGUAGES, 'fr'].map(
      (language) => `http://127.0.0.1:8080${page}?lang=${language}`,
    )
    for (const language of LANGUAGES) {
      const document = await documentOf(`${page}?utm_source=letter&lang=${language}`)
      const hrefs = (selector: string) =>
        [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
      expect(hrefs('link[rel=canonical]')).toEqual([
        `http://127.0.0.1:8080${page}?lang=${language}`,
      ])
      expect(hrefs('link[rel=alternate][hreflang]')).toEqual(addresses)
      for (const href of hrefs('header a[href^="/"], footer a[href^="/"]'))
        expect(href).toMatch(/^\/(?:admin|api)|[?&]lang=/)
    }
    // The address without a language answers in the browser's and is kept under that one.
    const answer = await get(page, { 'accept-language': 'de' })
    expect(answer.body).toContain(`rel="canonical" href="http://127.0.0.1:8080${page}?lang=de"`)
  })

  test('is the same for everyone: no cookie, kept by shared caches until it changes', async () => {
    const answer = await get(page)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    expect(answer.headers['vary']).toMatch(/accept-language/)
    const again = await get(page, { 'if-none-match': String(answer.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // A proxy that compresses by itself asks so, among others.
    const weak = await get(page, {
      'if-none-match': `"other", ${String(answer.headers['etag']).replace('W/', '')}`,
    })
    expect(weak.statusCode).toBe(304)
    expect(answer.body).toContain('<meta charset="utf-8"/>')
    expect(answer.body).toContain('<link rel="alternate" hreflang="en"')
  })
})

test('the bare address answers in the browser’s language', async () => {
  const answer = await get('/cgu', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' })
  expect(answer.headers['content-language']).toBe('de')
  expect(answer.body).toContain('Nutzungsbedingungen')
})

test('an unknown page is a true 404 with its words', async () => {
  const answer = await get('/no/such/page?lang=en')
  expect(answer.statusCode).toBe(404)
  const { body } = new JSDOM(answer.body).window.document
  expect(body.querySelector('h1')?.textContent).toBe('Page Not Found')
  expect(body.textContent).toContain("The page you are looking for doesn't exist")
  expect(body.querySelector('main a[href="/?lang=en"]')?.textContent).toBe('Back to homepage')
  expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
})

test('an unknown screen is a true 404 too, within the application that has its words', async () => {
  const [unknown, known] = [
    await get('/admin/no-such-screen'),
    await get('/admin/dashboard/default'),
  ]
  expect(unknown.statusCode).toBe(404)
  expect(known.statusCode).toBe(200)
  expect(unknown.body).toContain('<div id="root"')
})

test('an installation that offers no demo has neither the form nor its address', async () => {
  expect((await get('/')).body).not.toContain('/api/session/demo')
  expect((await product.app.inject({ method: 'POST', url: '/api/session/demo' })).statusCode).toBe(
    404,
  )
})

test.each([
  ['/cgu/?lang=it', '/cgu?lang=it'],
  ['/blogs/', '/blogs'],
  ['/admin/dashboard/default/', '/admin/dashboard/default'],
  ['/no/such/page/', '/no/such/page'],
])('the trailing slash of %s is redirected once', async (url, to) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
  expect((await get(to)).statusCode).not.toBe(301)
})

test.each(['//example.org/', '//cgu/', '///'])(
  '%s looks like another site’s address: it leads nowhere',
  async (url) => {
    const shown = await get(url, { accept: 'text/html' })
    expect([shown.statusCode, shown.headers.location]).toEqual([404, undefined])
    expect(shown.body).toContain('<h1 class="h1">Page introuvable</h1>')
    const refused = await get(url)
    expect([refused.statusCode, refused.headers.location]).toEqual([400, undefined])
  },
)

test('the page of errors has an address of its own, which search engines leave out', async () => {
  const answer = await get('/error?lang=en')
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect(answer.body).toContain('Page Not Found')
  expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
})

test('the legal notice names what is configured and says what is not', async () => {
  const { body } = await documentOf('/mentions-legales?lang=fr')
  const told = Object.fromEntries(
    [...body.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )
  expect(told['Éditeur']).toBe('Atelier Brumaire, SASU')
  expect(told['Hébergeur']).toBe('Non renseigné par l’exploitant de ce site')
})

test('robots.txt and the sitemap name every page in every language', async () => {
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: http://127.0.0.1:8080/sitemap.xml')
  const map = new JSDOM((await get('/sitemap.xml')).body, { contentType: 'text/xml' }).window
    .document
  const named = [...map.querySelectorAll('url > loc')].map((one) => one.textContent)
  const plans = named.filter((address) => address?.startsWith('http://127.0.0.1:8080/prices/'))
  expect(plans.length).toBeGreaterThanOrEqual(LANGUAGES.length)
  expect(named).toHaveLength(PAGES.length * LANGUAGES.length + plans.length)
  for (const page of PAGES)
    for (const language of LANGUAGES)
      expect(named).toContain(`http://127.0.0.1:8080${page}?lang=${language}`)
  for (const address of named) {
    const { pathname, search } = new URL(address ?? '')
    expect((await get(pathname + search)).statusCode).toBe(200)
  }
})
