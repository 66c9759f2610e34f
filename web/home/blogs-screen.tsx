import { useTranslation } from 'react-i18next'
import type { ShownFilter } from '#contract/kernel/public-page.ts'
import { ArticleLine } from './article-line.tsx'
import { homePaths } from './links.ts'
import { usePageData } from './page-data.ts'
import { PublicPage, PublicRow } from './public-page.tsx'

/**
 * Path `/blogs`: published articles, by theme and topic. Its search is a form, which needs no
 * script.
 */
export function BlogsScreen() {
  const { t } = useTranslation('home')
  const { blog } = usePageData()
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
        <h1 className="h1 text-balance">{t('blogs.title')}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{t('blogs.description')}</p>
        {blog && (
          <>
            <search>
              <form action={homePaths.blogs.to()} className="mt-8 flex max-w-[520px] gap-2">
                {Object.entries(blog.kept).map(
                  ([name, value]) =>
                    value !== '' && <input key={name} type="hidden" name={name} value={value} />,
                )}
                <input
                  className="input"
                  type="search"
                  name="q"
                  maxLength={200}
                  defaultValue={blog.q}
                  aria-label={t('blogs.search')}
                  placeholder={t('blogs.search')}
                />
                <button className="btn" type="submit">
                  {t('blogs.find')}
                </button>
              </form>
            </search>
            <Filters label={t('blogs.themes')} all={t('blogs.all')} filters={blog.themes} />
            <Filters label={t('blogs.topics')} all={t('blogs.all')} filters={blog.topics} />
            {blog.isForeign && blog.articles.length > 0 && (
              <p className="mt-6 text-sm text-ink-muted">{t('blogs.foreign')}</p>
            )}
            <div className="mt-5 border-t border-line-strong">
              {blog.articles.map((article) => (
                <ArticleLine key={article.href} article={article} />
              ))}
            </div>
            {blog.articles.length === 0 && (
              <p className="mt-6 text-md text-ink-muted">
                {t(blog.q === '' ? 'blogs.none' : 'blogs.notFound')}
              </p>
            )}
            <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
              {blog.newer !== '' && (
                <a className="link" rel="prev" href={blog.newer}>
                  {t('blogs.newer')}
                </a>
              )}
              {blog.older !== '' && (
                <a className="link" rel="next" href={blog.older}>
                  {t('blogs.older')}
                </a>
              )}
              <a className="link md:ms-auto" href={blog.feed} type="application/rss+xml">
                {t('blogs.feed')}
              </a>
            </p>
          </>
        )}
      </PublicRow>
    </PublicPage>
  )
}

/** Links that narrow the list; the first, without a name, narrows nothing. */
function Filters({
  label,
  all,
  filters,
}: {
  label: string
  all: string
  filters: readonly ShownFilter[]
}) {
  if (filters.length === 0) return null
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {filters.map(({ name, href, current }) => (
        <a
          key={href}
          href={href}
          aria-current={current || undefined}
          className={current ? 'font-medium text-ink' : 'text-ink-muted hover:text-ink'}
        >
          {name || all}
        </a>
      ))}
    </nav>
  )
}
