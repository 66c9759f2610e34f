import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { HtmlValidate } from 'html-validate'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/**
 * Every public page of an installation with articles and a written page, in each language: HTML,
 * links, pictures.
 */
const ORIGIN = 'http://127.0.0.1:8080'
const OWN = [
  '/',
  '/prices',
  '/comparatif',
  '/blogs',
  '/cgu',
  '/cgv',
  '/politique-cookies',
  '/mentions-legales',
]
const NOWHERE = '/no/such/page'
/** Everything that an administrator may write and the sanitiser lets through. */
const WRITTEN =
  '<h1>Titre</h1><h2>Partie</h2><p>Un <strong>texte</strong>, un <em>autre</em> et ' +
  '<a href="/cgu">un lien</a>.</p><ul><li>un</li><li>deux</li></ul><blockquote><p>cité</p></blockquote>'
/** A picture of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

let product: Product
/** Every address of the sitemap, and those it leaves out: filters, a search, what is not there. */
let addresses: readonly string[]
beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: ORIGIN } })
  const editor = await product.freelancer('editor', {
    permissions: ['perm_blogs_menu', 'perm_blogs_manage'],
  })
  await publish(editor)
  const map = new JSDOM((await get('/sitemap.xml')).body, { contentType: 'text/xml' }).window
    .document
  const listed = [...map.querySelectorAll('url > loc')].map((one) =>
    (one.textContent ?? '').replace(ORIGIN, ''),
  )
  addresses = [
    ...listed,
    '/blogs?theme=tva&lang=fr',
    '/blogs?q=seuil&lang=fr',
    '/blogs?q=nothing-at-all&lang=en',
    ...LANGUAGES.map((language) => `${NOWHERE}?lang=${language}`),
  ]
})
afterAll(() => product.stop())

async function publish(editor: SignedIn): Promise<void> {
  const write = (url: string, body: object) =>
    product.data(editor, 'POST', `${url}/${editor.userId}`, body)
  const theme = await write('theme', { name: 'TVA' })
  const article = {
    summary: 'Ce qu’il faut savoir.',
    body: WRITTEN,
    themeId: theme.id,
    publishDate: Date.now() - 1_000,
  }
  await write('blog', { ...article, title: 'Le seuil', image: PICTURE, isGenerated: true })
  await write('blog', { ...article, title: 'Late payers', language: 'en' })
  const page = await write('content', {
    title: 'Guide',
    url: '/guides/tva',
    description: 'Les seuils',
    draft: WRITTEN,
  })
  const { position } = await product.data(
    editor,
    'PUT',
    `content/${editor.userId}/${page.id}/publish`,
  )
  await product.app.inject({
    url: '/api/blog/landing',
    headers: { 'x-api-key': 'public', 'x-min-position': position },
  })
}
const get = (url: string) => product.app.inject({ url })
async function documentOf(url: string) {
  return new JSDOM((await get(url)).body).window.document
}

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React writes void elements with a slash, and HTML allows both.
    'void-style': 'off',
    // React writes `<meta charSet>` and boolean attributes as HTML knows them.
    'attribute-boolean-style': 'off',
    // French and Arabic texts are longer than a search engine shows; none is cut.
    'long-title': 'off',
    // A list of terms may have a name, as ARIA says.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Styles come from style sheets alone: the content policy forbids the attribute.
    'no-inline-style': 'error',
  },
})

test('the HTML of every page is valid, in every language', async () => {
  expect(addresses.length).toBeGreaterThan(OWN.length * LANGUAGES.length)
  const wrong: string[] = []
  for (const address of addresses) {
    const report = await validator.validateString((await get(address)).body)
    for (const { ruleId, message, selector } of report.results.flatMap(({ messages }) => messages))
      wrong.push(`${address}: ${ruleId}: ${message} (${selector})`)
  }
  expect(wrong).toEqual([])
})

