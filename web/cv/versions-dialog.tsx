import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { CvItem, CvLanguage, CvSection } from '#contract/cv/cv.values.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { download } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { CancelButton, Dialog } from '#web/kernel/ui/dialog.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { dayText, instantText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { sentVersionsQuery } from './cv.queries.ts'
import { KeepVersion } from './keep-version.tsx'
import { SentNote } from './sent-note.tsx'
import { VersionComparison } from './version-comparison.tsx'

/**
 * Kept versions, the newest first: to whom each was sent, what differs between two, and bringing
 * one back.
 */
export function VersionsDialog({
  cv,
  items,
  types,
  language,
  onClose,
}: {
  cv: Cv
  items: readonly CvItem[]
  types: Readonly<Record<CvSection, RecordType>>
  language: CvLanguage
  onClose: () => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { language: words } = usePreferences()
  const { can } = useSession()
  const [isKeeping, setKeeping] = useState(false)
  const applied = useQuery(sentVersionsQuery(cv.id))
  const invalidates = ['cv', 'history']
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
          <CancelButton>{t('kernel:action.close')}</CancelButton>
          {!isKeeping && (
            <Button variant="primary" onClick={() => setKeeping(true)}>
              {t('version.keep')}
            </Button>
          )}
        </>
      }
    >
      <p className="mt-2 text-sm text-ink-muted">{t('version.body')}</p>
      {isKeeping && <KeepVersion cv={cv} onClose={() => setKeeping(false)} />}
      <ul className="mt-3">
        {newest.map(({ number, name, at, restores, sent: sendings }) => (
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
                  <span className="block text-sm text-ink-muted">
                    {t('version.restores', { number: restores })}
                  </span>
                )}
              </span>
              {can('perm_cv_print') && (
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() =>
                    void download(
                      cvRoutes.pdf,
                      { query: { cv: cv.id, language, number } },
                      { as: 'open' },
                    ).catch(notifyFailure)
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
            {sendings.map((one, index) => (
              // Notes never move, so an index is a stable key.
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
                    <Link
                      className="link"
                      to={paths.offers.to({}, { open: one.offerId })}
                      onClick={onClose}
                    >
                      {t('version.openOffer')}
                    </Link>
                  )}
                </p>
              ))}
            <SentNote cv={cv.id} number={number} />
          </li>
        ))}
      </ul>
      {cv.versions.length > 0 && <VersionComparison cv={cv} items={items} types={types} />}
    </Dialog>
  )
}
