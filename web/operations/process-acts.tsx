import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, SlidersHorizontal, Square, StepForward } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcessName } from '#contract/operations/operations.values.ts'
import { processRoutes } from '#contract/operations/processes.contract.ts'
import type { ProcessTool } from '#contract/operations/processes.contract.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { processesQuery, runsQuery } from './processes.queries.ts'
import { NO_OPTIONS, optionsOf, RunOptions, type TypedOptions } from './run-options.tsx'

/** Count of a dry run for these tools' removals. */
const DESTROYED = {
  'log-cleaner': 'removed',
  'jobs-cleaner': 'removed',
  'demo-reset': 'accounts',
} as const
const isDestructive = (name: ProcessName): name is keyof typeof DESTROYED => name in DESTROYED
const sameOptions = (one: TypedOptions, other: TypedOptions): boolean =>
  one.days === other.days && one.account === other.account

/**
 * Count of what a run removes, or 1 for a tool that removes nothing. A removal runs after a dry run
 * that has counted just that.
 */
export function runnable(
  { name, lastRun }: Pick<ProcessTool, 'name' | 'lastRun'>,
  typed: TypedOptions,
  counted: TypedOptions,
): number {
  if (!isDestructive(name)) return 1
  const isCounted = lastRun?.dryRun && lastRun.result === 'done' && sameOptions(typed, counted)
  return isCounted ? (lastRun.counts[DESTROYED[name]] ?? 0) : 0
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
    onSettled: () =>
      Promise.all(
        [processesQuery().queryKey, runsQuery(name).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** A run as the user chooses it: its options, its dry run, and the question before it. */
export function useRun(tool: ProcessTool) {
  const [isAsking, setAsking] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [typed, setTyped] = useState(NO_OPTIONS)
  const [counted, setCounted] = useState(NO_OPTIONS)
  const act = useActs(tool.name)
  return {
    act,
    typed,
    setTyped,
    isAsking,
    setAsking,
    isChoosing,
    setChoosing,
    count: runnable(tool, typed, counted),
    dryRun: () => {
      setCounted(typed)
      act.mutate({ dryRun: true, typed })
    },
    start: () => {
      act.mutate({ dryRun: false, typed })
      setAsking(false)
    },
  }
}
type Run = ReturnType<typeof useRun>

/** The buttons of a tool: of a run that goes on, or of the next one. */
export function ProcessActs({ tool, run }: { tool: ProcessTool; run: Run }) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const { name, progress, paused } = tool
  const { act, count, isAsking, isChoosing } = run
  const wrong = optionsOf(run.typed) === null ? t('process.option.wrong') : undefined
  if (progress)
    return (
      <Button
        variant="danger"
        icon={Square}
        pending={act.isPending || progress.cancelling}
        onClick={() => act.mutate({ cancel: progress.runId })}
      >
        {t('process.stop')}
      </Button>
    )
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={t('process.options')}
        expanded={isChoosing}
        onClick={() => run.setChoosing(!isChoosing)}
      />
      <Button pending={act.isPending} disabledReason={wrong} onClick={run.dryRun}>
        {t('process.dryRun')}
      </Button>
      {count > 0 && (
        <Button
          icon={isDestructive(name) ? undefined : Play}
          variant={isDestructive(name) ? 'danger' : 'plain'}
          pending={act.isPending}
          aria-expanded={isAsking}
          disabledReason={wrong}
          onClick={() => run.setAsking(!isAsking)}
        >
          {isDestructive(name)
            ? t(`process.destroy.${name}`, { count, figure: numberText(language, count) })
            : t('process.run')}
        </Button>
      )}
      {(tool.scheduled || paused) && (
        <IconButton
          icon={paused ? StepForward : Pause}
          label={t(paused ? 'process.resume' : 'process.pause')}
          onClick={() => act.mutate({ paused: !paused })}
        />
      )}
    </>
  )
}

/** The options of the next run, and the question before it. */
export function RunQuestions({ tool, run }: { tool: ProcessTool; run: Run }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { name, keptDays } = tool
  const { act, typed } = run
  const options = optionsOf(typed)
  return (
    <>
      {run.isChoosing && (
        <RunOptions
          tool={tool}
          typed={typed}
          problem={accountProblem(act.error)}
          onChange={run.setTyped}
        />
      )}
      {run.isAsking && run.count > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded bg-surface-sunken p-4">
          <p className="max-w-[560px]">
            {t(`process.confirm.${name}`, { days: options?.days ?? keptDays ?? 0 })}
            {options?.account &&
              ` ${t('process.option.only', { name: `\u2068${options.account}\u2069` })}`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => run.setAsking(false)}>
              {t('kernel:action.cancel')}
            </Button>
            <Button variant="primary" pending={act.isPending} onClick={run.start}>
              {t('process.runNow')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

export function IconButton({
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
      <Icon size={18} />
    </button>
  )
}