test('a page that is not valid is seen', async () => {
  const { body } = await get('/cgu')
  const broken = body.replace(
    '</main>',
    '<p><div id="content"></div></p><img src="/icon.svg"></main>',
  )
  const { results } = await validator.validateString(broken)
  const rules = results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))
  expect(rules).toEqual(expect.arrayContaining(['no-dup-id', 'close-order', 'wcag/h37']))
})

test('every link leads to a page that is there, and every anchor to its element', async () => {
  const answers = new Map<string, { readonly status: number; readonly body: string }>()
  const wrong: string[] = []
  for (const address of addresses) {
    const document = await documentOf(address)
    for (const link of document.querySelectorAll(
      'a[href], link[rel=alternate], link[rel=canonical]',
    )) {
      const target = new URL(link.getAttribute('href') ?? '', new URL(address, ORIGIN))
      if (target.origin !== ORIGIN) {
        // A link to another site is not followed: a test asks no server but its own.
        if (target.protocol !== 'https:') wrong.push(`${address}: ${target.href}`)
        continue
      }
      const page = target.pathname + target.search
      // The page that says that there is none leads to itself in other languages.
      const wanted = target.pathname === NOWHERE ? 404 : 200
      if (!answers.has(page)) {
        const { statusCode, body } = await get(page)
        // The sign-in begins by a redirection.
        answers.set(page, {
          status: target.pathname.startsWith('/api/session/') ? 200 : statusCode,
          body,
        })
      }
      const found = answers.get(page)
      if (found?.status !== wanted) wrong.push(`${address}: ${page} answered ${found?.status}`)
      const anchor = decodeURIComponent(target.hash.slice(1))
      if (anchor !== '' && !found?.body.includes(`id="${anchor}"`))
        wrong.push(`${address}: no #${anchor} in ${page}`)
    }
  }
  expect(wrong).toEqual([])
  expect(answers.size).toBeGreaterThan(OWN.length * LANGUAGES.length)
})

test('every file that a page loads is there, on this site, and an image tells its size', async () => {
  const loaded = new Set<string>()
  for (const address of addresses) {
    const document = await documentOf(address)
    for (const source of document.querySelectorAll(
      '[src], [srcset], link[rel=stylesheet], link[rel=icon]',
    ))
      loaded.add(
        source.getAttribute('src') ??
          source.getAttribute('srcset') ??
          source.getAttribute('href') ??
          'no address',
      )
    for (const image of document.querySelectorAll('img, picture > source'))
      expect([image.getAttribute('width'), image.getAttribute('height')], address).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
      ])
    const card = document.querySelector('meta[property="og:image"]')?.getAttribute('content')
    if (card) loaded.add(card.replace(ORIGIN, ''))
  }
  for (const address of loaded) {
    expect(address).toMatch(/^\/[^/]/)
    expect((await get(address)).statusCode, address).toBe(200)
  }
})

describe('pictures of the landing page', () => {
  const folder = path.resolve('web/pictures/home')
  const files = readdirSync(folder)

  test('are there in every language, light and dark, wide and for a phone', async () => {
    const names = ['dashboard', 'timesheet', 'bill', 'forecast', 'history']
    const wanted = names.flatMap((name) =>
      LANGUAGES.flatMap((language) =>
        ['light-wide', 'light-phone', 'dark-wide', 'dark-phone'].map(
          (look) => `${name}-${language}-${look}.avif`,
        ),
      ),
    )
    expect(files.toSorted()).toEqual(wanted.toSorted())
    for (const language of LANGUAGES) {
      const document = await documentOf(`/?lang=${language}`)
      const shown = [...document.querySelectorAll('picture')]
      expect(shown).toHaveLength(names.length * 2)
      for (const picture of shown)
        for (const part of picture.children)
          expect(part.getAttribute('src') ?? part.getAttribute('srcset')).toContain(`-${language}-`)
    }
  })

  test('are small: 60 kB each, 3.5 MB all of them', () => {
    const sizes = files.map((file) => statSync(path.join(folder, file)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_500_000)
  })
})
