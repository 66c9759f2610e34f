import { useQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  Copy,
  FileUp,
  History,
  Languages,
  LayoutTemplate,
  Printer,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import {
  MAIN_CV,
  CV_LANGUAGES,
  CV_SECTIONS,
  CV_TEMPLATES,
  CV_TEXT_SIZES,
  type CvEntry,
  type CvItem,
  type CvSection,
  type CvSectionPlace,
} from '#contract/cv/cv.values.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { typeNamed } from '#web/kernel/data/type-named.ts'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { ErrorState, Loading, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { dayText, instantText, listText, localDay, today } from '#web/kernel/words/formats.ts'
import { useEntityWords } from '#web/kernel/words/record-words.ts'
import { type CvDraft, cvsQuery, itemsQuery } from './cv.queries.ts'
import { paths } from '#web/screens.ts'
import { CvHead } from './cv-head.tsx'
import { CvItems } from './cv-items.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { variantDifferences } from './variant-differences.ts'
import { VersionsDialog } from './versions-dialog.tsx'

const PaperPreview = lazy(async () => ({
  default: (await import('./paper-preview.tsx')).PaperPreview,
}))

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
  const [{ variant, language: asked }, setAddress] = useUrlState({ variant: '', language: '' })
  const cv = cvs.find(({ id }) => id === variant) ?? cvs[0]
  const [draft, setDraft] = useState<CvDraft>({})
  const [pages, setPages] = useState(0)
  const [open, setOpen] = useState<'duplicate' | 'versions' | 'remove' | null>(null)
  const change = useWrite(cvRoutes.change, { invalidates: ['cv', 'history'] })
  const remove = useWrite(cvRoutes.remove, {
    invalidates: ['cv', 'history'],
    done: { kind: 'deleted', name: t('variant.title') },
    onDone: () => setAddress({ variant: '' }),
  })
  const onDraft = useCallback((part: CvDraft) => setDraft(part), [])
  if (!cv) return null
  const language = CV_LANGUAGES.find((one) => one === asked) ?? cv.language
  const savedAt = Math.max(
    cv.lastModificationDate,
    ...items.map(({ values }) => Number(values['lastModificationDate'])),
  )
  const isMain = cv.id === MAIN_CV
  const save = (
    changes: Partial<Pick<Cv, 'template' | 'accent' | 'withPhoto' | 'textSize' | 'language'>> & {
      entries?: CvEntry[]
      sections?: CvSectionPlace[]
    },
  ) => change.mutateAsync({ body: { id: cv.id, ...changes } })
  const nameOf = (one: Cv) => (one.id === MAIN_CV ? t('variant.main') : one.name)
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
              ? [
                  t('page.count', { count: pages }),
                  ...(savedAt > 0
                    ? [
                        localDay(savedAt) === today()
                          ? t('page.savedAt', { time: instantText(words, savedAt, 'time') })
                          : t('page.savedOn', { day: dayText(words, localDay(savedAt)) }),
                      ]
                    : []),
                ].join(', ')
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
        <Row margin={t('variant.margin')} ruled className="[&>.sheet-margin]:pt-[18px]">
          <div className="flex flex-wrap items-center gap-2 py-2.5">
            <DropMenu
              label={`${nameOf(cv)}, ${t('variant.choose')}`}
              className="btn btn-sm"
              anchor="bottom start"
              entries={cvs.map((one) => ({
                label: nameOf(one),
                chosen: one.id === cv.id,
                onSelect: () => setAddress({ variant: one.id === MAIN_CV ? '' : one.id }),
              }))}
            >
              <span className="max-w-[220px] truncate" dir="auto">
                {nameOf(cv)}
              </span>
              <ChevronDown
                size={15}
                strokeWidth={1.7}
                aria-hidden="true"
                className="shrink-0 text-ink-subtle"
              />
            </DropMenu>
            <span className="text-sm text-ink-muted">
              {t('variant.count', { count: cvs.length - 1 })}
            </span>
            <Button size="sm" variant="quiet" icon={Copy} onClick={() => setOpen('duplicate')}>
              {t('variant.duplicate')}
            </Button>
            <Button size="sm" variant="quiet" icon={History} onClick={() => setOpen('versions')}>
              {t('version.open', { count: cv.versions.length })}
            </Button>
            {!isMain && (
              <IconButton
                icon={Trash2}
                size={15}
                label={t('variant.remove')}
                onClick={() => setOpen('remove')}
              />
            )}
          </div>
          {!isMain && <VariantLine cv={cv} main={cvs[0] ?? cv} items={items} />}
        </Row>
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
      <aside
        className="border-line bg-surface-sunken max-xl:border-t xl:border-s"
        aria-label={t('preview.title')}
      >
        <div className="xl:sticky xl:top-[var(--bar)] xl:flex xl:max-h-[calc(100vh-var(--bar))] xl:flex-col">
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-2.5">
            <h2 className="h2 grow">{t('preview.title')}</h2>
            <DropMenu
              label={`${t(`template.${cv.template}`)}, ${t('preview.template')}`}
              className="btn btn-sm"
              entries={[
                ...CV_TEMPLATES.map((template) => ({
                  label: t(`template.${template}`),
                  chosen: template === cv.template,
                  onSelect: () => void save({ template }),
                })),
                'line' as const,
                { heading: t('preview.textSize') },
                ...CV_TEXT_SIZES.map((textSize) => ({
                  label: t(`textSize.${textSize}`),
                  chosen: textSize === cv.textSize,
                  onSelect: () => void save({ textSize }),
                })),
                'line' as const,
                {
                  label: t('preview.photo'),
                  chosen: cv.withPhoto,
                  onSelect: () => void save({ withPhoto: !cv.withPhoto }),
                },
                ...(can('perm_cv_print')
                  ? [
                      {
                        label: t('preview.json'),
                        onSelect: () =>
                          void download(
                            cvRoutes.jsonResume,
                            { query: { cv: cv.id, language } },
                            { as: 'save' },
                          ).catch(notifyFailure),
                      },
                    ]
                  : []),
              ]}
            >
              <LayoutTemplate size={15} strokeWidth={1.7} aria-hidden="true" />
              {t(`template.${cv.template}`)}
            </DropMenu>
            <Accents value={cv.accent} onChange={(accent) => void save({ accent })} />
            <DropMenu
              label={`${language.toUpperCase()}, ${t('preview.language')}`}
              className="btn btn-sm"
              entries={[
                ...CV_LANGUAGES.map((one) => ({
                  label: t(`inLanguage.${one}`),
                  chosen: one === language,
                  onSelect: () => setAddress({ language: one === cv.language ? '' : one }),
                })),
                'line' as const,
                { heading: t('preview.writtenIn') },
                ...CV_LANGUAGES.map((one) => ({
                  label: t(`inLanguage.${one}`),
                  chosen: one === cv.language,
                  onSelect: () =>
                    void save({ language: one }).then(() => setAddress({ language: '' })),
                })),
              ]}
            >
              <Languages size={15} strokeWidth={1.7} aria-hidden="true" />
              {language.toUpperCase()}
            </DropMenu>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is
              reached by keyboard too */}
          <div className="overflow-y-auto p-6 max-md:px-3" tabIndex={0}>
            <Suspense
              fallback={
                <Loading label={t('kernel:state.loading')}>
                  <span className="bone block !h-[70vh] w-full" />
                </Loading>
              }
            >
              <PaperPreview cv={cv.id} language={language} draft={draft} onPages={setPages} />
            </Suspense>
          </div>
        </div>
      </aside>
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

