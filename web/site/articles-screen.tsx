import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Blog } from '#contract/site/site.records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { paths } from '#web/screens.ts'
import { publicationState, PublicationStatus } from './publication-state.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ArticlePreview = late(async () => (await import('./article-preview.tsx')).ArticlePreview)
const GeneratorDialog = late(async () => (await import('./generator-dialog.tsx')).GeneratorDialog)
const TakeTextBack = late(async () => (await import('./take-text-back.tsx')).TakeTextBack)
const PublicationActs = late(async () => (await import('./publication-acts.tsx')).PublicationActs)

const NO_QUERY = {}

/**
 * Route `/admin/settings/blogs-generator`: articles of the blog, their preview, and their
 * publication.
 */
export function ArticlesScreen() {
  const { t } = useTranslation('site')
  const { can } = useSession()
  const navigate = useNavigate()
  const [generating, setGenerating] = useState(false)
  const show = (open: string) => {
    setGenerating(false)
    void navigate(paths.articles.to({}, { open }))
  }
  const others = (size?: 'sm') => (
    <>
      {can('perm_blogs_manage') && (
        <Button {...(size && { size })} onClick={() => setGenerating(true)}>
          {t('generator.open')}
        </Button>
      )}
      {(['themes', 'topics'] as const).map((page) => (
        <LinkButton key={page} {...(size && { size })} to={paths[page].to()}>
          {t(page)}
        </LinkButton>
      ))}
    </>
  )
  return (
    <>
      {generating && (
        <GeneratorDialog
          onClose={() => setGenerating(false)}
          onDraft={show}
          onWrite={() => show('new')}
        />
      )}
      <RecordScreen
        type={Blog}
        hidden={['isGenerated']}
        filter={{
          on: false,
          query: NO_QUERY,
          words: [],
          bar: others('sm'),
        }}
        also={others()}
        columns={(declared) =>
          declared.map((column) =>
            column.id === 'publishDate'
              ? {
                  ...column,
                  head: t('state.label'),
                  align: 'start',
                  cell: (row) => (
                    <PublicationStatus
                      publishDate={Number(row['publishDate'])}
                      note={row['isGenerated'] === true ? t('generated') : undefined}
                    />
                  ),
                }
              : column,
          )
        }
        phone={(row) => ({
          status: <PublicationStatus publishDate={Number(row['publishDate'])} />,
          note: <bdi>{plainText(row['theme'])}</bdi>,
        })}
        read={{
          past: (row, then) => (
            <TakeTextBack
              type={Blog}
              row={row}
              text={{ summary: plainText(then['summary']), body: plainText(then['body']) }}
            />
          ),
          body: (row) => (
            <ArticlePreview
              row={row}
              lead={plainText(row['summary'])}
              html={plainText(row['body'])}
              cover={plainText(row['image'])}
              note={row['isGenerated'] === true ? t('generated') : undefined}
            />
          ),
          acts: (row) => (
            <PublicationActs
              of="blog"
              row={row}
              href={`/blogs/${encodeURIComponent(plainText(row['slug']))}`}
              publishable={publicationState(Number(row['publishDate'])) !== 'published'}
            />
          ),
        }}
        sample={
          <SampleSlips
            slips={[
              { title: t('sample'), note: t('themes'), end: <PublicationStatus publishDate={0} /> },
            ]}
          />
        }
      />
    </>
  )
}
