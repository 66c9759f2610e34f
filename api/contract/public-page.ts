import type { SubscriptionProduct } from './subscription.schemas.ts'

/** Who operates the site, as configured; a field that is not configured is absent. */
export type Publisher = {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly registration?: string | undefined
  readonly contact?: string | undefined
  readonly director?: string | undefined
  readonly host?: string | undefined
}

/** What a public page shows besides its words. `plans`: null where the page needs none, or none can be told. */
export type PageData = { readonly publisher: Publisher; readonly plans: readonly SubscriptionProduct[] | null }

/** Address of the prices; a plan's own page is below it. */
const PRICES = '/prices'
export const wantsPlans = (pathname: string): boolean => pathname === PRICES || pathname.startsWith(`${PRICES}/`)

/** The plan of an address below the prices; undefined for another address, and for a plan that is not sold. */
export const planAt = (
  pathname: string,
  plans: readonly SubscriptionProduct[] | null,
): SubscriptionProduct | undefined => plans?.find(({ id }) => pathname === `${PRICES}/${id}`)

/** Addresses of built files that every public page loads. */
export type PageFiles = {
  readonly script: string
  readonly styles: readonly string[]
  /** Added in Arabic, which has a font of its own. */
  readonly arabicStyles: readonly string[]
}

/** A public page to render. */
export type PublicPageRequest = {
  readonly pathname: string
  readonly language: string
  /** Where browsers reach the product. */
  readonly origin: string
  readonly publicApiKey: string
  readonly files: PageFiles
  readonly data: PageData
}

/** A rendered page; `found` is false for the page that says there is none. */
export type PublicPage = { readonly found: boolean; readonly html: string }

/** The module that the build makes of `web/home/render.tsx`. */
export type PageRenderer = {
  /** Addresses of all pages, for the sitemap. */
  readonly pages: readonly string[]
  readonly renderPage: (request: PublicPageRequest) => PublicPage
}
