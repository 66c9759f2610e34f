import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DECLINE_LENGTH, SIGNER_LENGTH } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { TOUCHED } from './quotes.queries.ts'

const Acceptance = z.object({
  name: z.string().trim().min(1).max(SIGNER_LENGTH),
  date: z.int().min(1),
  note: z.string().max(DECLINE_LENGTH),
})
const Refusal = z.object({ reason: z.string().max(DECLINE_LENGTH) })

/** The client agreed otherwise than by the link. */
export function AcceptDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const write = useWrite(quoteRoutes.accept, {
    invalidates: TOUCHED,
    done: t('accept.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Acceptance,
    values: useMemo(() => ({ name: '', date: today(), note: '' }), []),
    save: async (body) => {
      await write.mutateAsync({ params: { profileId: quote.profileId, id: quote.id }, body })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('accept.title', { ref: quote.ref })}
      body={t('accept.body')}
      verb={t('accept.action')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="name" label={t('accept.name')} required autoFocus />
        <DayField name="date" label={t('accept.date')} required />
      </div>
      <TextField
        name="note"
        label={t('accept.note')}
        placeholder={t('kernel:form.optional')}
        hint={t('accept.noteHint')}
      />
    </FormDialog>
  )
}

export function DeclineDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const write = useWrite(quoteRoutes.decline, {
    invalidates: TOUCHED,
    done: t('decline.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Refusal,
    values: useMemo(() => ({ reason: '' }), []),
    save: async (body) => {
      await write.mutateAsync({ params: { profileId: quote.profileId, id: quote.id }, body })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('decline.title', { ref: quote.ref })}
      body={t('decline.body')}
      verb={t('decline.action')}
    >
      <TextArea
        name="reason"
        label={t('decline.reason')}
        rows={3}
        placeholder={t('kernel:form.optional')}
      />
    </FormDialog>
  )
}
