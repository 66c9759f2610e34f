import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { boardRoutes, type BoardColumn } from '#contract/tasks/tasks.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'

const Draft = z.object({
  title: z.string().trim().min(1).max(60),
  wipLimit: z.int().min(0).max(1_000).nullable(),
})

/** A column's name and limit. */
export function ColumnDialog({
  column,
  onClose,
}: {
  column: BoardColumn | null
  onClose: () => void
}) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const options = {
    invalidates: ['tasks'],
    done: { kind: column === null ? ('added' as const) : ('changed' as const) },
    onDone: onClose,
  }
  const add = useWrite(boardRoutes.addColumn, options)
  const change = useWrite(boardRoutes.changeColumn, options)
  const form = useCarnetForm({
    schema: Draft,
    values: useMemo(
      () => ({ title: column?.title ?? '', wipLimit: column?.wipLimit ?? 0 }),
      [column],
    ),
    save: async ({ title, wipLimit }) => {
      const limit = { wipLimit: wipLimit ?? 0 }
      if (column === null) await add.mutateAsync({ body: { title, ...limit } })
      // A column of the start that keeps its name is told in the language of each reader.
      else
        await change.mutateAsync({
          body: {
            id: column.id,
            version: column.version,
            ...(title !== column.title && { title }),
            ...limit,
          },
        })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={column === null ? t('column.new') : column.title}
      verb={t(column === null ? 'kernel:action.add' : 'kernel:action.save')}
    >
      <TextField name="title" label={t('column.title')} required autoFocus />
      <NumberField
        name="wipLimit"
        label={t('column.limit')}
        hint={t('column.limitHint')}
        digits={0}
        zeroIsEmpty
      />
    </FormDialog>
  )
}
