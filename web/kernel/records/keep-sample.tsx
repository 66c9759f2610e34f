import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type RecordType, titleOf } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { call } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { permissionTo } from '#web/kernel/data/ability.ts'

/** A record of a sample: its values on the wire. Fields left out are empty. */
export type SampleRecord = Readonly<Record<string, unknown>>

/**
 * Adds the sample's records to the user's own. They are ordinary records from then on; the toast
 * takes them back.
 */
export function KeepSample({
  type,
  records,
}: {
  type: RecordType
  records: readonly SampleRecord[]
}) {
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const queries = useQueryClient()
  const routes = recordEndpoints(type)
  const readAgain = () => queries.invalidateQueries({ queryKey: [type.context] })
  const takeBack = useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => call(routes.remove, { params: { id } }))),
    onSuccess: () => notifySuccess(t('toast.deleted')),
    onSettled: readAgain,
  })
  const keep = useMutation({
    mutationFn: () => Promise.all(records.map((body) => call(routes.add, { body }))),
    onSuccess: (added) =>
      notifySuccess(t('toast.added'), {
        detail: records.map((one) => titleOf(type, one)).join(', '),
        action: { label: t('action.undo'), run: () => takeBack.mutate(added.map(({ id }) => id)) },
      }),
    onSettled: readAgain,
  })
  if (!can(permissionTo(type, 'add'))) return null
  return (
    <Button
      size="sm"
      className="mt-4"
      icon={Plus}
      pending={keep.isPending}
      onClick={() => keep.mutate()}
    >
      {t('state.keepSample')}
    </Button>
  )
}
