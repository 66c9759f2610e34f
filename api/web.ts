import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import { sendProblem } from './kernel/errors.ts'
import { withoutHeadersOfPages } from './kernel/safe-headers.ts'
import { serveManifest } from './manifest.ts'
import { isUnderAnotherName, ownAddress } from './kernel/origin.ts'
import { attribute, pagesOf, type Preloads, PRELOADS } from './preloads.ts'
import { type PublicPages, publicPages } from './public-pages.ts'

/** File with the patterns of existing pages, which the build reads from the screens. */
const PAGES = 'pages.json'

/** Folder of the build's hashed files. */
const ASSETS = 'assets'
/**
 * Files that a page is made of. A picture can be opened as a page, and the script of a worker
 * (`.mjs`) has rules of its own. Both keep all headers.
 */
const PARTS = /\.(?:js|css|woff2)(?:\.br)?$/
/** Mark that the key for calls without sign-in replaces. */
const KEY = 'name="carnet-key" content="public"'
/** Mark that says whether there are queues to show. */
const QUEUES = 'name="carnet-queues" content="none"'
/** Mark that says whether users need a plan, so that there are plans to show. */
const PLANS = 'name="carnet-plans" content="needed"'

export type WebOptions = Omit<PublicPages, 'webFolder'> & {
  /** The built web application, `dist/web`. */
  readonly folder: string
  readonly preloads: Pick<Preloads, 'addTo'>
  readonly queues: 'none' | 'shown'
}

/**
 * Serves the built web application from `folder` (`dist/web`): hashed files with a permanent cache,
 * pages, one redirect, real 404s. Public pages are rendered here; a page behind the sign-in is the
 * browser's.
 */
export async function webFiles(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { folder, preloads, publicApiKey, queues } = options
  const index = path.join(folder, 'index.html')
  const built = existsSync(index)
  const html = built
    ? readFileSync(index, 'utf8')
        .replace(KEY, () => `name="carnet-key" content="${attribute(publicApiKey)}"`)
        .replace(QUEUES, () => `name="carnet-queues" content="${queues}"`)
        .replace(
          PLANS,
          () => `name="carnet-plans" content="${options.plans === null ? 'none' : 'needed'}"`,
        )
    : 'Carnet is not built yet: run npm run build.'
  const patterns = path.join(folder, PAGES)
  // written by the build
  const isPage = pagesOf(
    existsSync(patterns) ? (JSON.parse(readFileSync(patterns, 'utf8')) as string[]) : ['/'],
  )
  const rendered = publicPages({ ...options, webFolder: folder })
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', PAGES, PRELOADS, `${ASSETS}/**`, '**/*.br'],
      // The build writes the better compressed file beside most texts.
      preCompressed: true,
      setHeaders: (reply, file) => {
        const isAsset = file.includes(`${path.sep}${ASSETS}${path.sep}`)
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (isAsset && PARTS.test(file)) withoutHeadersOfPages(reply)
      },
    })
  if (built) serveAssets(app, path.join(folder, ASSETS))
  if (rendered) rendered.serveIndexes(app)
  serveManifest(app)

  app.setNotFoundHandler(async (request, reply) => {
    const address = ownAddress(request)
    const isRead = ['GET', 'HEAD'].includes(request.method)
    if (address === null)
      return rendered && isRead && request.headers.accept?.includes('text/html')
        ? rendered.send(request, reply, NOWHERE)
        : sendProblem(refusal('REQUEST_INVALID'), request, reply)
    const { pathname, search } = address
    if (pathname.startsWith('/api/') || !isRead)
      return sendProblem(refusal('NOT_FOUND'), request, reply)
    if (pathname.length > 1 && pathname.endsWith('/'))
      return reply.redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}`, 301)
    if (BROWSERS.test(pathname) && isUnderAnotherName(request, options.publicUrl))
      return reply.redirect(new URL(pathname + search, options.publicUrl).href, 303)
    const isKnown = isPage(pathname)
    // Behind the sign-in, the frame stays around an unknown address too.
    if (rendered && !BROWSERS.test(pathname))
      return rendered.send(request, reply, { pathname, search })
    return reply
      .code(isKnown ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(preloads.addTo(html, pathname))
  })
}

/** The hashed files at one route: a route for each of a thousand would delay the start. */
function serveAssets(app: FastifyInstance, folder: string): void {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  app.get<{ Params: { name: string } }>(
    `/${ASSETS}/:name`,
    { schema: { hide: true } },
    async ({ params: { name } }, reply) =>
      names.has(name) && !name.endsWith('.br')
        ? reply.sendFile(`${ASSETS}/${name}`)
        : reply.callNotFound(),
  )
}

/**
 * Stands for a path that leaves the site: a browser gets the page of unknown addresses, a program a
 * refusal.
 */
const NOWHERE = { pathname: '//', search: '' }

/** Pages that the browser renders: those behind the sign-in. */
const BROWSERS = /^\/(?:admin|bienvenue)(?:\/|$)/
