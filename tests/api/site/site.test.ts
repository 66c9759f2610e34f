import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPageAddress } from '#domain/site/page-address.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const NOW = Date.UTC(2026, 2, 2, 9)
/** A picture of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

let now = NOW
let product: Product
let editor: SignedIn
beforeAll(async () => {
  product = await startProduct({
    now: () => now,
    environment: { PUBLIC_URL: 'http://127.0.0.1:8080' },
  })
  editor = await product.freelancer('editor', {
    permissions: ['perm_blogs_menu', 'perm_blogs_manage'],
  })
})
afterAll(() => product.stop())

type Written = { id: string; version: number; position: string }
let last = ''
/** A write by the editor; later reads wait for it. */
async function write(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Written> {
  const [name = '', ...rest] = path.split('/')
  const answer = await product.data<Written>(
    editor,
    method,
    [name, editor.userId, ...rest].join('/'),
    body,
  )
  last = answer.position
  return answer
}
const refused = async (method: 'POST' | 'PUT', path: string, body?: object) => {
  const [name = '', ...rest] = path.split('/')
  const answer = await product.as(editor, method, [name, editor.userId, ...rest].join('/'), body)
  return [answer.statusCode, answer.json<{ result: { code: string } }>().result.code]
}
const visit = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  product.app.inject({ url, headers: { 'x-api-key': 'public', ...headers } })
const asked = async <T>(path: string): Promise<T> => {
  const answer = await visit(`/api/${path}`, { 'x-min-position': last })
  return answer.json<{ result: { data: T } }>().result.data
}
/** A public page once the last write can be read. */
async function page(url: string) {
  await asked('blog/landing')
  const answer = await visit(url)
  return { answer, document: new JSDOM(answer.body).window.document }
}
/** Structured data of a page for search engines. */
const thingIn = (document: Document) =>
  JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  ) as object
const titles = (document: Document) =>
  [...document.querySelectorAll('main h2')].map((one) => one.textContent?.trim())

type Line = { id: string; title: string; slug: string; url: string; theme: string; image: string }
const article = { summary: 'Ce qu’il faut savoir.', body: '<p>Un texte</p>' }

describe('an article', () => {
  test('is a draft without a date, scheduled until its date has come, and then seen', async () => {
    const theme = await write('POST', 'theme', { name: 'Facturation' })
    const { id } = await write('POST', 'blog', {
      ...article,
      title: 'Ma première facture',
      themeId: theme.id,
    })
    expect(await asked<Line[]>('blog/all/public')).toEqual([])
    await write('PUT', `blog/${id}/publish`, { publishDate: now + HOUR_MS })
    expect(await asked<Line[]>('blog/all/public')).toEqual([])
    expect((await page('/blogs/ma-premiere-facture')).answer.statusCode).toBe(404)
    now += HOUR_MS
    expect(await asked<Line[]>('blog/all/public')).toMatchObject([
      { id, slug: 'ma-premiere-facture', url: '/blogs/ma-premiere-facture', theme: 'Facturation' },
    ])
    expect(await asked(`blog/${id}`)).toMatchObject({
      title: 'Ma première facture',
      body: '<p>Un texte</p>',
    })
    expect((await page('/blogs/ma-premiere-facture')).answer.statusCode).toBe(200)
    await write('PUT', `blog/${id}/unpublish`)
    expect((await page('/blogs/ma-premiere-facture')).answer.statusCode).toBe(404)
    expect((await visit(`/api/blog/${id}`, { 'x-min-position': last })).statusCode).toBe(404)
  })

  test('is published whole alone', async () => {
    const { id } = await write('POST', 'blog', { title: 'Sans texte' })
    expect(await refused('PUT', `blog/${id}/publish`)).toEqual([422, 'ARTICLE_INCOMPLETE'])
    expect(await refused('PUT', 'blog', { id, publishDate: now })).toEqual([422, 'RULE_BROKEN'])
    await write('PUT', 'blog', { id, ...article })
    await write('PUT', `blog/${id}/publish`)
    expect(await refused('PUT', 'blog', { id, body: '' })).toEqual([422, 'RULE_BROKEN'])
    await write('DELETE', `blog/${id}`)
  })

  test('keeps its address alone, and is found at the former one', async () => {
    const one = await write('POST', 'blog', { ...article, title: 'Relancer', publishDate: now })
    const two = await write('POST', 'blog', { ...article, title: 'Relancer !', publishDate: now })
    expect((await asked<Line>(`blog/${two.id}`)).slug).toBe('relancer-2')
    expect(await refused('PUT', 'blog', { id: two.id, slug: 'Relancer' })).toEqual([
      409,
      'RECORD_ALREADY_THERE',
    ])
    await write('PUT', 'blog', { id: one.id, slug: 'Relancer un client' })
    const { answer } = await page('/blogs/relancer?lang=en')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      301,
      '/blogs/relancer-un-client?lang=en',
    ])
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    // An article that takes the address over is found there.
    await write('PUT', 'blog', { id: two.id, slug: 'relancer' })
    expect((await page('/blogs/relancer')).document.querySelector('h1')?.textContent).toBe(
      'Relancer !',
    )
    await write('DELETE', `blog/${one.id}`)
    expect((await page('/blogs/relancer-un-client')).answer.statusCode).toBe(404)
    await write('DELETE', `blog/${two.id}`)
  })

  test('has a page that search engines and social networks read, with its picture', async () => {
    const { id } = await write('POST', 'blog', {
      ...article,
      title: 'La franchise & la TVA',
      body: '<h1>Seuils</h1><p onclick="x()">Un texte<script>alert(1)</script></p>',
      image: PICTURE,
      isGenerated: true,
      author: 'Camille Fontanel',
      publishDate: now,
    })
    const { image } = await asked<Line>(`blog/${id}`)
    const { answer, document } = await page('/blogs/la-franchise-la-tva?lang=en')
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect([document.documentElement.lang, document.querySelector('article')?.lang]).toEqual([
      'en',
      'fr',
    ])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('.site-text')?.innerHTML).toBe('<h2>Seuils</h2><p>Un texte</p>')
    const content = (name: string) =>
      document.querySelector(`meta[property="${name}"]`)?.getAttribute('content')
    const address = 'http://127.0.0.1:8080/blogs/la-franchise-la-tva'
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(address)
    expect([content('og:type'), content('og:url')]).toEqual(['article', address])
    expect(content('og:image')).toBe(`http://127.0.0.1:8080${image}`)
    expect(thingIn(document)).toMatchObject({
      '@type': 'Article',
      headline: 'La franchise & la TVA',
      inLanguage: 'fr',
      datePublished: new Date(now).toISOString(),
      author: { '@type': 'Person', name: 'Camille Fontanel' },
    })
    expect(content('article:published_time')).toBe(new Date(now).toISOString())
    expect(document.querySelector('article')?.textContent).toContain(
      'First draft written by a program',
    )
    const cover = await visit(image)
    expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/png'])
    // The picture of an article that is gone is not answered.
    await write('DELETE', `blog/${id}`)
    await page('/blogs')
    expect((await visit(image)).statusCode).toBe(404)
  })
})

