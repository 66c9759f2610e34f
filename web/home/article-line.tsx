import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { ShownArticle } from '#contract/kernel/public-page.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { directionOf, isLanguage } from '#web/kernel/words/languages.ts'

/** Attributes of a text that may be in another language than the page. */
export const languageOfText = (language: string) =>
  isLanguage(language) ? { lang: language, dir: directionOf(language) } : {}

/** The day on which an article was published. */
export function ArticleDay({ at }: { at: number }) {
  const { language } = usePreferences()
  return (
    <time dateTime={new Date(at).toISOString()} dir="auto">
      {dayText(language, localDay(at), 'long')}
    </time>
  )
}

/** An article in a list: its title, what it says, and its picture. */
export function ArticleLine({ article }: { article: ShownArticle }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <article
      className="flex gap-6 border-b border-line py-7"
      {...(article.language !== language && languageOfText(article.language))}
    >
      <div className="min-w-0 grow">
        <h2
          className={clsx(
            'text-balance font-serif text-[24px] leading-[30px] font-medium',
            'tracking-[-.012em] [:lang(ar)_&]:tracking-normal',
          )}
        >
          <a className="hover:text-accent" href={article.href}>
            {article.title}
          </a>
        </h2>
        <p className="mt-2 max-w-[62ch] text-md text-ink-muted">{article.summary}</p>
        <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-subtle">
          <ArticleDay at={article.published} />
          {article.theme !== '' && <span>{article.theme}</span>}
          {article.isGenerated && <span>{t('blogs.generated')}</span>}
        </p>
      </div>
      {article.cover !== '' && (
        <img
          src={article.cover}
          alt=""
          width={176}
          height={117}
          loading="lazy"
          className="h-[117px] w-[176px] shrink-0 rounded-sm border border-line object-cover max-md:hidden"
        />
      )}
    </article>
  )
}
