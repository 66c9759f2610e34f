import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES } from '#domain/site/article.values.ts'
import { Id, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

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

export const siteRoutes = {
  everyone: get('/blog/all/public', {
    summary: 'Published articles, the newest first',
    access: 'public',
    query: ListQuery.extend({
      language: z.enum(LANGUAGES).optional(),
      theme: z.string().max(120).optional(),
      topic: z.string().max(120).optional(),
    }),
    reply: z.array(ArticleLine),
  }),
  landing: get('/blog/landing', {
    summary: 'The three newest articles in the language of the request, or in any',
    access: 'public',
    reply: z.array(ArticleLine),
  }),
  article: get('/blog/:id', {
    summary: 'One published article',
    access: 'public',
    params: z.object({ id: Id }),
    reply: WholeArticle,
  }),
  outline: post('/blog/:userId/outline/:topicId', {
    outside: true,
    summary: 'Proposes the outline of an article about a topic. Nothing is stored',
    access: { permission: 'perm_blogs_manage' },
    heavy: true,
    perMinute: 20,
    params: ofTopic,
    body: z.strictObject(wanted).default({}),
    reply: z.object({ title: z.string(), headings: z.array(z.string()) }),
  }),
  generate: post('/blog/:userId/generate/:topicId', {
    outside: true,
    summary:
      'Drafts an article about a topic, under the headings that were agreed. A person publishes it',
    access: { permission: 'perm_blogs_manage' },
    heavy: true,
    perMinute: 20,
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
  }),
  publish: put('/blog/:userId/:id/publish', {
    summary: 'Publishes an article, at once or from an instant on',
    access: { permission: 'perm_blogs_manage' },
    params: one,
    body: z
      .strictObject({
        publishDate: Time.min(1).optional().describe('Now when absent'),
        version: Version,
      })
      .default({}),
    reply: Written,
  }),
  unpublish: put('/blog/:userId/:id/unpublish', {
    summary: 'Makes an article a draft again: its page is gone',
    access: { permission: 'perm_blogs_manage' },
    params: one,
    body: Publishing,
    reply: Written,
  }),
  config: get('/content/config', {
    summary:
      'Addresses of published pages, each with the id of the page in the language of the request',
    access: 'public',
    reply: z.object({ dynamicUrls: z.array(z.object({ url: z.string(), id: z.string() })) }),
  }),
  page: get('/content/:id', {
    summary: 'One published page',
    access: 'public',
    params: z.object({ id: Id }),
    reply: SitePage,
  }),
  publishPage: put('/content/:userId/:id/publish', {
    summary: 'Publishes a page: its draft becomes what readers see',
    access: { permission: 'perm_blogs_manage' },
    params: one,
    body: Publishing,
    reply: Written,
  }),
  unpublishPage: put('/content/:userId/:id/unpublish', {
    summary: 'Takes a page back: its address is free',
    access: { permission: 'perm_blogs_manage' },
    params: one,
    body: Publishing,
    reply: Written,
  }),
}
