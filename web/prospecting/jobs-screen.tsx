import clsx from 'clsx'
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  ClipboardPaste,
  Plus,
  Radar,
  SlidersHorizontal,
} from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { JobCounts, JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlWith } from '#web/kernel/data/url-state.ts'
import { Button, IconButton, Kbd, LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead, Row, Tabs } from '#web/kernel/ui/page.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { recordWord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { closedWord, JobPanel } from './job-panel.tsx'
import { JobRate } from './job-rate.tsx'
import { Skills } from './job-why.tsx'
import { JobFilters } from './job-filters.tsx'
import { JOB_VIEWS, type JobView, NO_JOB_FILTER } from './jobs.queries.ts'
import { HiddenCompanies } from './hidden-companies.tsx'
import { useHiddenCompany } from './use-job-marks.tsx'
import { type JobsState, useJobsState } from './use-jobs-state.ts'
import { useTriage } from './use-triage.ts'
import { late } from '#web/kernel/ui/late.tsx'

const ApplyDialog = late(async () => (await import('./apply-dialog.tsx')).ApplyDialog)
const PasteDialog = late(async () => (await import('./paste-job-dialog.tsx')).PasteJobDialog)

/**
 * Route `/admin/prospecting/offer/all`: jobs that were found, the best first, and what the user
 * does with each.
 */
export function JobsScreen() {
  const { t } = useTranslation('prospecting')
  const jobs = useJobsState()
  const { view, rows, chosen, shown, set } = jobs
  const [pasting, setPasting] = useState(false)
  const [applying, setApplying] = useState(false)
  const hideCompany = useHiddenCompany()
  const isOwn = view === 'created'
  const { mark, passOn } = useTriage({
    rows,
    shown,
    isOwn,
    go: (id) => set({ open: id }),
    onApply: () => setApplying(true),
  })
  return (
    <>
      {/* A phone shows an open job alone, below the page's name for screen readers. */}
      {chosen && <h1 className="sr-only lg:hidden">{t('job.title')}</h1>}
      <div className={clsx(chosen && 'max-lg:hidden')}>
        <JobsHead jobs={jobs} onPaste={() => setPasting(true)} />
      </div>
      <div className="grid border-t border-line lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div className={clsx(chosen && 'max-lg:hidden', shown === null && 'lg:col-span-2')}>
          <JobsList jobs={jobs} />
        </div>
        {shown && (
          <div
            className={clsx(
              'border-line lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:border-s',
              chosen === null && 'max-lg:hidden',
            )}
          >
            <Way rows={rows} shown={shown} onGo={(id) => set({ open: id })} />
            <JobPanel
              key={shown.id}
              job={shown}
              isOwn={isOwn}
              onAct={mark}
              onHide={(job) => {
                hideCompany(job)
                set({ open: '' })
              }}
            />
          </div>
        )}
      </div>
      {applying && shown && (
        <ApplyDialog
          about={shown.about}
          id={shown.id}
          title={shown.title}
          onClose={() => setApplying(false)}
          onApplied={passOn}
          onNote={() => {
            setApplying(false)
            mark('note')
          }}
        />
      )}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onAdded={(id) => {
            setPasting(false)
            set({ view: 'all', open: id })
          }}
        />
      )}
    </>
  )
}

/** The page's name with its acts, and the lists that it has. */
function JobsHead({ jobs, onPaste }: { jobs: JobsState; onPaste: () => void }) {
  const { t } = useTranslation('prospecting')
  const { view, counts, hasNone } = jobs
  const at = useUrlWith()
  const search = useJobSearch()
  return (
    <>
      <PageHead
        title={t('job.title')}
        sub={counts && !hasNone && t('hunt.sub', { count: counts.suggested })}
        actions={
          <>
            <LinkButton icon={SlidersHorizontal} to={paths.searchCriteria.to()}>
              {t('hunt.criteria')}
            </LinkButton>
            <Button icon={ClipboardPaste} onClick={onPaste}>
              {t('hunt.paste')}
            </Button>
            <Button
              variant="primary"
              icon={Radar}
              pending={search.isPending}
              onClick={() => search.mutate({})}
            >
              {t('hunt.search')}
            </Button>
          </>
        }
      />
      <Tabs
        label={t('hunt.views')}
        items={JOB_VIEWS.map((one) => ({
          to: at({ view: one === 'suggested' ? '' : one, open: '', from: '' }),
          label: t(`hunt.view.${one}`),
          ...(counts && { count: counts[one] }),
          current: one === view,
        }))}
      />
    </>
  )
}

