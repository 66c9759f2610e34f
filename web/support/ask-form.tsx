import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { supportRoutes } from '#contract/support/support.contract.ts'
import { MESSAGE_MAX, SUBJECT_MAX } from '#contract/support/support.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { MessageCount } from './message-count.tsx'

const NOTHING = { subject: '', message: '' }

/** A new question to the support. */
export function AskForm() {
  const { t } = useTranslation(['support', 'kernel'])
  const write = useWrite(supportRoutes.ask, {
    invalidates: ['support'],
    done: t('form.sent'),
  })
  const form = useCarnetForm({
    schema: z.object({
      subject: z.string().trim().min(1).max(SUBJECT_MAX),
      message: z.string().trim().min(1).max(MESSAGE_MAX),
    }),
    values: useMemo(() => NOTHING, []),
    save: async (body) => {
      await write.mutateAsync({ body })
      form.methods.reset(NOTHING)
    },
  })
  return (
    <Form form={form} className="grid max-w-[640px] gap-4">
      {form.problem && <p className="font-medium text-negative">{t('form.failed')}</p>}
      <FormProblem form={form} />
      <TextField name="subject" label={t('form.subject')} maxLength={SUBJECT_MAX} required />
      <TextArea
        name="message"
        label={t('form.message')}
        rows={7}
        hint={<MessageCount form={form} />}
        required
      />
      <div>
        <SubmitButton form={form}>{t('form.send')}</SubmitButton>
      </div>
    </Form>
  )
}
