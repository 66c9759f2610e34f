import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleX,
  type LucideIcon,
  Pencil,
  StepForward,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  urssafRoutes,
  type Schedule,
  type WaitingRun,
} from '#contract/schedules/schedules.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { READ_AGAIN, scheduleActs } from './schedule-acts.ts'
import { FAMILIES, type Family } from './schedules.queries.ts'

/** The writes of a schedule, with what they say when they are done. */
export function useScheduleWrites(family: Family, onRemoved?: () => void) {
  const { t } = useTranslation(['schedules', 'kernel'])
  const { routes } = FAMILIES[family]
  const restore = useWrite(routes.restore, { ...READ_AGAIN, done: t('done.restored') })
  return {
    validate: useWrite(routes.validate, {
      ...READ_AGAIN,
      done: (_, { body }) => t(body.skip ? 'done.skipped' : 'done.validated'),
    }),
    runDue: useWrite(routes.run, {
      ...READ_AGAIN,
      done: ({ runs }) => t('done.ran', { count: runs }),
    }),
    runOne: useWrite(routes.runOne, {
      ...READ_AGAIN,
      done: ({ runs }) => t('done.ran', { count: runs }),
    }),
    activate: useWrite(routes.activate, { ...READ_AGAIN, done: t('done.activated') }),
    deactivate: useWrite(routes.deactivate, { ...READ_AGAIN, done: t('done.deactivated') }),
    undeclare: useWrite(urssafRoutes.undo, { ...READ_AGAIN, done: t('undeclare.done') }),
    remove: useWrite(routes.remove, {
      ...READ_AGAIN,
      onDone: (_, { params }) => {
        onRemoved?.()
        notifySuccess(t('kernel:toast.deleted'), {
          action: {
            label: t('kernel:action.undo'),
            run: () => restore.mutate({ params: { id: params.id } }),
          },
        })
      },
    }),
  }
}

/** A run, and the schedule that it is of. */
export type RunOf = { readonly row: Schedule; readonly run: WaitingRun }

type ScheduleAct = Exclude<MenuEntry, 'line' | { readonly heading: string }> & {
  readonly label: string
  readonly icon: LucideIcon
}

/** The menu of a schedule. */
export function useScheduleActs(
  family: Family,
  {
    onEdit,
    onSkip,
    onValidate,
    onRemoved,
  }: {
    readonly onEdit: (row: Schedule) => void
    readonly onSkip: (run: RunOf) => void
    readonly onValidate: (run: RunOf) => void
    readonly onRemoved?: () => void
  },
) {
  const { t } = useTranslation(['schedules', 'kernel'])
  const { can } = useSession()
  const { activate, deactivate, remove, runOne } = useScheduleWrites(family, onRemoved)
  return (row: Schedule): readonly ScheduleAct[] => {
    const acts = scheduleActs(family, row, can)
    const entry = (
      act: keyof typeof acts,
      label: string,
      icon: LucideIcon,
      onSelect: () => void,
      tone?: 'danger',
    ) => (acts[act] === 'available' ? [{ label, icon, onSelect, ...(tone && { tone }) }] : [])
    const params = { id: row.id }
    const [run] = row.toValidate
    const [due] = row.nextRuns
    return [
      ...entry('validate', t('act.validate'), CircleCheck, () => run && onValidate({ row, run })),
      ...entry('skip', t('act.skip'), CircleX, () => run && onSkip({ row, run })),
      ...entry('runNow', t('act.runNow'), StepForward, () =>
        runOne.mutate({ params, body: { due } }),
      ),
      ...entry('edit', t('kernel:action.edit'), Pencil, () => onEdit(row)),
      ...entry('deactivate', t('act.deactivate'), CirclePause, () => deactivate.mutate({ params })),
      ...entry('activate', t('act.activate'), CirclePlay, () => activate.mutate({ params })),
      ...entry(
        'remove',
        t('kernel:action.delete'),
        Trash2,
        () => remove.mutate({ params }),
        'danger',
      ),
    ]
  }
}
