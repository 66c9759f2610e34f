import { useQuery } from '@tanstack/react-query'
import { FileUp, Printer } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import { CV_LANGUAGES, CV_SECTIONS, type CvItem, type CvSection } from '#contract/cv/cv.values.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { typeNamed } from '#web/kernel/data/type-named.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { dayText, instantText, localDay, today } from '#web/kernel/words/formats.ts'
import { useEntityWords } from '#web/kernel/words/record-words.ts'
import { type CvDraft, cvsQuery, itemsQuery, useArranging } from './cv.queries.ts'
import { paths } from '#web/screens.ts'
import { CvHead } from './cv-head.tsx'
import { CvItems } from './cv-items.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { VariantRow } from './variant-row.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const typesOf = (): Readonly<Record<CvSection, RecordType>> =>
  Object.fromEntries(CV_SECTIONS.map((section) => [section, typeNamed(section)])) as Record<
    CvSection,
    RecordType
  > // each

/** Reads the CVs and their items. */
export function CvPage() {
  const { t } = useTranslation('cv')
  useEntityWords(...CV_SECTIONS)
  const types = useMemo(typesOf, [])
  const cvs = useQuery(cvsQuery())
  const items = useQuery(itemsQuery(types))
  const failed = cvs.isError ? cvs : items.isError ? items : null
  if (failed)
    return (
      <>
        <PageHead title={t('screen.cv.title')} ruled />
        <Row>
          <ErrorState error={failed.error ?? new Error()} onRetry={() => void failed.refetch()} />
        </Row>
      </>
    )
  if (!cvs.data || !items.data) return <PageSkeleton />
  return <Editor cvs={cvs.data} items={items.data} types={types} />
}

function Editor({
  cvs,
  items,
  types,
}: {
  cvs: readonly Cv[]
  items: readonly CvItem[]
  types: Readonly<Record<CvSection, RecordType>>
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { can } = useSession()
  const { language: words } = usePreferences()
  const [{ variant, language: code }, setAddress] = useUrlState({ variant: '', language: '' })
  const cv = cvs.find(({ id }) => id === variant) ?? cvs[0]
  const [draft, setDraft] = useState<CvDraft>({})
  const [pages, setPages] = useState(0)
  const [open, setOpen] = useState<'duplicate' | 'versions' | 'remove' | null>(null)
  const save = useArranging(cv?.id ?? '')
  const remove = useWrite(cvRoutes.remove, {
    invalidates: ['cv', 'history'],
    done: { kind: 'deleted', name: t('variant.title') },
    onDone: () => setAddress({ variant: '' }),
  })
  const onDraft = useCallback((part: CvDraft) => setDraft(part), [])
  if (!cv) return null
  const language = CV_LANGUAGES.find((one) => one === code) ?? cv.language
  const savedAt = Math.max(
    cv.lastModificationDate,
    ...items.map(({ values }) => Number(values['lastModificationDate'])),
  )
  const savedText =
    savedAt === 0
      ? ''
      : localDay(savedAt) === today()
        ? t('page.savedAt', { time: instantText(words, savedAt, 'time') })
        : t('page.savedOn', { day: dayText(words, localDay(savedAt)) })
  const print = () =>
    void download(cvRoutes.pdf, { query: { cv: cv.id, language } }, { as: 'open' }).catch(
      notifyFailure,
    )

  return (
    <div className="grid min-h-full grid-cols-1 xl:grid-cols-[minmax(0,1fr)_minmax(420px,560px)]">
      <div className="min-w-0">
        <PageHead
          title={t('screen.cv.title')}
          sub={
            pages > 0
              ? [t('page.count', { count: pages }), savedText].filter(Boolean).join(', ')
              : null
          }
          actions={
            <>
              <LinkButton to={paths.cvImport.to()} icon={FileUp}>
                {t('act.import')}
              </LinkButton>
              {can('perm_cv_print') && (
                <Button variant="primary" icon={Printer} onClick={print}>
                  {t('act.print')}
                </Button>
              )}
            </>
          }
          ruled
        />
        <VariantRow
          cv={cv}
          cvs={cvs}
          items={items}
          onPick={(id) => setAddress({ variant: id })}
          onOpen={setOpen}
        />
        <CvHead key={cv.id} cv={cv} language={language} onDraft={onDraft} />
        <CvItems
          cv={cv}
          main={cvs[0] ?? cv}
          items={items}
          types={types}
          language={language}
          draft={draft}
          save={save}
          onDraft={onDraft}
        />
      </div>
      <PreviewPane
        cv={cv}
        language={language}
        draft={draft}
        save={save}
        onLanguage={(one) => setAddress({ language: one })}
        onPages={setPages}
      />
      <DuplicateDialog
        open={open === 'duplicate'}
        from={cv}
        onClose={() => setOpen(null)}
        onMade={(id) => setAddress({ variant: id })}
      />
      {open === 'versions' && (
        <VersionsDialog
          cv={cv}
          items={items}
          types={types}
          language={language}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmRemoval
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        name={cv.name}
        consequence={t('variant.removeBody')}
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate({ params: { id: cv.id } }, { onSettled: () => setOpen(null) })
        }
      />
    </div>
  )
}
