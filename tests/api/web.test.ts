import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendSafeHeaders } from '#api/kernel/safe-headers.ts'
import { serveManifest } from '#api/manifest.ts'
import { readPreloads } from '#api/preloads.ts'
import { webFiles } from '#api/web.ts'

const nothing = {
  articles: [],
  themes: [],
  topics: [],
  pages: [],
  movedArticles: new Map<string, string>(),
  movedPages: new Map<string, string>(),
}
const site = {
  publicUrl: new URL('http://carnet.example'),
  publisher: {},
  plans: async () => [],
  verified: async () => ({
    found: false,
    ref: '',
    issueDate: 0,
    state: '' as const,
    cancelledBy: '',
  }),
  demo: null,
  clock: { now: () => 0 },
  site: { latest: async () => ({ site: nothing, edition: 1 }), stop: () => undefined },
  documents: { read: async () => null },
  preloads: { addTo: (html: string) => html },
}

/** The application's page as the server hands it out. */
async function pageWith(
  options: { readonly publicApiKey: string; readonly queues: 'none' | 'shown' },
  url = '/',
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-web-'))
  copyFileSync(
    fileURLToPath(new URL('../../web/index.html', import.meta.url)),
    path.join(folder, 'index.html'),
  )
  writeFileSync(
    path.join(folder, 'pages.json'),
    JSON.stringify(['/', '/admin/:name', '/bienvenue']),
  )
  writeFileSync(
    path.join(folder, 'preloads.json'),
    JSON.stringify({
      '/admin/:name': {
        files: ['assets/bills.js'],
        words: { fr: { kernel: 'assets/words-fr.js' } },
        reads: [],
        parts: { draft: { files: ['assets/draft.js'], words: {} } },
      },
    }),
  )
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  await webFiles(app, { folder, ...site, preloads: readPreloads(folder), ...options })
  return (await app.inject(url)).body
}

test('the page carries the key of public calls, whatever is in it', async () => {
  expect(await pageWith({ publicApiKey: 'a"<b>&', queues: 'none' })).toContain(
    'name="carnet-key" content="a&quot;&lt;b>&amp;"',
  )
})

test.each(['shown', 'none'] as const)('the page says that queues are %s', async (queues) => {
  expect(await pageWith({ publicApiKey: 'public', queues })).toContain(
    `name="carnet-queues" content="${queues}"`,
  )
})

test.each(['//', '///', '//evil.example/'])('the address %s stays here', async (url) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  await webFiles(app, { folder: tmpdir(), ...site, publicApiKey: 'public', queues: 'none' })
  const answer = await app.inject({ url })
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.headers.location ?? '/').toMatch(/^\/(?!\/)/)
})

test('while the read store is away, a page that may be there says so as a page; the product’s own is shown', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const latest = async () => Promise.reject(new Error('away'))
  const folder = path.resolve('dist/web')
  await webFiles(app, {
    folder,
    ...site,
    site: { ...site.site, latest },
    publicApiKey: 'public',
    queues: 'none',
  })
  const answer = await app.inject({ url: '/guides/tva?lang=en' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store'])
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toMatch(/role="alert"[^>]*>Error : /)
  expect(answer.headers['retry-after']).toBeDefined()
  expect((await app.inject({ url: '/cgu' })).statusCode).toBe(200)
})

test.each([
  [
    'localhost',
    'http://127.0.0.1:8080',
    '/admin/board?q=a',
    'http://127.0.0.1:8080/admin/board?q=a',
  ],
  ['[::1]', 'http://localhost:8080', '/bienvenue', 'http://localhost:8080/bienvenue'],
  ['127.0.0.1', 'http://127.0.0.1:8080', '/admin/board', undefined],
  ['localhost', 'http://127.0.0.1:8080', '/tarifs', undefined],
  ['localhost', 'http://127.0.0.1:9090', '/admin/board', undefined],
  ['192.168.1.7', 'http://127.0.0.1:8080', '/admin/board', undefined],
  ['localhost', 'https://carnet.example', '/admin/board', undefined],
])('of %s, where the product is %s, %s leads to %s', async (name, publicUrl, url, to) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const options = {
    folder: tmpdir(),
    ...site,
    publicUrl: new URL(publicUrl),
    publicApiKey: 'public',
  } as const
  await webFiles(app, { ...options, queues: 'none' })
  const answer = await app.inject({ url, headers: { host: `${name}:8080` } })
  expect(answer.headers.location).toBe(to)
})

test('a screen’s files are asked for with its page, those of other pages are not', async () => {
  const options = { publicApiKey: 'public', queues: 'none' } as const
  const link = '<link rel="modulepreload" fetchpriority="low" href="/assets/bills.js" />'
  expect(await pageWith(options, '/admin/bills')).toContain(link)
  expect(await pageWith(options, '/bienvenue')).not.toContain(link)
})

