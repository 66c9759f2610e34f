import { useTranslation } from 'react-i18next'
import type { WholeArticle } from '#contract/kernel/public-page.ts'
import { ArticleDay, languageOfText } from './article-line.tsx'
import { PublicPage, PublicRow } from './public-page.tsx'
import { SiteText } from './site-text.tsx'

/** One article of the blog. */
export function ArticlePage({ article }: { article: WholeArticle }) {
  const { t } = useTranslation('home')
  return (
    <PublicPage>
      <PublicRow className="pt-[56px] pb-20 max-md:pt-8">
        <p className="text-sm">
          <a className="link" href={article.blogHref}>
            {t('blogs.back')}
          </a>
        </p>
        <article className="mt-7" {...languageOfText(article.language)}>
          <h1 className="h1 max-w-[24em] text-balance">{article.title}</h1>
          <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{article.summary}</p>
          <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-subtle">
            <ArticleDay at={article.published} />
            {article.author !== '' && <span>{article.author}</span>}
            {article.theme !== '' && (
              <a className="hover:text-ink" href={article.themeHref}>
                {article.theme}
              </a>
            )}
            {article.topic !== '' && <span>{article.topic}</span>}
            {article.isGenerated && <span>{t('blogs.generated')}</span>}
          </p>
          {article.cover !== '' && (
            <img
              src={article.cover}
              alt=""
              width={760}
              height={428}
              className="mt-8 aspect-video h-auto w-full max-w-[760px] rounded-sm border border-line object-cover"
            />
          )}
          <SiteText html={article.body} />
        </article>
      </PublicRow>
    </PublicPage>
  )
}
