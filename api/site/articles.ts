import type { RecordCommands } from '#commands/records.ts'
import { siteRoutes as routes, type ArticleLine } from '#contract/site/site.contract.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { articleRefusal, Blog, lackingInArticle } from '#domain/site/blog.record.ts'
import {
  type Article,
  narrowed,
  type Published,
  published,
  publishedReads as reads,
} from '#projections/site/published.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { pageOf } from '#api/kernel/lists.ts'
import { articlePath, coverPath } from './addresses.ts'

const LANDING_ARTICLES = 3

function lineOf({ themes, topics }: Published, article: Article): ArticleLine {
  const { body: _, version: __, ...line } = article
  return {
    ...line,
    url: articlePath(article.slug),
    image: coverPath(article.image),
    theme: themes.find(({ id }) => id === article.themeId)?.name ?? '',
    topic: topics.find(({ id }) => id === article.topicId)?.name ?? '',
  }
}

/** Articles for everyone, and their publication. Administrators write them as records. */
export function articlesApi(api: Api, commands: RecordCommands): void {
  const { handler } = api.deps

  api.serve(routes.everyone, { reads }, async ({ read, now, query, reply }) => {
    const site = await published(read, now)
    return pageOf(reply, narrowed(site, query), query).map((one) => lineOf(site, one))
  })

  api.serve(routes.landing, { reads }, async ({ read, now, language }) => {
    const site = await published(read, now)
    const own = narrowed(site, { language })
    return (own.length > 0 ? own : site.articles)
      .slice(0, LANDING_ARTICLES)
      .map((one) => lineOf(site, one))
  })

  api.serve(routes.article, { reads }, async ({ read, now, params: { id } }) => {
    const site = await published(read, now)
    const article = site.articles.find((one) => one.id === id)
    if (article === undefined) throw refusal('NOT_FOUND')
    return { ...lineOf(site, article), body: article.body }
  })

  api.serve(routes.publish, {}, async ({ params: { id }, body, now, meta }) => {
    const present = await handler.load(recordDecider(Blog), id, SHARED)
    const lacking = present?.state.status === 'live' ? lackingInArticle(present.state.values) : []
    if (lacking.length > 0)
      throw articleRefusal(
        'ARTICLE_INCOMPLETE',
        {},
        lacking.map((path) => ({ path, code: 'FIELD_REQUIRED' })),
      )
    return written(
      await commands.change(Blog, id, { publishDate: body.publishDate ?? now }, meta()),
    )
  })

  api.serve(routes.unpublish, {}, async ({ params: { id }, meta }) =>
    written(await commands.change(Blog, id, { publishDate: 0 }, meta())),
  )
}