/** Reads the sources now, and shows what was found. */
function useJobSearch() {
  const { t } = useTranslation('prospecting')
  return useWrite(prospectingRoutes.searchJobs, {
    invalidates: ['prospecting'],
    onDone: ({ found, failed, suggested }) => {
      const read = t('hunt.searched', { count: found })
      const lines = [
        ...(suggested > 0 ? [t('hunt.suggestedCount', { count: suggested }), read] : []),
        ...(failed > 0 ? [t('hunt.failed', { count: failed })] : []),
      ]
      notifySuccess(
        suggested > 0 ? t('hunt.suggested') : read,
        lines.length > 0 ? { detail: lines.join(' · ') } : {},
      )
    },
  })
}

/** Undecided jobs, above the threshold and below. */
const comparedOf = ({ suggested, below }: JobCounts): number => suggested + below
const isCompared = ({ reasons }: JobRow): boolean => reasons.compared

/** The filters, the jobs of a page, and the way to the next page. */
function JobsList({ jobs }: { jobs: JobsState }) {
  const { t } = useTranslation('prospecting')
  const at = useUrlWith()
  const { view, threshold, filter, counts, list, rows, shown, hasNone, set } = jobs
  return (
    <>
      {view === 'suggested' && counts && comparedOf(counts) > 0 && rows.every(isCompared) && (
        <Threshold
          counts={counts}
          value={threshold}
          onChange={(to) => set({ threshold: to, open: '', from: '' })}
        />
      )}
      {view !== 'created' && !hasNone && (
        <JobFilters filter={filter} set={(change) => set({ ...change, open: '', from: '' })} />
      )}
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <PageSkeleton label={t('job.title')} />
      ) : rows.length === 0 ? (
        <NoJobs jobs={jobs} />
      ) : (
        <ul>
          {rows.map((job) => (
            <li key={job.id}>
              <JobLine
                job={job}
                to={at({ open: job.id })}
                current={job.id === shown?.id}
                view={view}
              />
            </li>
          ))}
        </ul>
      )}
      <Pages jobs={jobs} />
      <Row className="py-4">
        {view !== 'created' && rows.length > 0 && <KeyLine />}
        {counts && <SourceNotes sources={counts.sources} />}
        {counts && <HiddenCompanies companies={counts.hiddenCompanies} />}
      </Row>
    </>
  )
}

/** Nothing was found, or there is nothing yet. */
function NoJobs({ jobs: { view, isNarrowed, hasNone, counts, set } }: { jobs: JobsState }) {
  const { t } = useTranslation('prospecting')
  if (isNarrowed)
    return (
      <EmptyState
        title={t('hunt.noneFound')}
        body=""
        action={
          <Button onClick={() => set({ ...NO_JOB_FILTER, from: '' })}>{t('hunt.clear')}</Button>
        }
      />
    )
  const isStart =
    view === 'created' || (counts?.hasCriteria === false && (hasNone || view === 'suggested'))
  return (
    <EmptyState
      title={t(`hunt.empty.${view}`)}
      body={t(`hunt.empty.body.${view}`)}
      action={isStart && <FirstAct view={view} />}
      sample={hasNone && view === 'suggested' && <JobSample />}
    />
  )
}

/** The way to more jobs, and back to the first page. */
function Pages({ jobs: { list, rows, from, set } }: { jobs: JobsState }) {
  const { t } = useTranslation('prospecting')
  const { data } = list
  if (!data || (data.next === null && from === '')) return null
  return (
    <Row className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
      <span className="text-sm text-ink-muted">
        {t('hunt.shown', { count: rows.length, of: data.total })}
      </span>
      {from !== '' && (
        <Button onClick={() => set({ from: '', open: '' })}>{t('hunt.first')}</Button>
      )}
      {data.next !== null && (
        <Button
          pending={list.isPlaceholderData}
          onClick={() => set({ from: data.next ?? '', open: '' }, 'push')}
        >
          {t('hunt.more')}
        </Button>
      )}
    </Row>
  )
}

/** The first thing to do: say what is looked for, or publish a job. */
function FirstAct({ view }: { view: JobView }) {
  const { can } = useSession()
  if (!can('perm_offer_add')) return null
  const [name, place] =
    view === 'created'
      ? (['publication', paths.publications] as const)
      : (['searchCriteria', paths.searchCriteria] as const)
  return (
    <LinkButton variant="primary" icon={Plus} to={place.to({}, { open: 'new' })}>
      {recordWord({ name }, 'new')}
    </LinkButton>
  )
}

/** A job with its score, for an account that has none. */
function JobSample() {
  const { t } = useTranslation('prospecting')
  const end = <strong className="num text-accent">88 %</strong>
  return (
    <SampleSlips
      slips={[{ title: t('criteria.sample'), note: `Lyon · ${t('hunt.days', { count: 2 })}`, end }]}
    />
  )
}

