import { useQuery } from '@tanstack/react-query'
import { Check, CheckCheck, CircleHelp, type LucideIcon, TextCursor, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import { CV_SECTIONS, type CvSection } from '#contract/cv/cv.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useFormPlace } from '#web/kernel/form/form-place.tsx'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'
import { PageHead, type PageHeadProps, Row } from '#web/kernel/ui/page.tsx'
import { entityName, useEntityWords } from '#web/kernel/words/record-words.ts'
import { cvsQuery } from './cv.queries.ts'
import {
  acceptedOf,
  type Choices,
  type Counts,
  countsOf,
  fieldsOf,
  storeChoices,
  storedChoices,
  unplacedOf,
  withPlaced,
  withSure,
  withValues,
} from './import-choices.ts'
import { ImportFields } from './import-fields.tsx'
import { ImportSource } from './import-source.tsx'

/** The file's text beside what was read in it. Nothing is saved before the user saves. */
export function ImportReview({
  found,
  back,
  onCancel,
  onSaved,
}: {
  found: CvImport
  back: NonNullable<PageHeadProps['back']>
  onCancel: () => Promise<void>
  onSaved: () => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  useEntityWords(...CV_SECTIONS)
  const [choices, setChoices] = useState(() => storedChoices(found.id))
  const [editing, setEditing] = useState('')
  const { leave, place } = useFormPlace()
  const [active, setActive] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const language = useQuery(cvsQuery()).data?.[0]?.language ?? 'fr'
  const choose = (change: (before: Choices) => Choices) =>
    setChoices((before) => {
      const after = change(before)
      storeChoices(found.id, after)
      return after
    })
  const fields = useMemo(() => fieldsOf(found, choices), [found, choices])
  const counts = countsOf(fields, choices)
  const unplaced = unplacedOf(found, choices)
  const save = useWrite(cvRoutes.saveImport, {
    invalidates: ['cv', 'records', 'history'],
    done: t('import.saved', { count: counts.kept }),
    onDone: onSaved,
  })
  return (
    <div>
      <PageHead
        title={t('import.review')}
        sub={t('import.nothingSaved', { name: `\u2068${found.name}\u2069` })}
        back={back}
        ruled
        actions={
          <>
            <Button onClick={() => setLeaving(true)}>{t('kernel:action.cancel')}</Button>
            <Button
              variant="primary"
              icon={Check}
              pending={save.isPending}
              {...(counts.kept === 0 && { disabledReason: t('import.noneKept') })}
              onClick={() =>
                save.mutate({
                  params: { id: found.id },
                  body: { accept: acceptedOf(fields, choices) },
                })
              }
            >
              {t('import.save', { count: counts.kept })}
            </Button>
          </>
        }
      />
      <Balance counts={counts} unplaced={unplaced.length} />
      {(found.model !== '' || found.modelFailure !== '') && (
        <Row margin={t('import.by')} ruled className="[&>.sheet-margin]:pt-3">
          <p className="py-2.5 text-sm text-ink-muted">
            {found.model !== ''
              ? t('import.readByModel', { model: `\u2068${found.model}\u2069` })
              : t(
                  found.modelFailure === 'AI_LIMIT_REACHED'
                    ? 'import.modelLimit'
                    : 'import.modelSilent',
                )}
          </p>
        </Row>
      )}
      <Row margin={t('import.file')} className="[&>.sheet-margin]:pt-5">
        <div className="grid grid-cols-1 gap-8 py-5 lg:grid-cols-2">
          <ImportSource found={found} fields={fields} active={active} />
          <section aria-label={t('import.fields')} className="min-w-0">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
              <h2 className="h2">{t('import.fields')}</h2>
              <Button
                size="sm"
                variant="quiet"
                icon={CheckCheck}
                onClick={() => choose((before) => withSure(fields, before))}
              >
                {t('import.keepSure')}
              </Button>
            </div>
            {fields.length === 0 && <p className="mb-6 text-ink-muted">{t('import.noFields')}</p>}
            {place(
              <ImportFields
                fields={fields}
                choices={choices}
                editing={editing}
                language={language}
                onVerdict={(key, verdict) =>
                  choose((before) => ({
                    ...before,
                    verdicts: { ...before.verdicts, [key]: verdict },
                  }))
                }
                onEdit={(id) => leave(() => setEditing(id))}
                onChanged={({ id }, values) => choose((before) => withValues(before, id, values))}
                onActive={setActive}
              />,
            )}
            <Unplaced
              texts={unplaced}
              onPlace={(text, section) =>
                leave(() => {
                  choose((before) => withPlaced(before, text, section))
                  setEditing(text.id)
                })
              }
            />
          </section>
        </div>
      </Row>
      <Confirm
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('import.cancelTitle')}
        verb={t('import.cancelVerb')}
        consequence={t('import.cancelBody')}
        onConfirm={() => void onCancel()}
      />
    </div>
  )
}

/** Counts of the kept, open and dropped fields, and the keys that decide them. */
function Balance({
  counts: { kept, open, dropped },
  unplaced,
}: {
  counts: Counts
  unplaced: number
}) {
  const { t } = useTranslation('cv')
  return (
    <Row margin={t('import.balance')} ruled className="[&>.sheet-margin]:pt-3">
      <div
        className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2.5 text-sm"
        aria-live="polite"
      >
        <Count icon={Check} className="text-positive" text={t('import.kept', { count: kept })} />
        <Count icon={CircleHelp} className="text-warm" text={t('import.open', { count: open })} />
        <Count icon={X} className="text-ink-muted" text={t('import.dropped', { count: dropped })} />
        <Count
          icon={TextCursor}
          className="text-info"
          text={t('import.unplaced', { count: unplaced })}
        />
        <span className="for-keys ms-auto flex items-center gap-2 text-ink-subtle">
          <Kbd>G</Kbd> {t('import.keyKeep')} <Kbd>X</Kbd> {t('import.keyDrop')} <Kbd>↓</Kbd>{' '}
          {t('import.keyNext')}
        </span>
      </div>
    </Row>
  )
}

type Text = ReturnType<typeof unplacedOf>[number]

/** Texts of the file that the user may place in a section. */
function Unplaced({
  texts,
  onPlace,
}: {
  texts: readonly Text[]
  onPlace: (text: Text, section: CvSection) => void
}) {
  const { t } = useTranslation('cv')
  if (texts.length === 0) return null
  return (
    <section aria-label={t('import.noPlace')}>
      <h3 className="border-b border-line-strong pb-1 font-semibold">{t('import.noPlace')}</h3>
      <ul>
        {texts.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-b border-line py-2">
            <span dir="auto" className="lost min-w-0 grow row-start">
              {one.text}
            </span>
            <DropMenu
              label={t('import.placeOne', { name: one.text })}
              className="btn btn-sm shrink-0"
              entries={CV_SECTIONS.map((section) => ({
                label: entityName(section),
                onSelect: () => onPlace(one, section),
              }))}
            >
              {t('import.place')}
            </DropMenu>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Count = ({
  icon: Icon,
  className,
  text,
}: {
  icon: LucideIcon
  className: string
  text: string
}) => (
  <span className="flex items-center gap-1.5">
    <Icon size={15} className={className} />
    {text}
  </span>
)
