import {
  BookmarkPlus,
  Check,
  ExternalLink,
  EyeOff,
  Handshake,
  Minus,
  PenLine,
  Send,
  SkipForward,
} from 'lucide-react'
import type { TFunction } from 'i18next'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button, Kbd, LinkButton } from '#web/kernel/ui/button.tsx'
import { Figure } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { JobRate } from './job-rate.tsx'
import { MessageButton } from './message-button.tsx'
import { type JobAct, jobActs } from './offer-acts.ts'

const SentApplications = lazy(async () => ({
  default: (await import('./sent-applications.tsx')).SentApplications,
}))

/** The most points of each part of a score, in the order in which they are told. */
const MOST = {
  skills: 35,
  title: 15,
  place: 15,
  rate: 15,
  language: 5,
  level: 5,
  sector: 5,
  age: 5,
} as const
const PARTS = ['skills', 'title', 'place', 'rate', 'language', 'level', 'sector', 'age'] as const

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
        {acts.message === null && <MessageButton about="job" id={job.id} title={job.title} />}
        {acts.offer === null && (
          <LinkButton icon={Handshake} to={paths.offers.to({}, { open: job.offerId })}>
            {t('hunt.offer')}
          </LinkButton>
        )}
      </div>
      {job.marks.applied && (
        <Suspense fallback={null}>
          <SentApplications about="job" id={job.id} />
        </Suspense>
      )}
      {!isOwn && <Why job={job} />}
      <section aria-label={t('hunt.sources')}>
        <h3 className="font-semibold">{t('hunt.sources')}</h3>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {job.sources.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              <a
                className="link inline-flex items-center gap-1"
                href={url}
                target="_blank"
                rel="noreferrer noopener"
              >
                <bdi>{name}</bdi>
                <ExternalLink size={14} strokeWidth={1.7} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      </section>
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

/** A score as a sum of points with their maximum. */
function Why({ job }: { job: JobRow }) {
  const { t } = useTranslation('prospecting')
  const { points, matched, missing, distanceKm, age } = job.reasons
  const notes: Readonly<Record<(typeof PARTS)[number], ReactNode>> = {
    skills: <Skills matched={matched} missing={missing} />,
    title: null,
    place: distanceKm === null ? null : <span>{t('hunt.distance', { km: distanceKm })}</span>,
    rate: job.rate.per === '' ? t('hunt.unsaid') : <JobRate job={job} />,
    language: null,
    level: null,
    sector: job.sector === '' ? null : optionLabel('publication', 'sector', job.sector),
    age:
      job.postedAt === 0
        ? t('hunt.unsaid')
        : age === 0
          ? t('slip.today')
          : t('hunt.days', { count: age }),
  }
  return (
    <section aria-label={t('hunt.why', { score: job.score })}>
      <h3 className="flex justify-between border-b border-line-strong pb-1.5 font-semibold">
        {t('hunt.why', { score: job.score })}
        <span className="text-xs font-normal text-ink-subtle">{t('hunt.points')}</span>
      </h3>
      <dl>
        {PARTS.map((part) => (
          <div key={part} className="flex justify-between gap-4 border-b border-line py-2">
            <dt>
              {t(`hunt.part.${part}`)}
              {notes[part] && <span className="block text-sm text-ink-muted">{notes[part]}</span>}
            </dt>
            <dd className="num shrink-0" dir="ltr">
              <strong>
                <Figure value={points[part]} digits={0} />
              </strong>{' '}
              <span className="text-ink-subtle">/ {MOST[part]}</span>
            </dd>
          </div>
        ))}
        <div className="flex justify-between py-2 font-semibold">
          <dt>{t('hunt.total')}</dt>
          <dd
            dir="ltr"
            className="num border-b-[3px] border-double border-ink"
          >{`${job.score} / 100`}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Matched skills have a tick, missing ones a minus. */
export const Skills = ({
  matched,
  missing,
}: {
  matched: readonly string[]
  missing: readonly string[]
}) => {
  const { t } = useTranslation('prospecting')
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-muted">
      {matched.slice(0, 8).map((skill) => (
        <span key={skill} className="inline-flex items-center gap-1">
          <Check
            size={13}
            strokeWidth={2}
            aria-label={t('hunt.matched')}
            className="text-positive"
          />
          <bdi>{skill}</bdi>
        </span>
      ))}
      {missing.slice(0, 6).map((skill) => (
        <span key={skill} className="inline-flex items-center gap-1">
          <Minus
            size={13}
            strokeWidth={2}
            aria-label={t('hunt.missing')}
            className="text-warm-line"
          />
          <bdi>{skill}</bdi>
        </span>
      ))}
    </span>
  )
}
