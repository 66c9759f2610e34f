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

/** Asks for an offer's next action and its date, once the last action is done. */
export function NextActionDialog({ offer, onClose }: { offer: Slip; onClose: () => void }) {
  const { t } = useTranslation('prospecting')
  const write = useWrite(recordEndpoints(Offer).change, {
    invalidates: ['prospecting', 'history'],
    done: { kind: 'changed', name: namedRecord('offer', offer.title) },
  })
  const form = useCarnetForm({
    schema: z.object({ nextAction: z.string().trim().max(200), nextActionDate: z.int() }),
    values: useMemo(() => ({ nextAction: '', nextActionDate: 0 }), []),
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
      body={<bdi>{[offer.nextAction, offer.client || offer.title].filter(Boolean).join(', ')}</bdi>}
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