/** Tells in what a variant differs from the main CV. */
function VariantLine({ cv, main, items }: { cv: Cv; main: Cv; items: readonly CvItem[] }) {
  const { t } = useTranslation('cv')
  const { language } = usePreferences()
  const all = variantDifferences(cv, main, items)
  return (
    <p className="pb-2.5 text-sm text-ink-muted">
      {all.length === 0
        ? t('variant.same')
        : t('variant.differs', {
            what: listText(
              language,
              all.map((one) => t(`differs.${one}`)),
            ),
          })}
    </p>
  )
}

/** Swatches that a CV's accent is chosen among. */
const ACCENTS = [1, 2, 4, 5, 6, 9, 12, 13, 14, 16, 17]

function Accents({ value, onChange }: { value: number; onChange: (accent: number) => void }) {
  const { t } = useTranslation('cv')
  return (
    <DropMenu
      label={t('preview.accent')}
      className="btn btn-sm"
      entries={ACCENTS.map((accent) => ({
        label: (
          <span className="flex items-center gap-2">
            <span
              className="size-4 rounded-[3px]"
              style={{ background: `var(--swatch-${accent})` }}
              aria-hidden="true"
            />
            {t('preview.accentNumber', { number: accent })}
          </span>
        ),
        chosen: accent === value,
        onSelect: () => onChange(accent),
      }))}
    >
      <span
        className="size-4 rounded-[3px]"
        style={{ background: `var(--swatch-${value})` }}
        aria-hidden="true"
      />
    </DropMenu>
  )
}
