import { useTranslation } from 'react-i18next'
import { eventRoutes } from '#contract/planning/planning.contract.ts'
import type { Written } from '#contract/kernel/answers.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'

const READ_AGAIN = { invalidates: ['planning'] } as const

/** The writes of events. Each can be taken back from its toast. */
export function useEventWrites() {
  const { t } = useTranslation(['planning', 'kernel'])
  const restore = useWrite(eventRoutes.restore, { ...READ_AGAIN, done: t('done.restored') })
  const remove = useWrite(eventRoutes.remove, {
    ...READ_AGAIN,
    onDone: (reply) => notifyUndoable('done.removed', reply),
  })
  const notifyUndoable = (
    what: 'done.changed' | 'done.removed' | 'done.dismissed',
    { id, version }: Written,
  ) =>
    notifySuccess(t(what), {
      action: {
        label: t('kernel:action.undo'),
        run: () => restore.mutate({ params: { id }, body: { undoes: version } }),
      },
    })
  return {
    add: useWrite(eventRoutes.add, {
      ...READ_AGAIN,
      onDone: ({ id }) =>
        notifySuccess(t('done.added'), {
          action: {
            label: t('kernel:action.undo'),
            run: () => remove.mutate({ params: { id }, query: { scope: 'all' } }),
          },
        }),
    }),
    change: useWrite(eventRoutes.change, {
      ...READ_AGAIN,
      onDone: (reply) => notifyUndoable('done.changed', reply),
    }),
    move: useWrite(eventRoutes.change, {
      ...READ_AGAIN,
      onDone: (reply) => notifyUndoable('done.changed', reply),
    }),
    dismiss: useWrite(eventRoutes.dismiss, {
      ...READ_AGAIN,
      onDone: ([reply]) => reply && notifyUndoable('done.dismissed', reply),
    }),
    remove,
  }
}
