import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { supportRoutes } from '#contract/support/support.contract.ts'
import { MESSAGE_MAX } from '#contract/support/support.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea } from '#web/kernel/form/text-field.tsx'
import { MessageCount } from './message-count.tsx'

/** A further line of a request. */
export function AnswerForm({ id }: { id: string }) {
  const { t } = useTranslation(['support', 'kernel'])
  const write = useWrite(supportRoutes.answer, {
    invalidates: ['support'],
    done: t('form.sent'),
  })
  const form = useCarnetForm({
    schema: z.object({ message: z.string().trim().min(1).max(MESSAGE_MAX) }),
    values: useMemo(() => ({ message: '' }), []),
    save: async (body) => {
      await write.mutateAsync({ params: { id }, body })
      form.methods.reset({ message: '' })
    },
  })
  return (
    <Form form={form} page="open" verb={t('form.send')} className="mt-4 grid gap-3">
      <FormProblem form={form} />
      <TextArea
        name="message"
        label={t('form.answer')}
        hint={<MessageCount form={form} />}
        required
      />
      <div>
        <SubmitButton form={form}>{t('form.send')}</SubmitButton>
      </div>
    </Form>
  )
}
