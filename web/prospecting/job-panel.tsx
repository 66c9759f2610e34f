import {
  BookmarkPlus,
  ExternalLink,
  EyeOff,
  Handshake,
  PenLine,
  Send,
  SkipForward,
} from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button, Kbd, LinkButton } from '#web/kernel/ui/button.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { Why } from './job-why.tsx'
import { MessageButton } from './message-button.tsx'
import { type JobAct, jobActs } from './offer-acts.ts'
import { late } from '#web/kernel/ui/late.tsx'

const SentApplications = late(
  async () => (await import('./sent-applications.tsx')).SentApplications,
)

/** A key beside its act. */
const Key = ({ of }: { of: string }) => (
  <span className="for-keys">
    <Kbd>{of}</Kbd>
  </span>
)

/** Why a job takes no answers: its source has closed it, or the user has not published it. */
export const closedWord = (t: TFunction<'prospecting'>, isOwn: boolean): string =>
  isOwn ? optionLabel('publication', 'status', 'draft') : t('hunt.closed')

/** One job: what can be done with it, and why it has its score. */
export function JobPanel({
  job,
  isOwn,
  onAct,
  onHide,
}: {
  job: JobRow
  /** Offered by the user: it is not applied for, and has no score. */
  isOwn: boolean
  onAct: (what: JobAct) => void
  onHide: (job: JobRow) => void
}) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const { can } = useSession()
  const acts = jobActs(job, isOwn, can)
  const { about } = job
  return (
    <article className="grid gap-5 p-5 pb-10" aria-label={job.title}>
      <header>
        <h2 className="h1 !text-2xl">
          <bdi>{job.title}</bdi>
        </h2>
        <p className="mt-1 text-ink-muted">
          <bdi>{[job.company, job.location].filter(Boolean).join(', ')}</bdi>
          {job.closed && <strong className="text-negative"> {closedWord(t, isOwn)}</strong>}
        </p>
      </header>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {acts.apply === null && (
          <Button variant="primary" icon={Send} end={<Key of="C" />} onClick={() => onAct('apply')}>
            {t('hunt.apply')}
          </Button>
        )}
        {acts.save === null && (
          <Button icon={BookmarkPlus} end={<Key of="E" />} onClick={() => onAct('save')}>
            {t('hunt.save')}
          </Button>
        )}
        {acts.skip === null && (
          <Button icon={SkipForward} end={<Key of="P" />} onClick={() => onAct('skip')}>
            {t('hunt.skip')}
          </Button>
        )}
        {acts.hide === null && (
          <Button variant="quiet" icon={EyeOff} onClick={() => onHide(job)}>
            {t('hunt.hideCompany')}
          </Button>
        )}
        {acts.edit === null && (
          <LinkButton icon={PenLine} to={paths.publications.to({}, { open: job.id })}>
            {t('kernel:action.edit')}
          </LinkButton>
        )}
        {acts.message === null && <MessageButton about={about} id={job.id} title={job.title} />}
        {acts.offer === null && (
          <LinkButton icon={Handshake} to={paths.offers.to({}, { open: job.offerId })}>
            {t('hunt.offer')}
          </LinkButton>
        )}
      </div>
      {job.marks.applied && <SentApplications about={about} id={job.id} />}
      {!isOwn && <Why job={job} />}
      {job.sources.length > 0 && <Sources sources={job.sources} />}
      {job.description !== '' && (
        <section aria-label={t('hunt.text')}>
          <h3 className="font-semibold">{t('hunt.text')}</h3>
          <p className="mt-1.5 whitespace-pre-line break-words text-ink-muted" dir="auto">
            {job.description}
          </p>
        </section>
      )}
    </article>
  )
}

/** Where a job stands. A pasted text has no name, and a page only where it names one. */
function Sources({ sources }: Pick<JobRow, 'sources'>) {
  const { t } = useTranslation('prospecting')
  return (
    <section aria-label={t('hunt.sources')}>
      <h3 className="font-semibold">{t('hunt.sources')}</h3>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {sources.map(({ name, url }) => (
          <li key={`${name} ${url}`}>
            {url === '' ? (
              <bdi>{name || t('hunt.pasted')}</bdi>
            ) : (
              <a
                className="link inline-flex items-center gap-1"
                href={url}
                target="_blank"
                rel="noreferrer noopener"
              >
                <bdi>{name || t('hunt.pastedPage')}</bdi>
                <ExternalLink size={14} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
