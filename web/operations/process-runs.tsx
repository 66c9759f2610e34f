import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type ProcessName, RUN_COUNTS } from '#contract/operations/operations.values.ts'
import type { ProcessRun, ProcessTool } from '#contract/operations/processes.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { timeText } from './time-text.ts'

type LastRun = NonNullable<ProcessTool['lastRun']>

const KINDS: Readonly<Record<LastRun['result'], StatusKind>> = {
  done: 'collected',
  cancelled: 'stop',
  failed: 'late',
  running: 'sent',
  cancelling: 'wait',
}
/** Source of each tool's lines in the technical log. */
const SOURCES: Readonly<Record<ProcessName, string>> = {
  'job-scraper': 'Scraper',
  'transaction-planifier': 'Scheduler',
  'demo-reset': 'Demo',
  'log-cleaner': 'LogCleaner',
  'jobs-cleaner': 'Scraper',
}

/** End, time and counts of a run. A dry run counts what a run would do. */
export function RunState({ run }: { run: LastRun }) {
  const { t } = useTranslation('operations')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Status kind={KINDS[run.result]}>{t(`process.result.${run.result}`)}</Status>
      {run.dryRun && (
        <span className="rounded border border-line-strong px-1.5 text-xs">
          {t('process.dryRun')}
        </span>
      )}
      <span className="text-ink-muted">
        <Instant at={run.at} />
      </span>
      <Counts counts={run.counts} dryRun={run.dryRun} />
      {run.error && <p className="w-full text-negative">{run.error}</p>}
    </div>
  )
}

function Counts({ counts, dryRun }: Pick<LastRun, 'counts' | 'dryRun'>) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return RUN_COUNTS.map((name) => {
    const count = counts[name]
    if (count === undefined) return null
    return (
      <span key={name} className="whitespace-nowrap">
        {t(`process.${dryRun ? 'would' : 'count'}.${name}`, {
          figure: numberText(language, count),
        })}
      </span>
    )
  })
}

/** The last runs, the newest first, each with the steps that it told. */
export function ProcessRuns({ runs, name }: { runs: readonly ProcessRun[]; name: ProcessName }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const { can } = useSession()
  if (runs.length === 0) return <p className="mt-4 text-sm text-ink-subtle">{t('process.never')}</p>
  return (
    <div className="mt-4 border-t border-line">
      <ul>
        {runs.map((run) => (
          <li key={run.runId} className="border-b border-line py-3">
            <RunState run={run} />
            <p className="mt-1 text-xs text-ink-muted">
              {run.scheduled
                ? t('process.bySchedule')
                : t('process.by', { name: `\u2068${run.by}\u2069` })}
              {run.days > 0 && ` · ${t('process.option.told', { days: run.days })}`}
              {run.account &&
                ` · ${t('process.option.only', { name: `\u2068${run.account}\u2069` })}`}
            </p>
            {run.steps.length > 0 && (
              <ol className="mt-2 text-xs text-ink-muted">
                {run.steps.map((step) => (
                  <li key={`${step.at} ${step.done}`} className="num">
                    {timeText(language, step.at)}{' '}
                    {t('process.progress', { done: step.done, of: step.of })}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
      {can('perm_access_logs_menu') && (
        <Link
          className="link mt-3 inline-block text-sm"
          to={`/admin/access/logs?view=technical&source=${SOURCES[name]}`}
        >
          {t('process.lines')}
        </Link>
      )}
    </div>
  )
}
