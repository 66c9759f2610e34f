import { z } from 'zod'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES } from '#domain/site/article.values.ts'
import { Id, ListQuery, own, routes, Time, Version, Written } from '#contract/kernel/route.ts'
import * as endpoints from './site.routes.ts'

const ArticleLine = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  url: z.string().describe('Where its page is'),
  summary: z.string(),
  image: z.string().describe('Address of its picture; empty without one'),
  language: z.enum(LANGUAGES),
  themeId: z.union([z.string(), z.literal(0)]),
  theme: z.string(),
  topicId: z.union([z.string(), z.literal(0)]),
  topic: z.string(),
  author: z.string(),
  length: z.enum(ARTICLE_LENGTHS),
  style: z.enum(ARTICLE_STYLES),
  isGenerated: z.boolean(),
  publishDate: Time,
  lastModificationDate: Time,
})
export type ArticleLine = z.output<typeof ArticleLine>
const WholeArticle = ArticleLine.extend({ body: z.string().describe('Sanitised HTML') })

const SitePage = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  ogTitle: z.string(),
  ogDescription: z.string(),
  url: z.string(),
  content: z.string().describe('Sanitised HTML'),
})

const one = own.extend({ id: Id })

const ofTopic = own.extend({ topicId: Id })
/** As the topic suggests where it is absent. */
const wanted = {
  themeId: Id.optional(),
  length: z.enum(ARTICLE_LENGTHS).optional(),
  style: z.enum(ARTICLE_STYLES).optional(),
  language: z.enum(LANGUAGES).optional(),
}
const heading = oneLine(150).min(1)

const Publishing = z.strictObject({ version: Version }).default({})

const siteSchemas = {
  everyone: {
    query: ListQuery.extend({
      language: z.enum(LANGUAGES).optional(),
      theme: z.string().max(120).optional(),
      topic: z.string().max(120).optional(),
    }),
    reply: z.array(ArticleLine),
  },
  landing: { reply: z.array(ArticleLine) },
  article: { params: z.object({ id: Id }), reply: WholeArticle },
  outline: {
    params: ofTopic,
    body: z.strictObject(wanted).default({}),
    reply: z.object({ title: z.string(), headings: z.array(z.string()) }),
  },
  generate: {
    params: ofTopic,
    body: z
      .strictObject({
        ...wanted,
        title: heading.optional(),
        /** The outline that was agreed; the model's own when absent. */
        headings: z.array(heading).min(1).max(12).optional(),
        /** Texts on which claims may rest. */
        sources: z.array(lines(4000).min(1)).max(10).default([]),
      })
      .prefault({}),
    reply: Written.extend({
      unsourced: z.array(z.string()).describe('Claims that rest on no given source'),
    }),
  },
  publish: {
    params: one,
    body: z
      .strictObject({
        publishDate: Time.min(1).optional().describe('Now when absent'),
        version: Version,
      })
      .default({}),
    reply: Written,
  },
  unpublish: { params: one, body: Publishing, reply: Written },
  config: {
    reply: z.object({ dynamicUrls: z.array(z.object({ url: z.string(), id: z.string() })) }),
  },
  page: { params: z.object({ id: Id }), reply: SitePage },
  publishPage: { params: one, body: Publishing, reply: Written },
  unpublishPage: { params: one, body: Publishing, reply: Written },
}
export type SiteSchemas = typeof siteSchemas
export const siteRoutes = routes(endpoints.siteRoutes, siteSchemas)
