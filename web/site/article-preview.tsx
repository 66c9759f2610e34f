import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/records.ts'
import { RichText } from '#web/kernel/ui/rich-text.tsx'
import { isLanguage, directionOf } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { PublicationStatus } from './publication-state.tsx'

/** An article or a page as its readers see it. */
export function ArticlePreview({
  row,
  lead,
  html,
  cover = '',
  note,
}: {
  row: RecordRow
  lead: string
  html: string
  cover?: string
  note?: string | undefined
}) {
  const { t } = useTranslation('site')
  const language = plainText(row['language'])
  return (
    <>
      <p>
        <PublicationStatus publishDate={Number(row['publishDate'])} note={note} />
      </p>
      <article
        className="mt-5 border-t border-line pt-5"
        aria-label={t('preview')}
        {...(isLanguage(language) && { lang: language, dir: directionOf(language) })}
      >
        {cover !== '' && <img src={cover} alt="" className="mb-4 aspect-video w-full rounded-[4px] object-cover" />}
        {lead !== '' && <p className="text-lg text-ink-muted">{lead}</p>}
        <div className="mt-5">
          {html === '' ? <p className="text-ink-subtle">{t('noText')}</p> : <RichText html={html} />}
        </div>
      </article>
    </>
  )
}
