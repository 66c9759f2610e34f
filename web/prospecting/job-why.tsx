import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { Figure } from '#web/kernel/ui/values.tsx'
import { optionLabel, recordWord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { JobRate } from './job-rate.tsx'

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

/** A score as a sum of points with their maximum. */
export function Why({ job }: { job: JobRow }) {
  const { t } = useTranslation('prospecting')
  const { compared, points, matched, missing, distanceKm, age } = job.reasons
  if (!compared) return <NothingToCompare />
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

/** In the place of a score, where neither criteria nor CV say anything. */
function NothingToCompare() {
  const { t } = useTranslation('prospecting')
  return (
    <section aria-label={t('hunt.notCompared')}>
      <h3 className="border-b border-line-strong pb-1.5 font-semibold">{t('hunt.notCompared')}</h3>
      <p className="mt-2 text-ink-muted">{t('hunt.notComparedBody')}</p>
      <p className="mt-1.5 flex flex-wrap gap-x-4">
        <Link className="link" to={paths.cv.to()}>
          {t('apply.fillCv')}
        </Link>
        <Link className="link" to={paths.searchCriteria.to({}, { open: 'new' })}>
          {recordWord({ name: 'searchCriteria' }, 'new')}
        </Link>
      </p>
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
            strokeWidth={1.9}
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
            strokeWidth={1.9}
            aria-label={t('hunt.missing')}
            className="text-warm-line"
          />
          <bdi>{skill}</bdi>
        </span>
      ))}
    </span>
  )
}
