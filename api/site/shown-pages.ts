import type {
  PageData,
  ShownArticle,
  ShownBlog,
  WholeArticle,
  WrittenPage,
} from '#contract/kernel/public-page.ts'
import {
  type Article,
  narrowed,
  pageAt,
  type Published,
  type Shelf,
  type SitePage,
} from '#projections/site/published.ts'
import { isLanguage, type Language, LANGUAGES } from '#api/kernel/languages.ts'
import { articlePath, BLOG_PATH, coverPath, FEED_PATH } from './addresses.ts'

const PAGE_ARTICLES = 10
const LATEST_ARTICLES = 3

/** An address that a visitor asks for. */
export type Asked = {
  readonly pathname: string
  readonly search: URLSearchParams
  /** The language that the address names; null without one. */
  readonly named: Language | null
  /** The requested language, else the browser's. */
  readonly wanted: Language
}

/** The page or the redirection of an address; `search` has the parameters that belong to it. */
export type Shown =
  | { readonly kind: 'moved'; readonly to: string }
  | {
      readonly kind: 'page'
      readonly language: Language
      readonly search: Readonly<Record<string, string>>
      readonly data: Omit<PageData, 'publisher' | 'plans'>
      /** Whether there are few such addresses, so that the page is kept once it is rendered. */
      readonly isKept: boolean
    }

const withQuery = (pathname: string, query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== ''),
  ).toString()
  return search === '' ? pathname : `${pathname}?${search}`
}
const page = (
  language: Language,
  data: Omit<PageData, 'publisher' | 'plans'>,
  search: Readonly<Record<string, string>> = {},
  isKept = true,
): Shown => ({ kind: 'page', language, data, search, isKept })

const nameIn = (shelves: readonly Shelf[], id: string | 0): string =>
  shelves.find((one) => one.id === id)?.name ?? ''

const shownArticle = (
  { themes }: Published,
  article: Article,
  named: Language | null,
): ShownArticle => ({
  title: article.title,
  // The bare address has the article's language; another one of the page around it is named.
  href: withQuery(articlePath(article.slug), {
    lang: named === article.language ? '' : (named ?? ''),
  }),
  summary: article.summary,
  language: article.language,
  cover: coverPath(article.image),
  theme: nameIn(themes, article.themeId),
  isGenerated: article.isGenerated,
  published: article.publishDate,
})

/** Articles in a language; when there are none, those in all. */
function readable(site: Published, language: Language) {
  const own = narrowed(site, { language })
  return own.length > 0
    ? { articles: own, isForeign: false }
    : { articles: site.articles, isForeign: true }
}

function blogPage(site: Published, { search, wanted }: Asked): Shown {
  const param = (name: string) => (search.get(name) ?? '').slice(0, 200)
  const [q, theme, topic] = [param('q').trim(), param('theme'), param('topic')]
  const { articles, isForeign } = readable(site, wanted)
  const own = { ...site, articles }
  const found = narrowed(own, { q, theme, topic })
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ARTICLES))
  const number = Math.min(Math.max(1, Math.trunc(Number(param('page'))) || 1), pages)
  const addressOf = (query: Readonly<Record<string, string>>) =>
    withQuery(BLOG_PATH, { ...query, lang: wanted })
  const shelves = (
    key: 'theme' | 'topic',
    all: readonly Shelf[],
    params: Readonly<Record<string, string>>,
  ) => {
    const used = new Set(narrowed(own, params).map((article) => article[`${key}Id`]))
    return all
      .filter(({ id }) => used.has(id))
      .map(({ name, slug }) => ({
        name,
        href: addressOf({ ...params, [key]: slug }),
        current: slug === (key === 'theme' ? theme : topic),
      }))
  }
  const themes = shelves('theme', site.themes, {})
  const topics = shelves('topic', site.topics, { theme })
  const isKnown = (shelf: string, of: ShownBlog['themes']) =>
    shelf === '' || of.some(({ current }) => current)
  const blog: ShownBlog = {
    articles: found
      .slice((number - 1) * PAGE_ARTICLES, number * PAGE_ARTICLES)
      .map((article) => shownArticle(site, article, wanted)),
    themes:
      themes.length === 0
        ? []
        : [{ name: '', href: addressOf({}), current: theme === '' }, ...themes],
    topics,
    shelf: [...themes, ...topics]
      .filter(({ current }) => current)
      .map(({ name }) => name)
      .join(' · '),
    kept: { theme, topic, lang: wanted },
    q,
    isForeign,
    page: number,
    newer:
      number > 1
        ? addressOf({ theme, topic, q, page: number === 2 ? '' : String(number - 1) })
        : '',
    older: number < pages ? addressOf({ theme, topic, q, page: String(number + 1) }) : '',
    feed: withQuery(FEED_PATH, { lang: wanted }),
  }
  const isKept = q === '' && isKnown(theme, themes) && isKnown(topic, topics)
  return page(wanted, { blog }, { theme, topic, page: number === 1 ? '' : String(number) }, isKept)
}

