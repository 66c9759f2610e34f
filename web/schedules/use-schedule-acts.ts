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
import { FAMILIES, type Family } from './schedules.queries.ts'

/** A run is booked, so the books and what waits are read again. */
const READ_AGAIN = { invalidates: ['schedules', 'finance', 'dashboard', 'waiting'] } as const

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

/** An amount that is counted waits until its receipts are complete. */
const canRunNow = ({ active, amountType, state, nextRuns, toValidate }: Schedule): boolean =>
  active &&
  toValidate.length === 0 &&
  nextRuns.length > 0 &&
  (amountType === 'fixed' || state === 'overdue')

/** What a user may do with a schedule, as a menu. */
export function useScheduleActs(
  family: Family,
  {
    onEdit,
    onSkip,
    onValidate,
    onRemoved,
  }: {
    readonly onEdit: (row: Schedule) => void
    readonly onSkip: (asked: RunOf) => void
    readonly onValidate: (asked: RunOf) => void
    readonly onRemoved?: () => void
  },
) {
  const { t } = useTranslation(['schedules', 'kernel'])
  const { can } = useSession()
  const { group } = FAMILIES[family]
  const { activate, deactivate, remove, runOne } = useScheduleWrites(family, onRemoved)
  return (row: Schedule): readonly ScheduleAct[] => {
    const params = { id: row.id }
    const [run] = row.toValidate
    return [
      ...(can(`perm_${group}_update`)
        ? [
            ...(run
              ? [
                  {
                    label: t('act.validate'),
                    icon: CircleCheck,
                    onSelect: () => onValidate({ row, run }),
                  },
                  { label: t('act.skip'), icon: CircleX, onSelect: () => onSkip({ row, run }) },
                ]
              : []),
            ...(canRunNow(row)
              ? [
                  {
                    label: t('act.runNow'),
                    icon: StepForward,
                    onSelect: () => runOne.mutate({ params, body: { due: row.nextRuns[0] } }),
                  },
                ]
              : []),
            { label: t('kernel:action.edit'), icon: Pencil, onSelect: () => onEdit(row) },
            row.active
              ? {
                  label: t('act.deactivate'),
                  icon: CirclePause,
                  onSelect: () => deactivate.mutate({ params }),
                }
              : {
                  label: t('act.activate'),
                  icon: CirclePlay,
                  onSelect: () => activate.mutate({ params }),
                },
          ]
        : []),
      ...(can(`perm_${group}_delete`)
        ? [
            {
              label: t('kernel:action.delete'),
              icon: Trash2,
              tone: 'danger' as const,
              onSelect: () => remove.mutate({ params }),
            },
          ]
        : []),
    ]
  }
}
