import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import {
  ERROR_PAGE,
  isOfSale,
  type PageData,
  planAt,
  planPath,
  type Publisher,
  VERIFICATION,
  wantsPlans,
} from '#contract/kernel/public-page.ts'
import type { SubscriptionProduct } from '#contract/subscription/subscription.contract.ts'
import { Sha256, type VerifiedPaper } from '#contract/billing/verification.contract.ts'
import { type Clock, stillLasts } from '#domain/kernel/ports/clock.ts'
import { isLanguage, type Language, languageOf, LANGUAGES } from './kernel/languages.ts'
import { message } from './kernel/messages.ts'
import { serveIndexes } from './site/indexes.ts'
import type { PublishedSite } from './site/published-site.ts'
import { renderedPages } from './site/rendered-pages.ts'
import { type Asked, shownAt } from './site/shown-pages.ts'

export type PublicPages = {
  readonly webFolder: string
  readonly publicApiKey: string
  readonly publicUrl: URL
  readonly publisher: Publisher
  /** The plans for sale, in a language; null where users need none. */
  readonly plans: ((language: Language) => Promise<readonly SubscriptionProduct[]>) | null
  /**
   * The demo for visitors, whose next account the landing page makes ready; null where none is
   * offered.
   */
  readonly demo: { readonly prepare: () => void } | null
  /** Public facts of a file, by its SHA-256. */
  readonly verified: (sha256: string) => Promise<VerifiedPaper>
  readonly clock: Clock
  readonly site: PublishedSite
  readonly documents: Pick<Documents, 'read'>
}

/** Wait for a start to be over. @unit milliseconds */
const FIRST_PLANS_MS = 500
/** Cache time of the landing page's plans. */
const PLANS_MS = 60_000

/** When a page that can't be read is asked for again. @unit seconds */
const RETRY_AFTER_S = 10

/** Characters of a visitor's text that the page repeats. */
const SHOWN_TEXT = 100

/**
 * Renders public pages, and lists them for search engines. @returns null while the web application
 * is not built
 */