/** On a phone: back to the list, and from one job to the next by thumb. */
function Way({
  rows,
  shown,
  onGo,
}: {
  rows: readonly JobRow[]
  shown: JobRow
  onGo: (id: string) => void
}) {
  const { t } = useTranslation('prospecting')
  const index = rows.indexOf(shown)
  const [before, after] = [rows[index - 1], rows[index + 1]]
  return (
    <div className="flex items-center gap-2 border-b border-line p-2 lg:hidden">
      <Button variant="quiet" icon={ArrowLeft} points onClick={() => onGo('')}>
        {t('hunt.back')}
      </Button>
      <span className="num grow text-end text-sm text-ink-muted">
        {t('hunt.place', { number: index + 1, of: rows.length })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('hunt.key.previous')}
        disabled={before === undefined}
        onClick={() => before && onGo(before.id)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('hunt.key.next')}
        disabled={after === undefined}
        onClick={() => after && onGo(after.id)}
      />
    </div>
  )
}

/** The least score that is shown; the count follows while it moves. */
function Threshold({
  counts,
  value,
  onChange,
}: {
  counts: JobCounts
  value: string
  onChange: (to: string) => void
}) {
  const { t } = useTranslation('prospecting')
  const score = value === '' ? counts.threshold : Number(value)
  return (
    <Row className="py-3" margin={t('hunt.threshold')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          id="job-threshold"
          aria-label={t('hunt.threshold')}
          type="range"
          min={0}
          max={100}
          step={5}
          value={score}
          className="range seuil max-w-[240px]"
          style={{ '--p': `${score}%` } as React.CSSProperties}
          aria-valuetext={`${score} %`}
          onChange={(event) => onChange(event.target.value)}
        />
        <output htmlFor="job-threshold" className="text-sm text-ink-muted">
          <strong className="num me-2 text-ink">{`${score} %`}</strong>
          {` ${t('hunt.above', { count: counts.suggested })}, ${t('hunt.below', { count: counts.below })}`}
        </output>
      </div>
      {counts.freeSuggestions !== null && (
        <p className="mt-1 text-sm text-ink-muted">
          {t('hunt.freeLeft', { count: counts.freeSuggestions })}
        </p>
      )}
    </Row>
  )
}

/**
 * One job of the list: its score in the margin, and what matches. Kept between keys: of a hundred
 * lines two change, and without it a key took twice as long.
 */
const JobLine = memo(function JobLine({
  job,
  to,
  current,
  view,
}: {
  job: JobRow
  to: string
  current: boolean
  view: JobView
}) {
  const { t } = useTranslation('prospecting')
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      className="job-row"
      aria-current={current ? 'true' : undefined}
    >
      <span className="sheet-margin">
        {view !== 'created' && job.reasons.compared && (
          <strong className="num block text-accent">{`${job.score} %`}</strong>
        )}
        {job.postedAt > 0 && view !== 'created' && t('hunt.age', { count: job.reasons.age })}
      </span>
      <span className="min-w-0">
        <span className="block font-medium">
          <bdi>{job.title}</bdi>
        </span>
        <span className="block text-sm text-ink-muted">
          <bdi>{[job.company, job.location].filter(Boolean).join(', ')}</bdi>
          {job.closed && ` · ${closedWord(t, view === 'created')}`}
        </span>
        <Skills
          matched={job.reasons.matched.slice(0, 4)}
          missing={job.reasons.missing.slice(0, 2)}
        />
      </span>
      <span className="text-end text-sm font-medium">
        <JobRate job={job} />
      </span>
    </Link>
  )
})

const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['E', 'save'],
  ['P', 'skip'],
  ['C', 'apply'],
  ['Z', 'undo'],
] as const

function KeyLine() {
  const { t } = useTranslation('prospecting')
  return (
    <p className="for-keys flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
      {KEYS.map(([key, what]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{key}</Kbd> {t(`hunt.key.${what}`)}
        </span>
      ))}
    </p>
  )
}

/** Last reading of each source: a failed source shows its last success. */
function SourceNotes({ sources }: { sources: JobCounts['sources'] }) {
  const { t } = useTranslation('prospecting')
  return (
    <div className="mt-3 text-sm text-ink-subtle">
      <p>
        <Link className="link" to={paths.jobSources.to()}>
          {t('hunt.manageSources')}
        </Link>
      </p>
      <ul>
        {sources
          .filter(({ triedAt }) => triedAt > 0)
          .map(({ id, name, readAt, error, found }) => (
            <li key={id} className={error === '' ? '' : 'text-negative'}>
              <bdi>{name}</bdi> ·{' '}
              {error === ''
                ? t('hunt.read', { count: found })
                : t('hunt.unread', { reason: error })}
              {readAt > 0 && (
                <>
                  {' · '}
                  <Instant at={readAt} />
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  )
}
