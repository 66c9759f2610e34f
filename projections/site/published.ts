import { SHARED } from '#domain/kernel/records/entity.ts'
import type { RecordType, Stored } from '#domain/kernel/records/record.ts'
import { Blog } from '#domain/site/blog.record.ts'
import { Content } from '#domain/site/content.record.ts'
import { Theme } from '#domain/site/theme.record.ts'
import { Topic } from '#domain/site/topic.record.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'
import { byName } from '#domain/kernel/collation-key.ts'
import { foldText, hasWords } from '#domain/kernel/fold-text.values.ts'
import { searchWords } from '#projections/read-store/values.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import { type AddressesDoc, articleAddresses, pageAddresses } from './former-addresses.ts'

export const publishedReads = {
  articles: recordsOf(Blog),
  themes: recordsOf(Theme),
  topics: recordsOf(Topic),
  articleAddresses,
  pages: recordsOf(Content),
  pageAddresses,
}

type Shown = Pick<Stamp, 'version' | 'lastModificationDate'> & { readonly id: string }
export type Article = Stored<typeof Blog> & Shown
export type SitePage = Omit<Stored<typeof Content>, 'draft'> & Shown
/** A theme or a topic of published articles. */
export type Shelf = { readonly id: string; readonly name: string; readonly slug: string }

/** Public content of the site. Articles: the newest first. */
export type Published = {
  readonly articles: readonly Article[]
  readonly themes: readonly Shelf[]
  readonly topics: readonly Shelf[]
  /** Former slugs of articles → their slug. */
  readonly movedArticles: ReadonlyMap<string, string>
  readonly pages: readonly SitePage[]
  readonly movedPages: ReadonlyMap<string, string>
}

const shared = { filter: { where: { owner: SHARED } } }

async function shelvesOf(
  type: RecordType,
  docs: ReadModel<RecordDoc>,
  used: ReadonlySet<string | 0>,
) {
  const { items } = await docs.find(shared)
  return items
    .filter(({ _id }) => used.has(_id))
    .map(({ _id, values }) => ({
      id: _id,
      name: String(values['name']),
      slug: String(values[type.addressed?.at ?? '']),
    }))
    .toSorted(byName(({ name }) => name, 'fr'))
}

/** Former addresses of what is shown → the present ones. */
async function moved(
  docs: ReadModel<AddressesDoc>,
  shown: readonly { readonly id: string; readonly address: string }[],
): Promise<ReadonlyMap<string, string>> {
  const present = await docs.load(shown.map(({ id }) => id))
  const pairs = shown.flatMap(({ id, address }) =>
    (present.get(id)?.former ?? []).map((one) => [one, address] as const),
  )
  return new Map(pairs)
}

/** Drafts have no date, and a later date has not come. */
const dated = (now: number) => ({ $gt: 0, $lte: now })
const stampOf = ({ _id, version, lastModificationDate }: RecordDoc): Shown => ({
  id: _id,
  version,
  lastModificationDate,
})

/** @param now epoch milliseconds: an article with a later date is not shown yet */
export async function published(
  read: Read<typeof publishedReads>,
  now: number,
): Promise<Published> {
  const { items } = await read.articles.find({
    filter: { where: { owner: SHARED, 'values.publishDate': dated(now) } },
    sort: [['values.publishDate', -1]],
  })
  const articles = items.map(
    (doc): Article => ({ ...(doc.values as Stored<typeof Blog>), ...stampOf(doc) }),
  )
  const pages = (
    await read.pages.find({
      filter: { where: { owner: SHARED, 'values.publishDate': dated(now) } },
    })
  ).items.map((doc): SitePage => {
    const { draft: _, ...values } = doc.values as Stored<typeof Content>
    return { ...values, ...stampOf(doc) }
  })
  return {
    articles,
    themes: await shelvesOf(Theme, read.themes, new Set(articles.map(({ themeId }) => themeId))),
    topics: await shelvesOf(Topic, read.topics, new Set(articles.map(({ topicId }) => topicId))),
    movedArticles: await moved(
      read.articleAddresses,
      articles.map(({ id, slug }) => ({ id, address: slug })),
    ),
    pages,
    movedPages: await moved(
      read.pageAddresses,
      pages.map(({ id, url }) => ({ id, address: url })),
    ),
  }
}

/** Conditions of a reader's list of articles; an absent part narrows nothing. */
export type Narrowing = {
  readonly language?: string | undefined
  /** Slug or id. */
  readonly theme?: string | undefined
  readonly topic?: string | undefined
  readonly q?: string | undefined
}

/** The articles that a reader asks for: every word stands in the title, the summary or the text. */
export function narrowed(
  { articles, themes, topics }: Published,
  { language, theme, topic, q }: Narrowing,
) {
  const idOf = (shelves: readonly Shelf[], wanted: string) =>
    shelves.find(({ id, slug }) => id === wanted || slug === wanted)?.id
  const words = searchWords(q ?? '')
  return articles.filter(
    (article) =>
      (!language || article.language === language) &&
      (!theme || article.themeId === idOf(themes, theme)) &&
      (!topic || article.topicId === idOf(topics, topic)) &&
      (words.length === 0 || foundIn(article, words)),
  )
}

function foundIn({ title, summary, body }: Article, words: readonly string[]): boolean {
  const text = foldText(`${title}\n${summary}\n${body.replace(/<[^>]*>/g, ' ')}`)
  return hasWords(text, words.join(' '))
}

/** The page at an address, in the reader's language if it exists, else in French, else in any. */
export function pageAt(
  { pages }: Published,
  address: string,
  language: string,
): SitePage | undefined {
  const here = pages.filter(({ url }) => url === address)
  return (
    here.find((one) => one.language === language) ??
    here.find((one) => one.language === 'fr') ??
    here[0]
  )
}
