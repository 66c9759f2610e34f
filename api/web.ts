import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import { sendProblem } from './kernel/errors.ts'
import { ownAddress } from './kernel/origin.ts'

/** Patterns of the pages that exist, as the build has read them from the screens. */
const PAGES = 'pages.json'

/** Whether an address has a page: anything else is a true 404, with the page that says so. */
function pagesOf(patterns: readonly string[]): (pathname: string) => boolean {
  const known = patterns.map((pattern) => pattern.split('/'))
  return (pathname) => {
    const parts = pathname.split('/')
    return known.some(
      (pattern) =>
        pattern.length === parts.length &&
        pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i])),
    )
  }
}

/** Where the page finds the key of the calls that need no sign-in. */
const KEY = 'name="carnet-key" content="public"'
/** And whether there are queues to look at. */
const QUEUES = 'name="carnet-queues" content="none"'
const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Serves the built web application from `folder` (`dist/web`): files by their hashed names for good, its pages, one redirect of a
 * trailing slash, and a 404 that is one.
 */
export async function webFiles(
  app: FastifyInstance,
  options: { readonly folder: string; readonly publicApiKey: string; readonly queues: 'none' | 'shown' },
): Promise<void> {
  const { folder, publicApiKey, queues } = options
  const index = path.join(folder, 'index.html')
  const built = existsSync(index)
  const html = built
    ? readFileSync(index, 'utf8')
        .replace(KEY, () => `name="carnet-key" content="${attribute(publicApiKey)}"`)
        .replace(QUEUES, () => `name="carnet-queues" content="${queues}"`)
    : 'Carnet is not built yet: run npm run build.'
  const patterns = path.join(folder, PAGES)
  const isPage = pagesOf(existsSync(patterns) ? (JSON.parse(readFileSync(patterns, 'utf8')) as string[]) : ['/']) // of the build
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', PAGES],
      setHeaders: (reply, file) => {
        reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })

  app.setNotFoundHandler((request, reply) => {
    const address = ownAddress(request)
    if (address === null) return sendProblem(refusal('REQUEST_INVALID'), request, reply)
    const { pathname, search } = address
    if (pathname.startsWith('/api/') || request.method !== 'GET')
      return sendProblem(refusal('NOT_FOUND'), request, reply)
    if (pathname.length > 1 && pathname.endsWith('/'))
      return reply.redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}`, 301)
    return reply
      .code(isPage(pathname) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
