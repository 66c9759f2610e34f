import { Languages, LayoutTemplate } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import {
  CV_LANGUAGES,
  CV_TEMPLATES,
  CV_TEXT_SIZES,
  type CvLanguage,
} from '#contract/cv/cv.values.ts'
import { download } from '#web/kernel/data/files.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Loading } from '#web/kernel/ui/states.tsx'
import type { ArrangeCv, CvDraft } from './cv.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const PaperPreview = late(async () => (await import('./paper-preview.tsx')).PaperPreview)

/** The paper beside the editor, its looks and its language. */
export function PreviewPane({
  cv,
  language,
  draft,
  save,
  onLanguage,
  onPages,
}: {
  cv: Cv
  language: CvLanguage
  draft: CvDraft
  save: ArrangeCv
  /** Gets '' for the language that the CV is written in. */
  onLanguage: (language: CvLanguage | '') => void
  onPages: (pages: number) => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { can } = useSession()
  return (
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
            <LayoutTemplate size={15} />
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
                onSelect: () => onLanguage(one === cv.language ? '' : one),
              })),
              'line' as const,
              { heading: t('preview.writtenIn') },
              ...CV_LANGUAGES.map((one) => ({
                label: t(`inLanguage.${one}`),
                chosen: one === cv.language,
                onSelect: () => void save({ language: one }).then(() => onLanguage('')),
              })),
            ]}
          >
            <Languages size={15} />
            {language.toUpperCase()}
          </DropMenu>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is
            reached by keyboard too */}
        <div className="overflow-y-auto p-6 max-md:px-3" tabIndex={0}>
          <PaperPreview
            cv={cv.id}
            language={language}
            draft={draft}
            onPages={onPages}
            waiting={
              <Loading label={t('kernel:state.loading')}>
                <span className="bone block !h-[70vh] w-full" />
              </Loading>
            }
          />
        </div>
      </div>
    </aside>
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
