import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cvRoutes } from '#contract/cv.routes.ts'
import type { Cv, CvVersionContent } from '#contract/cv.schemas.ts'
import { type CvLanguage, type CvSection, itemName } from '#contract/cv.values.ts'
import type { RecordType } from '#contract/records.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { download } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { notifyFailure } from '#web/kernel/ui/toasts.ts'
import { dayText, instantText } from '#web/kernel/words/formats.ts'
import { entityTitle, findFieldLabel, namedRecord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { sentVersionsQuery, versionQuery } from './cv.queries.ts'
import { SentNote } from './sent-note.tsx'

/** Kept versions, the newest first: to whom each was sent, what differs between two, and bringing one back. */
export function VersionsDialog({
  cv,
  types,
  language,
  onClose,
}: {
  cv: Cv
  types: Readonly<Record<CvSection, RecordType>>
  language: CvLanguage
  onClose: () => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { language: words } = usePreferences()
  const { can } = useSession()
  const [noting, setNoting] = useState(0)
  const applied = useQuery(sentVersionsQuery(cv.id))
  const invalidates = ['cv', 'history']
  const keep = useWrite(cvRoutes.keep, { invalidates, done: t('version.kept') })
  const restore = useWrite(cvRoutes.restore, { invalidates, done: t('version.restored') })
  const newest = cv.versions.toReversed()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('version.title')}
      wide="page"
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.close')}</Button>
          <Button
            variant="primary"
            pending={keep.isPending}
            onClick={() => keep.mutate({ params: { id: cv.id }, body: {} })}
          >
            {t('version.keep')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-sm text-ink-muted">{t('version.body')}</p>
      <ul className="mt-3">
        {newest.map(({ number, name, at, restores, sent: told }) => (
          <li key={number} className="grid gap-2 border-b border-line py-3">
            <div className="flex flex-wrap items-center gap-2">
              <span className="grow">
                <span className="font-medium">{t('version.number', { number })}</span>
                <span className="ms-2 text-sm text-ink-muted">{instantText(words, at)}</span>
                {name !== '' && (
                  <span className="block text-sm row-start" dir="auto">
                    {name}
                  </span>
                )}
                {restores > 0 && (
                  <span className="block text-sm text-ink-muted">{t('version.restores', { number: restores })}</span>
                )}
              </span>
              {can('perm_cv_print') && (
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() =>
                    void download(cvRoutes.pdf, { query: { cv: cv.id, language, number } }, { as: 'open' }).catch(
                      notifyFailure,
                    )
                  }
                >
                  {t('version.print', { number })}
                </Button>
              )}
              <Button
                size="sm"
                pending={restore.isPending}
                onClick={() => restore.mutate({ params: { id: cv.id, number } })}
              >
                {t('version.restore', { number })}
              </Button>
            </div>
            {told.map((one, index) => (
              // What was noted never moves, so an index is a stable key.
              <p key={index} className="text-sm text-ink-muted">
                {t('version.sentTo', { to: one.to, day: dayText(words, one.on) })}
              </p>
            ))}
            {(applied.data ?? [])
              .filter((one) => one.number === number)
              .map((one) => (
                <p key={one.applicationId} className="text-sm text-ink-muted">
                  {t('version.appliedFor', {
                    title: `\u2068${[one.title, one.company].filter(Boolean).join(', ')}\u2069`,
                    day: dayText(words, one.at),
                  })}{' '}
                  {one.offerId !== '' && (
                    <Link className="link" to={paths.offers.to({}, { open: one.offerId })} onClick={onClose}>
                      {t('version.openOffer')}
                    </Link>
                  )}
                </p>
              ))}
            {noting === number ? (
              <SentNote cv={cv.id} number={number} onClose={() => setNoting(0)} />
            ) : (
              <Button
                size="sm"
                variant="quiet"
                icon={Send}
                className="-ms-2 justify-self-start"
                onClick={() => setNoting(number)}
              >
                {t('version.noteOf', { number })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cv.versions.length > 1 && <Comparison cv={cv} types={types} />}
    </Dialog>
  )
}

function Comparison({ cv, types }: { cv: Cv; types: Readonly<Record<CvSection, RecordType>> }) {
  const { t } = useTranslation('cv')
  const last = cv.versions.length
  const [[from, to], setBoth] = useState<readonly [number, number]>([last - 1, last])
  const before = useQuery(versionQuery(cv.id, from))
  const after = useQuery(versionQuery(cv.id, to))
  const choice = (value: number, label: string, onChange: (number: number) => void) => (
    <NativeSelect aria-label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {cv.versions.map(({ number }) => (
        <option key={number} value={number}>
          {t('version.number', { number })}
        </option>
      ))}
    </NativeSelect>
  )
  const lines = before.data && after.data ? differencesOf(before.data, after.data, types, t('differs.sections')) : null
  return (
    <section className="mt-5" aria-label={t('compare.title')}>
      <h3 className="font-semibold">{t('compare.title')}</h3>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:max-w-[420px]">
        {choice(from, t('compare.from'), (number) => setBoth([number, to]))}
        {choice(to, t('compare.to'), (number) => setBoth([from, number]))}
      </div>
      {lines?.length === 0 && <p className="mt-3 text-sm text-ink-muted">{t('compare.same')}</p>}
      <ul className="mt-3 grid gap-2 text-sm">
        {lines?.map(({ key, what, kind, old, now }) => (
          <li key={key}>
            <span className="font-medium">{what}</span> <span className="text-ink-muted">{t(`compare.${kind}`)}</span>
            {kind === 'changed' && (
              <span className="block row-start" dir="auto">
                <del className="text-ink-subtle">{old}</del> → <ins className="no-underline">{now}</ins>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Difference = {
  readonly key: string
  readonly what: string
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  readonly old: string
  readonly now: string
}

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : value === undefined
      ? ''
      : JSON.stringify(value)

/** A value as it is told; of Markdown its words. */
const wordsOf = (type: RecordType, field: string, value: unknown): unknown =>
  type.fields[field]?.kind === 'markdown' && typeof value === 'string' ? value.replaceAll(/\*\*|^[#>]+ /gm, '') : value

function differencesOf(
  before: CvVersionContent,
  after: CvVersionContent,
  types: Readonly<Record<CvSection, RecordType>>,
  /** The word for the sections and their order. */
  sections: string,
): readonly Difference[] {
  const old = new Map(before.items.map((item) => [item.id, item]))
  const now = new Map(after.items.map((item) => [item.id, item]))
  const order = (items: CvVersionContent['items'], section: CvSection, both: ReadonlyMap<string, unknown>) =>
    items.filter((item) => item.section === section && both.has(item.id)).map(({ id }) => id)
  const named = (item: CvVersionContent['items'][number]) => namedRecord(item.section, itemName(item))
  const titlesIn = (content: CvVersionContent) => content.sections.map((one) => entityTitle(one)).join(' · ')
  const line = (key: string, what: string, kind: Difference['kind'], from: unknown = '', to: unknown = '') => ({
    key,
    what,
    kind,
    old: shown(from),
    now: shown(to),
  })
  return [
    ...(['title', 'summary', 'template', 'language'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => line(field, after[field], 'changed', before[field], after[field])),
    ...(before.sections.join() === after.sections.join()
      ? []
      : [line('sections', sections, 'changed', titlesIn(before), titlesIn(after))]),
    ...after.items.filter(({ id }) => !old.has(id)).map((item) => line(item.id, named(item), 'added')),
    ...before.items.filter(({ id }) => !now.has(id)).map((item) => line(item.id, named(item), 'removed')),
    ...after.items.flatMap((item) => {
      const was = old.get(item.id)
      if (was === undefined) return []
      return Object.keys(types[item.section].fields)
        .filter((field) => JSON.stringify(was.values[field]) !== JSON.stringify(item.values[field]))
        .map((field) =>
          line(
            `${item.id} ${field}`,
            `${named(item)}, ${findFieldLabel(item.section, field) ?? field}`,
            'changed',
            wordsOf(types[item.section], field, was.values[field]),
            wordsOf(types[item.section], field, item.values[field]),
          ),
        )
    }),
    ...after.items.flatMap((item) => {
      const [was, is] = [order(before.items, item.section, now), order(after.items, item.section, old)]
      return old.has(item.id) && was.indexOf(item.id) !== is.indexOf(item.id)
        ? [line(`${item.id} moved`, named(item), 'moved')]
        : []
    }),
  ]
}