export function publicPages(options: PublicPages) {
  const {
    webFolder,
    publicApiKey,
    publicUrl,
    publisher,
    plans,
    demo,
    verified,
    clock,
    site,
    documents,
  } = options
  const { origin } = publicUrl
  const isFree = plans === null
  const pages = renderedPages({
    webFolder,
    publicApiKey,
    origin,
    publisher,
    hasDemo: demo !== null,
    isFree,
    clock,
  })
  if (pages === null) return null
  const { renderer, rendered } = pages
  const sold: NonNullable<PublicPages['plans']> = plans ?? (async () => [])

  /** Addresses of the product's own pages; those of a sale only where there is one. */
  const ownPages = async (): Promise<readonly string[]> =>
    (await renderer()).pages.filter((page) => !isFree || !isOfSale(page))

  /** Prices on the landing page. The page does not wait for the provider of payments. */
  const latestPlans = new Map<
    Language,
    { readonly at: number; plans: readonly SubscriptionProduct[] }
  >()
  function plansAtHand(language: Language): readonly SubscriptionProduct[] {
    const last = latestPlans.get(language)
    if (last && stillLasts(last.at + PLANS_MS, PLANS_MS, clock.now())) return last.plans
    const next = { at: clock.now(), plans: last?.plans ?? [] }
    latestPlans.set(language, next)
    sold(language).then(
      (plans) => (next.plans = plans),
      () => {},
    )
    return next.plans
  }
  // The first visitors find them; the provider's client is loaded once the start is over.
  setTimeout(() => LANGUAGES.forEach(plansAtHand), FIRST_PLANS_MS).unref()

  /**
   * The plans for sale at an address that tells them, and the one that it names; null for another
   * address.
   */
  async function saleAt(
    pathname: string,
    language: Language,
  ): Promise<Omit<PageData, 'publisher'> | null> {
    if (pathname === '/') return { plans: plansAtHand(language) }
    if (!wantsPlans(pathname)) return null
    const plans = await sold(language).catch(() => [])
    const plan = planAt(pathname, plans)
    return { plans, ...(plan && { plan }) }
  }

  /** Replacement of a page whose published text cannot be read. */
  const unread = (language: Language) => ({ failure: message(language, 'STORE_UNAVAILABLE') })

  /** Facts of the file in the address; null for another page, and without a question. */
  async function verificationAt(
    pathname: string,
    search: URLSearchParams,
  ): Promise<NonNullable<PageData['verification']> | null> {
    const givenHash = (search.get('sha256') ?? '').trim().slice(0, SHOWN_TEXT)
    if (pathname !== VERIFICATION || givenHash === '') return null
    const sha256 = Sha256.safeParse(givenHash)
    return { asked: givenHash, answer: sha256.success ? await verified(sha256.data) : null }
  }

  /**
   * Published content at an address. While the read store is away, the product's own pages are
   * shown alone.
   */
  async function foundAt(question: Asked, isOwn: boolean) {
    const latest = await site.latest().catch(() => null)
    const shown = latest && shownAt(latest.site, question, isOwn)
    return { shown, edition: latest?.edition ?? 0, isUnread: latest === null && !isOwn }
  }

  /**
   * The language that the address names, and the one that is wanted: that one, else the browser's.
   */
  function languagesOf(
    request: FastifyRequest,
    search: URLSearchParams,
  ): Pick<Asked, 'named' | 'wanted'> {
    const text = search.get('lang') ?? ''
    const named = isLanguage(text) ? text : null
    return { named, wanted: named ?? languageOf(request.headers['accept-language']) }
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    address: { readonly pathname: string; readonly search: string },
  ): Promise<FastifyReply> {
    const { pathname } = address
    const search = new URLSearchParams(address.search)
    const { named, wanted } = languagesOf(request, search)
    const [sale, verification] = await Promise.all([
      saleAt(pathname, wanted),
      verificationAt(pathname, search),
    ])
    const isOwn = (await ownPages()).includes(pathname) || sale?.plan !== undefined
    const { shown, edition, isUnread } = await foundAt({ pathname, search, named, wanted }, isOwn)
    // Browsers would keep the redirection for good, and the page may move back.
    if (shown?.kind === 'moved')
      return reply.header('cache-control', 'public, no-cache').redirect(shown.to, 301)
    const own =
      verification === null
        ? { ...(isOwn && sale), ...(isUnread && unread(wanted)) }
        : { verification }
    const none = { language: wanted, search: {}, data: {}, isKept: verification === null }
    const { language, ...page } = shown ?? none
    const { etag, plain, br, gzip, ...made } = await rendered(
      // Every address without a page has the same page.
      {
        ...page,
        data: { ...own, ...page.data },
        language,
        pathname: isOwn || shown ? pathname : 'none',
      },
      edition,
    )
    const status = isUnread ? 503 : pathname === ERROR_PAGE ? 200 : made.status
    if (pathname === '/') demo?.prepare()
    if (isUnread) reply.header('retry-after', RETRY_AFTER_S)
    const accepted = String(request.headers['accept-encoding'] ?? '')
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'accept-encoding, accept-language')
      // Nothing in it is a user's: a shared cache may keep it, and asks whether it still holds.
      .header(
        'cache-control',
        status === 200 && verification === null ? 'public, no-cache' : 'no-store',
      )
      .header('etag', `W/${etag}`)
    if (status === 200 && String(request.headers['if-none-match'] ?? '').includes(etag))
      return reply.code(304).send()
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(plain)
  }

  const serveAll = (app: FastifyInstance): void => {
    app.addHook('onClose', async () => site.stop())
    const listed = async () => [
      ...(await ownPages()),
      ...(await sold('fr').catch(() => [])).map(planPath),
    ]
    serveIndexes(app, { origin, site, documents, ownPages: listed })
  }

  return { send, serveIndexes: serveAll }
}
