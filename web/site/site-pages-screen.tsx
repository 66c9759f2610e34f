import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { Content } from '#contract/site/site.records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { publicationState, PublicationStatus } from './publication-state.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ArticlePreview = late(async () => (await import('./article-preview.tsx')).ArticlePreview)
const TakeTextBack = late(async () => (await import('./take-text-back.tsx')).TakeTextBack)
const PublicationActs = late(async () => (await import('./publication-acts.tsx')).PublicationActs)

/** The published text is made of the draft when the page is published. */
const HIDDEN = ['content', 'publishDate']

/** Whether the draft holds what readers do not see. */
const hasDraft = (row: RecordRow): boolean => {
  const draft = plainText(row['draft'])
  return draft !== '' && draft !== plainText(row['content'])
}

/** Route `/admin/settings/pages`: pages of the site, their drafts and their publication. */
export function SitePagesScreen() {
  const { t } = useTranslation('site')
  const waiting = (row: RecordRow) =>
    hasDraft(row) && publicationState(Number(row['publishDate'])) === 'published'
      ? t('waiting')
      : undefined
  return (
    <RecordScreen
      type={Content}
      hidden={HIDDEN}
      columns={(declared) => [
        ...declared,
        {
          id: 'publication',
          head: t('state.label'),
          cell: (row) => (
            <PublicationStatus publishDate={Number(row['publishDate'])} note={waiting(row)} />
          ),
        },
      ]}
      phone={(row) => ({
        status: <PublicationStatus publishDate={Number(row['publishDate'])} />,
        note: <bdi>{plainText(row['url'])}</bdi>,
      })}
      read={{
        past: (row, then) => (
          <TakeTextBack
            type={Content}
            row={row}
            text={{ draft: plainText(then['draft']) || plainText(then['content']) }}
          />
        ),
        body: (row) => (
          <ArticlePreview
            row={row}
            lead={plainText(row['description'])}
            html={plainText(row['draft']) || plainText(row['content'])}
            note={waiting(row)}
          />
        ),
        acts: (row) => (
          <PublicationActs
            of="content"
            row={row}
            href={`${plainText(row['url'])}?lang=${plainText(row['language'])}`}
            publishable={
              hasDraft(row) || publicationState(Number(row['publishDate'])) !== 'published'
            }
          />
        ),
      }}
      sample={
        <SampleSlips
          slips={[
            {
              title: t('samplePage'),
              note: '/guides/tva',
              end: <PublicationStatus publishDate={0} />,
            },
          ]}
        />
      }
    />
  )
}
