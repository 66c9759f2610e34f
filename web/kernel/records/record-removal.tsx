import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import type { RecordScreenProps } from './record-props.ts'

/**
 * The deletion of a record, which the user confirms and may undo.
 *
 * @returns `dialog` asks the user once `ask` was called
 */
export function useRecordRemoval({
  type,
  row,
  title,
  refused,
  deleteConsequence,
  onClose,
}: Pick<RecordScreenProps, 'type' | 'refused' | 'deleteConsequence'> & {
  row: RecordRow | null
  title: string
  onClose: () => void
}): { ask: () => void; isPending: boolean; dialog: ReactNode } {
  const { t } = useTranslation('kernel')
  const [asking, setAsking] = useState(false)
  const routes = recordEndpoints(type)
  const name = namedRecord(type.name, title)
  const invalidates = [type.context, 'history']
  const restore = useWrite(routes.restore, {
    invalidates,
    done: { text: t('toast.restored'), name },
  })
  const remove = useWrite(routes.remove, {
    invalidates,
    onDone: (_, { params }) => {
      onClose()
      notifySuccess(t('toast.deleted'), {
        detail: name,
        action: {
          label: t('action.undo'),
          run: () => restore.mutate({ params: { id: params.id } }),
        },
      })
    },
  })
  const sentenceOf = (error: unknown) =>
    error instanceof ApiProblem ? refused?.(error) : undefined
  const refusal = sentenceOf(remove.error)
  const onError = (error: Error) => {
    if (sentenceOf(error) !== undefined) return
    setAsking(false)
  }
  return {
    ask: () => setAsking(true),
    isPending: remove.isPending,
    dialog: row && (
      <ConfirmRemoval
        open={asking}
        onClose={() => {
          setAsking(false)
          remove.reset()
        }}
        name={name}
        consequence={refusal ?? deleteConsequence?.(row) ?? t('record.deleteBody')}
        {...(refusal !== undefined && { disabledReason: t('record.standing') })}
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate({ params: { id: row.id } }, { onSuccess: () => setAsking(false), onError })
        }
      />
    ),
  }
}
