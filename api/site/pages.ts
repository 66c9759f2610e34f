import type { RecordCommands } from '#commands/records.ts'
import { siteRoutes as routes } from '#contract/site/site.contract.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { Content, pageRefusal, publishing } from '#domain/site/content.record.ts'
import { pageAt, published, publishedReads as reads } from '#projections/site/published.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'

/**
 * The site's own pages for everyone, and their publication. Administrators write them as records.
 */
export function sitePagesApi(api: Api, commands: RecordCommands): void {
  api.serve(routes.config, { reads }, async ({ read, now, language }) => {
    const site = await published(read, now)
    const addresses = [...new Set(site.pages.map(({ url }) => url))].toSorted()
    return {
      dynamicUrls: addresses.map((url) => ({ url, id: pageAt(site, url, language)?.id ?? '' })),
    }
  })

  api.serve(routes.page, { reads }, async ({ read, now, params: { id } }) => {
    const page = (await published(read, now)).pages.find((one) => one.id === id)
    if (page === undefined) throw refusal('NOT_FOUND')
    const { title, description, keywords, ogTitle, ogDescription, url, content } = page
    return { title, description, keywords, ogTitle, ogDescription, url, content }
  })

  api.serve(routes.publishPage, {}, async ({ params: { id }, now, meta }) => {
    const present = await api.deps.handler.load(recordDecider(Content), id, SHARED)
    const values = present?.state.status === 'live' ? publishing(present.state.values, now) : {}
    if (values === null)
      throw pageRefusal('PAGE_INCOMPLETE', {}, [{ path: 'draft', code: 'FIELD_REQUIRED' }])
    return written(await commands.change(Content, id, values, meta()))
  })

  api.serve(routes.unpublishPage, {}, async ({ params: { id }, meta }) =>
    written(await commands.change(Content, id, { publishDate: 0 }, meta())),
  )
}