test('a page names the words of its screen and the parts by status', async () => {
  const options = { publicApiKey: 'public', queues: 'none' } as const
  const contentOf = (page: string, name: string): unknown =>
    JSON.parse(
      new RegExp(`name="${name}" content="([^"]*)"`).exec(page)?.[1]?.replaceAll('&quot;', '"') ??
        '',
    )
  const page = await pageWith(options, '/admin/bills')
  expect(contentOf(page, 'carnet-words')).toEqual({ fr: { kernel: 'assets/words-fr.js' } })
  expect(contentOf(page, 'carnet-parts')).toEqual({
    draft: { files: ['assets/draft.js'], words: {} },
  })
  expect(contentOf(await pageWith(options, '/bienvenue'), 'carnet-words')).toEqual({})
})

test('the first reads of a page are completed by its address', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-preloads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(readPreloads(folder).readsAt('/admin/bills/7')).toEqual([])
  writeFileSync(
    path.join(folder, 'preloads.json'),
    JSON.stringify({
      '/admin/bills/:id': {
        files: [],
        words: {},
        reads: [['/bill/:userId/:profileId/:id', 'perm_billing_menu']],
        parts: {},
      },
    }),
  )
  const { readsAt } = readPreloads(folder)
  expect(readsAt('/admin/bills/7')).toEqual([['/bill/:userId/:profileId/7', 'perm_billing_menu']])
  expect([readsAt('/admin/bills'), readsAt('/admin/bills/')]).toEqual([[], []])
})

test('the build’s compressed file is sent to browsers that read it; a script has no page’s headers, a picture has', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-web-'))
  mkdirSync(path.join(folder, 'assets'))
  const script = 'let '.padEnd(4_000, 'a')
  for (const [name, text] of [
    ['index.html', '<html></html>'],
    ['assets/a.js', script],
    ['assets/b.svg', '<svg/>'],
    ['assets/worker.mjs', script],
  ] as const)
    writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'assets/a.js.br'), brotliCompressSync(script))
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  await sendSafeHeaders(app, { publicUrl: site.publicUrl })
  await webFiles(app, { folder, ...site, publicApiKey: 'public', queues: 'none' })
  const read = async (url: string, encoding: string) =>
    app.inject({ url, headers: { 'accept-encoding': encoding } })
  const small = await read('/assets/a.js', 'gzip, br')
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script)
  expect((await read('/assets/a.js', 'identity')).body).toBe(script)
  for (const none of ['a.js.br', 'none.js', '..%2findex.html'])
    expect((await read(`/assets/${none}`, 'identity')).statusCode, none).toBe(404)
  expect((await app.inject({ method: 'HEAD', url: '/assets/a.js' })).statusCode).toBe(200)
  expect(small.headers).not.toHaveProperty('content-security-policy')
  for (const url of ['/assets/b.svg', '/assets/worker.mjs'])
    expect((await read(url, 'identity')).headers).toHaveProperty('content-security-policy')
})

test('the manifest has shortcuts in the language asked for, else the browser’s, and icons that are there', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  serveManifest(app)
  const read = async (query: string, language = 'de') => {
    const answer = await app.inject({
      url: `/manifest.webmanifest${query}`,
      headers: { 'accept-language': language },
    })
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      vary: 'accept-language',
    })
    return answer.json<{
      lang: string
      dir: string
      icons: { src: string; purpose?: string }[]
      shortcuts: { name: string; url: string }[]
    }>()
  }
  const french = await read('?lang=fr')
  expect(french.shortcuts.map(({ name }) => name)).toEqual([
    'Nouvelle facture',
    'Saisir ma journée',
    'Photographier un justificatif',
  ])
  expect(await read('?lang=ar')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  expect(await read('?lang=xx')).toMatchObject({ lang: 'de' })
  expect(french.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  for (const { src } of french.icons)
    expect(existsSync(new URL(`../../web/public${src}`, import.meta.url))).toBe(true)
})

test('every page tells the features that no page uses; data loads nothing', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  await sendSafeHeaders(app, { publicUrl: new URL('https://carnet.example') })
  app.get('/page', async (_, reply) => reply.type('text/html').send('<p>Page</p>'))
  app.get('/data', async () => ({}))
  const page = (await app.inject('/page')).headers
  expect(page['permissions-policy']).toMatch(/(^|, )camera=\(\)(,|$)/)
  expect(page['permissions-policy']).toContain('fullscreen=(self)')
  expect(page['content-security-policy']).not.toContain('unsafe')
  const data = (await app.inject('/data')).headers
  expect(data).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(data).not.toHaveProperty('permissions-policy')
})
