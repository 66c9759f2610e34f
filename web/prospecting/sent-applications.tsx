import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { Application } from '#contract/prospecting/prospecting.schemas.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { RichText } from '#web/kernel/ui/rich-text.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { listText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { applicationsQuery } from './applications.queries.ts'
import type { MessageAbout } from './messages.queries.ts'

/** Application to a job or an offer: its time, recipient, letter, and the very CV. */
export function SentApplications({ about, id }: { about: MessageAbout; id: string }) {
  const { t } = useTranslation('prospecting')
  const sent = useQuery(applicationsQuery(about, id)).data?.sent ?? []
  if (sent.length === 0) return null
  return (
    <section className="mt-5" aria-label={t('apply.sent')}>
      <h3 className="font-semibold">{t('apply.sent')}</h3>
      <ul>
        {sent.map((one) => (
          <li key={one.id} className="border-b border-line py-2 text-sm">
            <Sent application={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sent({ application }: { application: Application }) {
  const { t } = useTranslation('prospecting')
  const { language } = usePreferences()
  const { id, at, status, recipients, letter, cv } = application
  return (
    <>
      <p>
        <Instant at={at} /> ·{' '}
        {status === 'ready' ? (
          <Link className="link" to={paths.mails.to({}, { open: id })}>
            {t('apply.status.ready')}
          </Link>
        ) : (
          t(`apply.status.${status}`)
        )}
        {recipients.length > 0 && (
          <>
            {' · '}
            <bdi dir="ltr">{listText(language, recipients)}</bdi>
          </>
        )}
      </p>
      {cv && (
        <p className="mt-0.5 flex items-center gap-1.5 text-ink-muted">
          <FileText size={14} />
          <button
            type="button"
            className="link"
            onClick={() =>
              void download(prospectingRoutes.sentCv, { params: { id } }, { as: 'open' }).catch(
                notifyFailure,
              )
            }
          >
            <bdi>{cv.name}</bdi>
          </button>
          {t('apply.version', { number: cv.number })}
        </p>
      )}
      {letter !== '' && (
        <details className="mt-0.5">
          <summary className="text-ink-muted">{t('apply.letter')}</summary>
          <div className="mt-1" dir="auto">
            <RichText html={letter} />
          </div>
        </details>
      )}
    </>
  )
}
