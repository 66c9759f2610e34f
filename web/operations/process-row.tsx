import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Eraser, History, Radar, RotateCcw, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcessName } from '#contract/operations/operations.values.ts'
import type { ProcessTool } from '#contract/operations/processes.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { IconButton, ProcessActs, RunQuestions, useRun } from './process-acts.tsx'
import { ProcessRuns, RunState } from './process-runs.tsx'
import { runsQuery } from './processes.queries.ts'
import { leftText } from './time-text.ts'

const ICONS: Readonly<Record<ProcessName, LucideIcon>> = {
  'job-scraper': Radar,
  'transaction-planifier': CalendarClock,
  'demo-reset': RotateCcw,
  'log-cleaner': Eraser,
  'jobs-cleaner': Trash2,
}

/** A tool: what it keeps, how it stands, its buttons, and its last runs when they are opened. */
export function ProcessRow({ tool }: { tool: ProcessTool }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { name, progress, lastRun, keptDays } = tool
  const Icon = ICONS[name]
  const run = useRun(tool)
  const label = t(`process.name.${name}`)
  return (
    <section aria-labelledby={id}>
      <Row
        margin={<Icon size={18} className="inline" />}
        className="py-4 [&>.sheet-margin]:pt-0.5"
        ruled
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 basis-[300px]">
            <h2 id={id} className="font-semibold">
              {label}
            </h2>
            <p className="mt-0.5 text-sm text-ink-muted">
              {t(`process.keeps.${name}`, { days: keptDays ?? 0 })}
            </p>
            <NextRun tool={tool} />
          </div>
          <div className="min-w-0 grow basis-[220px]">
            {progress ? (
              <Progress label={label} {...progress} since={lastRun?.at ?? 0} />
            ) : lastRun ? (
              <RunState run={lastRun} />
            ) : (
              <p className="text-sm text-ink-subtle">{t('process.never')}</p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {can('perm_process_center_manage') && <ProcessActs tool={tool} run={run} />}
            <IconButton
              icon={History}
              label={t('process.runs')}
              expanded={open}
              onClick={() => setOpen(!open)}
            />
          </div>
        </div>
        {!progress && <RunQuestions tool={tool} run={run} />}
        {open && <LastRuns name={name} />}
      </Row>
    </section>
  )
}

function NextRun({ tool }: { tool: ProcessTool }) {
  const { t } = useTranslation('operations')
  if (tool.paused) return <p className="mt-0.5 text-sm text-warning">{t('process.paused')}</p>
  return (
    <p className="mt-0.5 text-sm text-ink-muted">
      {tool.nextRun === 0 ? (
        t('process.onDemand')
      ) : (
        <>
          {t('process.next')} <Instant at={tool.nextRun} />
        </>
      )}
    </p>
  )
}

function Progress({
  label,
  done,
  of,
  cancelling,
  since,
}: {
  label: string
  done: number
  of: number
  cancelling: boolean
  /** When the run began. @unit epoch milliseconds */
  since: number
}) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const left = done > 0 ? Math.ceil((((Date.now() - since) / done) * (of - done)) / 1000) : 0
  return (
    <div>
      {/* Without a known length it has no value, and is drawn as moving. */}
      <progress
        className="file-progress w-full"
        aria-label={label}
        {...(done > 0 && { value: done, max: of })}
      />
      <output className="text-sm text-ink-muted">
        {cancelling
          ? t('process.stopping')
          : of > 0
            ? t('process.progress', { done, of })
            : t('process.running')}
      </output>
      {!cancelling && left > 0 && (
        <span className="float-end text-sm text-ink-muted">
          {t('process.left', {
            share: percentText(language, (done / of) * 100, 0),
            time: leftText(language, left),
          })}
        </span>
      )}
    </div>
  )
}

function LastRuns({ name }: { name: ProcessName }) {
  const { t } = useTranslation('operations')
  const runs = useQuery(runsQuery(name))
  if (runs.isError) return <ErrorState error={runs.error} onRetry={runs.refetch} />
  if (!runs.data) return <Skeleton lines={3} label={t('process.runs')} />
  return <ProcessRuns runs={runs.data} name={name} />
}
