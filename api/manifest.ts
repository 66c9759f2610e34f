import type { FastifyInstance } from 'fastify'
import { directionOf, isLanguage, type Language, languageOf } from './kernel/languages.ts'
import { word } from './kernel/words.ts'

/** Paper of the light theme; the page itself says both. */
const PAPER = '#f3f5f8'

/**
 * The installed application, in a language.
 * @source W3C, Web Application Manifest
 */
function manifestOf(language: Language) {
  const t = (key: string) => word(language, 'kernel', `manifest.${key}`)
  const icons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]
  return {
    id: '/admin',
    name: 'Carnet',
    short_name: 'Carnet',
    description: t('description'),
    lang: language,
    dir: directionOf(language),
    start_url: '/admin',
    scope: '/',
    display: 'standalone',
    theme_color: PAPER,
    background_color: PAPER,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...icons,
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icon-maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
    shortcuts: [
      { name: t('bill'), url: '/admin/management/billing?new=bill', icons },
      { name: t('days'), url: '/admin/management/timesheets?day=today', icons },
      { name: t('receipt'), url: '/admin/portfolio/transactions?new=photo', icons },
    ],
  }
}

/** The manifest, in the language that the page asks for, else the browser's. */
export function serveManifest(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const { lang } = request.query as { lang?: unknown } // fastify parses every query into an object
    const language =
      typeof lang === 'string' && isLanguage(lang)
        ? lang
        : languageOf(request.headers['accept-language'])
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(JSON.stringify(manifestOf(language)))
  })
}
