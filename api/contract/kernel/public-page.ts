import type { SubscriptionProduct } from '#contract/subscription/subscription.contract.ts'
import type { VerifiedPaper } from '#contract/billing/verification.contract.ts'

/** Operator of the site, as configured; an absent field is not configured. */
export type Publisher = {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly registration?: string | undefined
  readonly contact?: string | undefined
  readonly director?: string | undefined
  readonly host?: string | undefined
}

/** Address of the prices; a plan's own page is below it. */
const PRICES = '/prices'
export const wantsPlans = (pathname: string): boolean =>
  pathname === PRICES || pathname.startsWith(`${PRICES}/`)

/** Terms of a sale, which there are none of where nothing is sold. */
const SALE_TERMS = '/cgv'
export const isOfSale = (pathname: string): boolean =>
  wantsPlans(pathname) || pathname === SALE_TERMS

export const planPath = ({ id }: Pick<SubscriptionProduct, 'id'>): string => `${PRICES}/${id}`

/**
 * The plan of an address below the prices; undefined for another address, and for a plan that is
 * not sold.
 */
export const planAt = (
  pathname: string,
  plans: readonly SubscriptionProduct[],
): SubscriptionProduct | undefined => plans.find((plan) => pathname === planPath(plan))

/** An article as lists show it. */
export type ShownArticle = {
  readonly title: string
  readonly href: string
  readonly summary: string
  readonly language: string
  /** Address of its picture; '' without one. */
  readonly cover: string
  readonly theme: string
  readonly isGenerated: boolean
  /** @unit epoch milliseconds */
  readonly published: number
}

/** A link that narrows the list of articles. */
export type ShownFilter = {
  readonly name: string
  readonly href: string
  readonly current: boolean
}

/** A page of the list of articles. */
export type ShownBlog = {
  readonly articles: readonly ShownArticle[]
  /** The first narrows nothing; empty when no theme is used. */
  readonly themes: readonly ShownFilter[]
  readonly topics: readonly ShownFilter[]
  /** Name of the theme and the topic that narrow the list; '' without. */
  readonly shelf: string
  /** Parameters that a search keeps. */
  readonly kept: Readonly<Record<string, string>>
  readonly q: string
  /** Whether no article is in the page's language, so that those in others are shown. */
  readonly isForeign: boolean
  /** From 1. */
  readonly page: number
  readonly newer: string
  readonly older: string
  readonly feed: string
}

/** An article on a page of its own. */
export type WholeArticle = ShownArticle & {
  /** Sanitised HTML. */
  readonly body: string
  readonly topic: string
  readonly author: string
  readonly themeHref: string
  readonly blogHref: string
  readonly feed: string
  /** @unit epoch milliseconds */
  readonly modified: number
}

/** A page that an administrator has written. */
export type WrittenPage = {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly ogTitle: string
  readonly ogDescription: string
  /** Sanitised HTML. */
  readonly content: string
  readonly language: string
  /** Languages that its address has a page in. */
  readonly languages: readonly string[]
}

/**
 * The one address of a page in a language, which search engines keep. An address without `lang` is
 * for visitors: it answers in the language of their browser.
 *
 * @param search parameters that belong to the page; an empty one is left out
 */
export function addressIn(
  language: string,
  pathname: string,
  search: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries({ ...search, lang: language }).filter(([, value]) => value !== '')
  return `${pathname}?${new URLSearchParams(given).toString()}`
}

/** Address at which anyone checks a paper against the one that was issued. */
export const VERIFICATION = '/verify'
/**
 * The address of the page that says there is none; every unknown address shows the same, as a 404.
 */
export const ERROR_PAGE = '/error'

/** Data of a public page besides its words. */
export type PageData = {
  readonly publisher: Publisher
  /** Whether visitors may try the product without an account. */
  readonly hasDemo?: boolean
  /** Whether all users write without a plan: no free days and no price are told then. */
  readonly isFree?: boolean
  /**
   * The plans for sale, on the landing page and that of prices; absent where they can't be told.
   */
  readonly plans?: readonly SubscriptionProduct[]
  /** The plan that a page is about. */
  readonly plan?: SubscriptionProduct
  /** The newest articles, on the landing page. */
  readonly latest?: readonly ShownArticle[]
  readonly blog?: ShownBlog
  readonly article?: WholeArticle
  readonly written?: WrittenPage
  /** Question about a file; `answer` is null where the text is no SHA-256. */
  readonly verification?: { readonly asked: string; readonly answer: VerifiedPaper | null }
  /** Why the page can't be read for now, in the visitor's language. */
  readonly failure?: string
}

/** Addresses of built files that every public page loads. */
export type PageFiles = {
  readonly script: string
  readonly styles: readonly string[]
  /** Added in Arabic, which has a font of its own. */
  readonly arabicStyles: readonly string[]
  /**
   * Fonts of the text, asked for with the style sheet, so that they are there for the first paint.
   */
  readonly fonts: readonly string[]
  /** Asked for in Arabic instead. */
  readonly arabicFonts: readonly string[]
}

/** A public page to render. */
export type PublicPageRequest = {
  readonly pathname: string
  /** Parameters that belong to the page's own address, without the language. */
  readonly search: Readonly<Record<string, string>>
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
