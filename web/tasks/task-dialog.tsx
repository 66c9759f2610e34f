import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { boardRoutes, type Board, type BoardTask } from '#contract/tasks/tasks.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { ComboField, SelectField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useFoundContracts } from '#web/projects/projects.queries.ts'
import { type BoardNames, contractName, shownName } from './task-slip.tsx'

const hours = z.number().min(0).max(100_000).nullable()
const Draft = z.object({
  title: z.string().trim().min(1).max(200),
  columnId: z.string(),
  projectId: z.union([z.string(), z.literal(0)]),
  estimatedTime: hours,
  completionEstimate: hours,
  tags: z.array(z.string()),
  priority: z.union([z.string(), z.literal(0)]),
  color: z.int(),
  dueDate: z.int(),
})

/** A task's fields, for a new one or one of the board. */
export function TaskDialog({
  board,
  task,
  columnId,
  names,
  onClose,
}: {
  board: Board
  /** Null for a new one, which begins in `columnId`. */
  task: BoardTask | null
  columnId: string
  names: BoardNames
  onClose: () => void
}) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const options = {
    invalidates: ['tasks'],
    done: (_: unknown, { body }: { readonly body: { readonly title?: string | undefined } }) => ({
      kind: task === null ? ('added' as const) : ('changed' as const),
      name: `${t('task.title')} ${body.title ?? ''}`,
    }),
    onDone: onClose,
  }
  const add = useWrite(boardRoutes.addTask, options)
  const change = useWrite(boardRoutes.changeTask, options)
  const form = useCarnetForm({
    schema: Draft,
    values: useMemo(
      () => ({
        title: task?.title ?? '',
        columnId: task?.columnId ?? columnId,
        projectId: task?.projectId ?? (0 as const),
        estimatedTime: task?.estimatedTime ?? 0,
        completionEstimate: task?.completionEstimate ?? 0,
        tags: task?.tags ?? [],
        priority: task?.priority ?? (0 as const),
        color: task?.color ?? 0,
        dueDate: task?.dueDate ?? 0,
      }),
      [task, columnId],
    ),
    save: async ({ estimatedTime, completionEstimate, projectId, priority, ...rest }) => {
      const body = {
        ...rest,
        projectId: projectId || (0 as const),
        priority: priority || (0 as const),
        estimatedTime: estimatedTime ?? 0,
        completionEstimate: completionEstimate ?? 0,
      }
      await (task === null
        ? add.mutateAsync({ body })
        : change.mutateAsync({ body: { ...body, id: task.id, version: task.version } }))
    },
  })
  const { profileId } = useSession()
  const { found, search } = useFoundContracts(profileId)
  const offered = found.filter(({ archived }) => !archived)
  const optionsOf = (rows: BoardNames['tags']) =>
    [...rows].map(([value, row]) => ({ value, label: shownName(row) }))
  return (
    <FormDialog
      wide
      form={form}
      onClose={onClose}
      title={task === null ? t('board.new') : task.title}
      verb={t(task === null ? 'kernel:action.add' : 'kernel:action.save')}
    >
      <TextField name="title" label={t('task.field.title')} required autoFocus />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          name="columnId"
          label={t('task.field.columnId')}
          options={board.columns.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <ComboField
          name="projectId"
          label={t('task.field.projectId')}
          none={0}
          options={offered.map((contract) => ({
            value: contract.id,
            label: contractName(contract),
            note: contract.client,
          }))}
          known={[...names.contracts].map(([value, label]) => ({ value, label }))}
          search={search}
        />
        <NumberField
          name="estimatedTime"
          label={t('task.field.estimatedTime')}
          unit={t('unit.hours')}
          zeroIsEmpty
        />
        <NumberField
          name="completionEstimate"
          label={t('task.field.completionEstimate')}
          unit={t('unit.hours')}
          zeroIsEmpty
        />
        <SelectField
          name="priority"
          label={t('task.field.priority')}
          none={t('kernel:value.none')}
          options={optionsOf(names.priorities)}
        />
        <DayField name="dueDate" label={t('task.field.dueDate')} />
        <ChoicesField name="tags" label={t('task.field.tags')} options={optionsOf(names.tags)} />
      </div>
      <ColourField name="color" label={t('task.field.color')} />
    </FormDialog>
  )
}