describe('the list of articles', () => {
  beforeAll(async () => {
    const vat = await write('POST', 'theme', { name: 'TVA' })
    const rates = await write('POST', 'theme', { name: 'Tarifs' })
    const topic = await write('POST', 'topic', { name: 'Franchise', themeId: vat.id })
    for (let number = 1; number <= 11; number++)
      await write('POST', 'blog', {
        ...article,
        title: `Article ${number}`,
        ...(number === 11
          ? { themeId: vat.id, topicId: topic.id, body: '<p>Le seuil élevé</p>' }
          : { themeId: rates.id }),
        publishDate: now - number * HOUR_MS,
      })
    await write('POST', 'blog', {
      ...article,
      title: 'Late payers',
      language: 'en',
      publishDate: now,
    })
  })

  test('is narrowed by language, theme, topic and words, ten to a page', async () => {
    const first = (await page('/blogs?lang=fr')).document
    expect(titles(first)).toEqual(Array.from({ length: 10 }, (_, i) => `Article ${i + 1}`))
    expect(first.querySelector('[rel=next]')?.getAttribute('href')).toBe('/blogs?page=2&lang=fr')
    expect(titles((await page('/blogs?page=2&lang=fr')).document)).toEqual(['Article 11'])
    expect(titles((await page('/blogs?theme=tva&lang=fr')).document)).toEqual(['Article 11'])
    expect(titles((await page('/blogs?topic=franchise&lang=fr')).document)).toEqual(['Article 11'])
    expect(titles((await page('/blogs?lang=en')).document)).toEqual(['Late payers'])
    const { document } = await page('/blogs?q=SEUIL+eleve&lang=fr')
    expect(titles(document)).toEqual(['Article 11'])
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    const narrowed = (await page('/blogs?theme=tva&lang=fr')).document
    expect(narrowed.querySelectorAll('link[hreflang="en"]')).toHaveLength(0)
    expect(narrowed.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'http://127.0.0.1:8080/blogs?theme=tva&lang=fr',
    )
    const second = (await page('/blogs?page=2&lang=fr')).document
    expect(second.querySelectorAll('link[hreflang="en"]')).toHaveLength(0)
    const unknown = (await page('/blogs?theme=nothing&lang=fr')).document
    expect(unknown.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(thingIn(first)).toMatchObject({
      '@type': 'Blog',
      blogPost: [{ headline: 'Article 1' }, ...Array(9).fill({})],
    })
    // No article is in German: those of all languages are shown.
    expect(titles((await page('/blogs?lang=de')).document)).toContain('Late payers')
    expect((await asked<Line[]>('blog/all/public?theme=tva')).map(({ title }) => title)).toEqual([
      'Article 11',
    ])
    expect((await asked<Line[]>('blog/landing')).map(({ title }) => title)).toEqual([
      'Article 1',
      'Article 2',
      'Article 3',
    ])
  })

  test('is told to feed readers and search engines', async () => {
    await page('/blogs')
    const feed = await visit('/blogs/feed.xml?lang=en')
    expect(feed.headers['content-type']).toContain('application/rss+xml')
    const { document } = new JSDOM(feed.body, { contentType: 'text/xml' }).window
    expect([...document.querySelectorAll('item > title')].map((one) => one.textContent)).toEqual([
      'Late payers',
    ])
    expect((await visit('/sitemap.xml')).body).toContain(
      '<loc>http://127.0.0.1:8080/blogs/late-payers</loc>',
    )
    expect(
      (await page('/?lang=en')).document.querySelector('main a[href="/blogs/late-payers"]'),
    ).not.toBeNull()
    // The page around an article in another language stays in the reader's.
    expect(
      (await page('/blogs?lang=de')).document.querySelector(
        'main a[href="/blogs/late-payers?lang=de"]',
      ),
    ).not.toBeNull()
  })
})

describe('a page of the site', () => {
  const found = async (url: string) => {
    const { answer, document } = await page(url)
    return [answer.statusCode, document.querySelector('.site-text')?.textContent ?? '']
  }

  test('shows its draft once it is published, and moves with its address', async () => {
    const { id } = await write('POST', 'content', {
      title: 'Guide de la TVA',
      url: 'guides/tva/',
      description: 'Les seuils',
      keywords: 'tva, franchise',
      ogTitle: 'La TVA',
      draft: '<p>Premier</p>',
    })
    expect(await found('/guides/tva')).toEqual([404, ''])
    await write('PUT', `content/${id}/publish`)
    expect(await found('/guides/tva')).toEqual([200, 'Premier'])
    await write('PUT', 'content', { id, draft: '<p>Second</p>' })
    expect(await found('/guides/tva')).toEqual([200, 'Premier'])
    await write('PUT', `content/${id}/publish`)
    expect(await found('/guides/tva')).toEqual([200, 'Second'])
    expect(await asked('content/config')).toEqual({ dynamicUrls: [{ url: '/guides/tva', id }] })
    expect(await asked(`content/${id}`)).toEqual({
      title: 'Guide de la TVA',
      description: 'Les seuils',
      keywords: 'tva, franchise',
      ogTitle: 'La TVA',
      ogDescription: '',
      url: '/guides/tva',
      content: '<p>Second</p>',
    })
    const { document } = await page('/guides/tva')
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
    expect([content('meta[property="og:title"]'), content('meta[name=keywords]')]).toEqual([
      'La TVA',
      'tva, franchise',
    ])
    await write('PUT', 'content', { id, url: '/tva' })
    const { answer } = await page('/guides/tva')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/tva'])
    await write('PUT', `content/${id}/unpublish`)
    expect(await found('/tva')).toEqual([404, ''])
    expect((await visit(`/api/content/${id}`, { 'x-min-position': last })).statusCode).toBe(404)
  })

  test('takes the place of the product’s own in its language alone', async () => {
    const { id } = await write('POST', 'content', {
      title: 'Terms',
      url: '/cgu',
      language: 'en',
      draft: '<p>Ours</p>',
    })
    await write('PUT', `content/${id}/publish`)
    expect(await found('/cgu?lang=en')).toEqual([200, 'Ours'])
    expect(await found('/cgu?lang=fr')).toEqual([200, ''])
    const { document } = await page('/cgu?lang=en')
    expect(document.querySelector('link[hreflang=fr]')?.getAttribute('href')).toBe(
      'http://127.0.0.1:8080/cgu?lang=fr',
    )
  })

  test('is described by its beginning where nobody described it', async () => {
    const draft = `<h2>Régie &amp; forfait</h2><p>${'mot '.repeat(60)}</p>`
    const { id } = await write('POST', 'content', {
      title: 'Sans description',
      url: '/regie',
      draft,
    })
    await write('PUT', `content/${id}/publish`)
    const { document } = await page('/regie')
    const told = document.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
    expect(told).toMatch(/^Régie & forfait mot .* mot…$/)
    expect(told.length).toBeLessThanOrEqual(160)
  })

  test('is refused at every address that the server answers itself', () => {
    const answered = product.app
      .printRoutes({ commonPrefix: false })
      .matchAll(/^[├└]── \/([a-z0-9-]+)(?=[/ ])/gm)
    const first = new Set([...answered].map(([, part = '']) => part))
    expect([...first]).toEqual(expect.arrayContaining(['api', 'blogs', 'jobs']))
    expect([...first].filter((part) => isPageAddress(`/${part}/page`))).toEqual([])
  })

  test('is refused without a text, and at an address of the product', async () => {
    const { id } = await write('POST', 'content', { title: 'Vide', url: '/vide' })
    expect(await refused('PUT', `content/${id}/publish`)).toEqual([422, 'PAGE_INCOMPLETE'])
    expect(await refused('POST', 'content', { title: 'Vide', url: '/admin/vide' })).toEqual([
      422,
      'RULE_BROKEN',
    ])
    expect(await refused('POST', 'content', { title: 'Vide', url: '/vide' })).toEqual([
      409,
      'RECORD_ALREADY_THERE',
    ])
  })
})
