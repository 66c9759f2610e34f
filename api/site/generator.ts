import type { RecordCommands } from '#commands/records.ts'
import type { ArticleDrafts, ArticleOrder } from '#commands/site/article-drafts.ts'
import { siteRoutes as routes } from '#contract/site/site.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { Blog } from '#domain/site/blog.record.ts'
import { Theme } from '#domain/site/theme.record.ts'
import { Topic } from '#domain/site/topic.record.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { word } from '#api/kernel/words.ts'

const reads = { topics: recordsOf(Topic), themes: recordsOf(Theme) }
type Wanted = {
  readonly [K in 'length' | 'style' | 'language']?: ArticleOrder[K] | undefined
} & { readonly themeId?: string | undefined }

/** Order for an article: the request, else the topic's suggestion. @throws NOT_FOUND */
async function orderOf(read: Read<typeof reads>, topicId: string, wanted: Wanted) {
  const doc = await read.topics.get(topicId)
  if (doc === null) throw refusal('NOT_FOUND', { id: topicId })
  const topic = doc.values as Stored<typeof Topic> // as kept
  const themeId = wanted.themeId ?? (topic.themeId || '')
  const theme = themeId === '' ? null : await read.themes.get(themeId)
  if (wanted.themeId !== undefined && theme === null) throw refusal('NOT_FOUND', { id: themeId })
  const order: ArticleOrder = {
    topic: topic.name,
    description: topic.description,
    theme: theme === null ? '' : (theme.values as Stored<typeof Theme>).name, // as kept
    length: wanted.length ?? topic.length,
    style: wanted.style ?? topic.style,
    language: wanted.language ?? topic.language,
  }
  return { order, themeId }
}

/** Articles that a model drafts: an outline to agree, then a draft. A person publishes it. */
export function generatorApi(api: Api, drafts: ArticleDrafts, records: RecordCommands): void {
  api.serve(routes.outline, { reads }, async ({ read, params, body, meta, closed }) => {
    const { order } = await orderOf(read, params.topicId, body)
    const { title, headings } = await drafts.outline(order, meta(), closed)
    return { title, headings: [...headings] }
  })

  api.serve(
    routes.generate,
    { reads },
    async ({ read, params, body, meta, newId, caller, closed }) => {
      const { order, themeId } = await orderOf(read, params.topicId, body)
      const { sources } = body
      const outline =
        body.headings === undefined
          ? await drafts.outline(order, meta(), closed)
          : { title: body.title ?? order.topic, headings: body.headings }
      const mark = word(order.language, 'site', 'generator.noSource')
      const made = await drafts.article(order, { outline, sources, mark }, meta(), closed)
      const { length, style, language } = order
      const values = {
        title: body.title ?? made.title,
        summary: made.summary,
        body: made.html,
        language,
        length,
        style,
        ...(themeId !== '' && { themeId }),
        topicId: params.topicId,
        author: caller.name,
        isGenerated: true,
      }
      return {
        ...written(await records.add(Blog, newId(), values, meta())),
        unsourced: [...made.unsourced],
      }
    },
  )
}
