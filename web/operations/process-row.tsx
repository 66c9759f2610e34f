import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CalendarClock,
  Eraser,
  History,
  Pause,
  Play,
  Radar,
  RotateCcw,
  SlidersHorizontal,
  Square,
  StepForward,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcessName } from '#contract/operations/operations.values.ts'
import { processRoutes, type ProcessTool } from '#contract/operations/processes.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { call, ApiProblem } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { numberText, percentText } from '#web/kernel/words/formats.ts'
import { leftText } from './time-text.ts'
import { ProcessRuns, RunState } from './process-runs.tsx'
import { processesQuery, runsQuery } from './processes.queries.ts'
import { NO_OPTIONS, optionsOf, RunOptions, type TypedOptions } from './run-options.tsx'

const ICONS: Readonly<Record<ProcessName, LucideIcon>> = {
  'job-scraper': Radar,
  'transaction-planifier': CalendarClock,
  'demo-reset': RotateCcw,
  'log-cleaner': Eraser,
  'jobs-cleaner': Trash2,
}

/** Count of a dry run for these tools' removals. */
const DESTROYED = {
  'log-cleaner': 'removed',
  'jobs-cleaner': 'removed',
  'demo-reset': 'accounts',
} as const
const isDestructive = (name: ProcessName): name is keyof typeof DESTROYED => name in DESTROYED
const sameOptions = (one: TypedOptions, other: TypedOptions): boolean =>
  one.days === other.days && one.account === other.account

/** A tool: what it keeps, how it stands, its buttons, and its last runs when they are opened. */
export function ProcessRow({ tool }: { tool: ProcessTool }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { can } = useSession()
  const { language } = usePreferences()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [typed, setTyped] = useState(NO_OPTIONS)
  const id = useId()
  const { name, progress, lastRun, keptDays } = tool
  const Icon = ICONS[name]
  const act = useActs(name)
  const options = optionsOf(typed)
  const wrong = options === null ? t('process.option.wrong') : undefined
  const label = t(`process.name.${name}`)
  const [counted, setCounted] = useState(NO_OPTIONS)
  // A removal runs after a dry run that has counted just that.
  const known =
    lastRun?.dryRun && lastRun.result === 'done' && sameOptions(typed, counted)
      ? lastRun.counts
      : null
  const count = isDestructive(name) ? (known?.[DESTROYED[name]] ?? 0) : 1
  return (
    <section aria-labelledby={id}>
      <Row
        margin={<Icon size={18} strokeWidth={1.7} aria-hidden="true" className="inline" />}
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
            {can('perm_process_center_manage') &&
              (progress ? (
                <Button
                  variant="danger"
                  icon={Square}
                  pending={act.isPending || progress.cancelling}
                  onClick={() => act.mutate({ cancel: progress.runId })}
                >
                  {t('process.stop')}
                </Button>
              ) : (
                <>
                  <IconButton
                    icon={SlidersHorizontal}
                    label={t('process.options')}
                    expanded={choosing}
                    onClick={() => setChoosing(!choosing)}
                  />
                  <Button
                    pending={act.isPending}
                    disabledReason={wrong}
                    onClick={() => {
                      setCounted(typed)
                      act.mutate({ dryRun: true, typed })
                    }}
                  >
                    {t('process.dryRun')}
                  </Button>
                  {count > 0 && (
                    <Button
                      icon={isDestructive(name) ? undefined : Play}
                      variant={isDestructive(name) ? 'danger' : 'plain'}
                      pending={act.isPending}
                      aria-expanded={asked}
                      disabledReason={wrong}
                      onClick={() => setAsked(!asked)}
                    >
                      {isDestructive(name)
                        ? t(`process.destroy.${name}`, {
                            count,
                            figure: numberText(language, count),
                          })
                        : t('process.run')}
                    </Button>
                  )}
                  {(tool.scheduled || tool.paused) && (
                    <IconButton
                      icon={tool.paused ? StepForward : Pause}
                      label={t(tool.paused ? 'process.resume' : 'process.pause')}
                      onClick={() => act.mutate({ paused: !tool.paused })}
                    />
                  )}
                </>
              ))}
            <IconButton
              icon={History}
              label={t('process.runs')}
              expanded={open}
              onClick={() => setOpen(!open)}
            />
          </div>
        </div>
        {choosing && !progress && (
          <RunOptions
            tool={tool}
            typed={typed}
            problem={accountProblem(act.error)}
            onChange={setTyped}
          />
        )}
        {asked && count > 0 && !progress && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded bg-surface-sunken p-4">
            <p className="max-w-[560px]">
              {t(`process.confirm.${name}`, { days: options?.days ?? keptDays ?? 0 })}
              {options?.account &&
                ` ${t('process.option.only', { name: `\u2068${options.account}\u2069` })}`}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" onClick={() => setAsked(false)}>
                {t('kernel:action.cancel')}
              </Button>
              <Button
                variant="primary"
                pending={act.isPending}
                onClick={() => {
                  act.mutate({ dryRun: false, typed })
                  setAsked(false)
                }}
              >
                {t('process.runNow')}
              </Button>
            </div>
          </div>
        )}
        {open && <LastRuns name={name} />}
      </Row>
    </section>
  )
}

function IconButton({
  icon: Icon,
  label,
  expanded,
  onClick,
}: {
  icon: LucideIcon
  label: string
  expanded?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
    </button>
  )
}

/** Answer of the server about the typed account. */
const accountProblem = (error: unknown): string | undefined =>
  error instanceof ApiProblem
    ? error.fields.find(({ path }) => path === 'options.account')?.message
    : undefined

type Act =
  | { readonly dryRun: boolean; readonly typed: TypedOptions }
  | { readonly cancel: string }
  | { readonly paused: boolean }

function useActs(name: ProcessName) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: Act): Promise<unknown> =>
      'dryRun' in act
        ? call(processRoutes.run, {
            params: { name },
            body: { dryRun: act.dryRun, options: optionsOf(act.typed) ?? {} },
          })
        : 'cancel' in act
          ? call(processRoutes.cancel, { params: { name, runId: act.cancel }, body: {} })
          : call(processRoutes.pause, { params: { name }, body: act }),
    meta: { failure: 'shown-by-caller' },
    // A fault of a choice stands under it.
    onError: (error) => void (accountProblem(error) === undefined && notifyFailure(error)),
    onSettled: () =>
      Promise.all(
        [processesQuery().queryKey, runsQuery(name).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
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
