import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { Note } from '#web/kernel/ui/page.tsx'
import { RichText } from '#web/kernel/ui/rich-text.tsx'
import { isLanguage, directionOf } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { PublicationStatus } from './publication-state.tsx'

/**
 * Claims without a source, as the server marks them in a draft: underlined, and followed by a
 * bracket.
 */
const UNSOURCED = /<\/u> ?\[/g

/** An article or a page as its readers see it, below what still keeps it from them. */
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
  const unsourced = html.match(UNSOURCED)?.length ?? 0
  return (
    <>
      <p>
        <PublicationStatus publishDate={Number(row['publishDate'])} note={note} />
      </p>
      {unsourced > 0 && (
        <div className="mt-4">
          <Note tone="warning">{t('unsourced', { count: unsourced })}</Note>
        </div>
      )}
      <article
        className="mt-5 border-t border-line pt-5"
        aria-label={t('preview')}
        {...(isLanguage(language) && { lang: language, dir: directionOf(language) })}
      >
        {cover !== '' && (
          <img src={cover} alt="" className="mb-4 aspect-video w-full rounded-[4px] object-cover" />
        )}
        {lead !== '' && <p className="text-lg text-ink-muted">{lead}</p>}
        <div className="mt-5">
          {html === '' ? (
            <p className="text-ink-subtle">{t('noText')}</p>
          ) : (
            <RichText html={html} />
          )}
        </div>
      </article>
    </>
  )
}
