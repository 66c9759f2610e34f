import type { Clock } from '#domain/kernel/ports/clock.ts'
import { openReads, type ReadModels } from '#projections/kernel/read-models.ts'
import { type Published, published, publishedReads } from '#projections/site/published.ts'

/**
 * Time until the shown content is read again. Another process may have written, and a scheduled
 * article may be due.
 */
const FRESH_MS = 1_000

/**
 * Content of the site. `edition` counts up with each change, so that rendered pages are made again.
 */
export type Edition = { readonly site: Published; readonly edition: number }

/**
 * Reads what the site shows, at most once a second and after each change that this process folds.
 */
export function publishedSite(readModels: ReadModels, clock: Clock) {
  const names = new Set(Object.values(publishedReads).map(({ name }) => name))
  let cached: (Edition & { readonly at: number; readonly mark: string }) | null = null
  let reading: Promise<Edition> | null = null
  let stale = false
  const stop = readModels.onChanged(({ projection }) => {
    if (names.has(projection)) stale = true
  })

  async function read(at: number): Promise<Edition> {
    stale = false
    const site = await published(await openReads(readModels, publishedReads), at)
    const stamp = ({ id, version }: { readonly id: string; readonly version: number }) =>
      `${id} ${version}`
    const { articles, pages, themes, topics, movedArticles, movedPages } = site
    const mark = JSON.stringify([
      articles.map(stamp),
      pages.map(stamp),
      themes,
      topics,
      [...movedArticles],
      [...movedPages],
    ])
    const edition = mark === cached?.mark ? cached.edition : (cached?.edition ?? 0) + 1
    cached = { site, edition, at, mark }
    return cached
  }

  return {
    stop,
    /** @throws errors of the read store */
    async latest(): Promise<Edition> {
      const at = clock.now()
      if (cached && !stale && at >= cached.at && at - cached.at < FRESH_MS) return cached
      reading ??= read(at).finally(() => {
        reading = null
      })
      return reading
    },
  }
}
export type PublishedSite = ReturnType<typeof publishedSite>