function articlePage(site: Published, slug: string, { named, search }: Asked): Shown | null {
  const article = site.articles.find((one) => one.slug === slug)
  if (article === undefined) {
    const to = site.movedArticles.get(slug)
    return to === undefined
      ? null
      : { kind: 'moved', to: withQuery(articlePath(to), Object.fromEntries(search)) }
  }
  const language = named ?? article.language
  const theme = site.themes.find(({ id }) => id === article.themeId)
  const shown: WholeArticle = {
    ...shownArticle(site, article, named),
    // The page's own title is the one of the first level.
    body: article.body.replaceAll(/<(\/?)h1>/g, '<$1h2>'),
    topic: nameIn(site.topics, article.topicId),
    author: article.author,
    themeHref: withQuery(BLOG_PATH, { theme: theme?.slug ?? '', lang: language }),
    blogHref: withQuery(BLOG_PATH, { lang: language }),
    feed: withQuery(FEED_PATH, { lang: article.language }),
    modified: article.lastModificationDate,
  }
  return page(language, { article: shown })
}

/** @param isOwn whether the product has a page there in the languages without a written one */
const writtenPage = (site: Published, found: SitePage, isOwn: boolean): WrittenPage => ({
  title: found.title,
  description: found.description,
  keywords: found.keywords,
  ogTitle: found.ogTitle,
  ogDescription: found.ogDescription,
  content: found.content.replaceAll(/<(\/?)h1>/g, '<$1h2>'),
  language: found.language,
  languages: isOwn
    ? LANGUAGES
    : site.pages.filter(({ url }) => url === found.url).map(({ language }) => language),
})

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * Published page of an administrator at an address. A page of the product is shown unless one was
 * written in the visitor's language.
 *
 * @param isOwn whether the product has a page there
 * @returns null when there is nothing else than the product's own page
 */
export function shownAt(site: Published, question: Asked, isOwn: boolean): Shown | null {
  const { pathname, wanted } = question
  if (pathname === '/') {
    const { articles } = readable(site, wanted)
    const latest = articles
      .slice(0, LATEST_ARTICLES)
      .map((article) => shownArticle(site, article, wanted))
    return page(wanted, { latest })
  }
  if (pathname === BLOG_PATH) return blogPage(site, question)
  if (pathname.startsWith(`${BLOG_PATH}/`))
    return articlePage(site, decoded(pathname.slice(BLOG_PATH.length + 1)), question)
  const found = pageAt(site, pathname, wanted)
  if (found !== undefined && isLanguage(found.language) && (!isOwn || found.language === wanted))
    return page(found.language, { written: writtenPage(site, found, isOwn) })
  const to = isOwn || found !== undefined ? undefined : site.movedPages.get(pathname)
  return to === undefined
    ? null
    : { kind: 'moved', to: withQuery(to, Object.fromEntries(question.search)) }
}
