import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { Offer } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { fieldLabel, namedRecord } from '#web/kernel/words/record-words.ts'

const NOTHING = { nextAction: '', nextActionDate: 0 }

/**
 * Asks for an offer's next action and its date, once the last action is done. `offer` has the
 * action that another tab may have planned meanwhile.
 */
export function NextActionDialog({
  offer,
  done,
  onClose,
}: {
  offer: Slip
  done: Slip
  onClose: () => void
}) {
  const { nextAction, nextActionDate } = offer
  const isDone = nextAction === done.nextAction && nextActionDate === done.nextActionDate
  const { t } = useTranslation('prospecting')
  const write = useWrite(recordEndpoints(Offer).change, {
    invalidates: ['prospecting', 'history'],
    done: { kind: 'changed', name: namedRecord('offer', offer.title) },
  })
  const form = useCarnetForm({
    schema: z.object({ nextAction: z.string().trim().max(200), nextActionDate: z.int() }),
    values: useMemo(
      () => (isDone ? NOTHING : { nextAction, nextActionDate }),
      [isDone, nextAction, nextActionDate],
    ),
    save: async (values) => {
      await write.mutateAsync({ body: { id: offer.id, version: offer.version, ...values } })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('next.title')}
      body={<bdi>{[done.nextAction, offer.client || offer.title].filter(Boolean).join(', ')}</bdi>}
      verb={t('next.verb')}
    >
      <TextField
        name="nextAction"
        label={fieldLabel('offer', 'nextAction')}
        hint={t('next.hint')}
        autoFocus
      />
      <DayField name="nextActionDate" label={fieldLabel('offer', 'nextActionDate')} />
    </FormDialog>
  )
}
