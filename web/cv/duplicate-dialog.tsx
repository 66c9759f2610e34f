import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { CancelButton, Dialog } from '#web/kernel/ui/dialog.tsx'

const Duplicate = z.object({ name: z.string().trim().min(1).max(200) })
const START = { name: '' }

/** Asks for which offer, and copies the CV. */
export function DuplicateDialog({
  open,
  from,
  onClose,
  onMade,
}: {
  open: boolean
  from: Cv
  onClose: () => void
  onMade: (id: string) => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const formId = useId()
  const add = useWrite(cvRoutes.add, {
    invalidates: ['cv', 'history'],
    done: { kind: 'added', name: t('variant.title') },
  })
  const form = useCarnetForm({
    schema: Duplicate,
    values: START,
    save: async ({ name }) => {
      const { id } = await add.mutateAsync({ body: { name, from: from.id } })
      onClose()
      onMade(id)
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('variant.duplicate')}
      foot={
        <>
          <CancelButton />
          <SubmitButton form={form} outside={formId}>
            {t('variant.make')}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId} verb={t('variant.make')} className="mt-3 grid gap-3">
        <FormProblem form={form} />
        <p className="text-sm text-ink-muted">{t('variant.body')}</p>
        <TextField name="name" label={t('variant.name')} required autoFocus />
      </Form>
    </Dialog>
  )
}
