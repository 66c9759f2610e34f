import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import { CvSending } from '#contract/cv/cv.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { epochOf, today } from '#web/kernel/words/formats.ts'

type NoteProps = { readonly cv: string; readonly number: number }

/** Notes to whom a version was sent outside of the product, and when. */
export function SentNote(props: NoteProps) {
  const { t } = useTranslation('cv')
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <NoteForm {...props} onClose={() => setOpen(false)} />
  ) : (
    <Button
      size="sm"
      variant="quiet"
      icon={Send}
      className="-ms-2 justify-self-start"
      onClick={() => setOpen(true)}
    >
      {t('version.noteOf', { number: props.number })}
    </Button>
  )
}

function NoteForm({ cv, number, onClose }: NoteProps & { onClose: () => void }) {
  const { t } = useTranslation(['cv', 'kernel'])
  const sent = useWrite(cvRoutes.sent, {
    invalidates: ['cv', 'history'],
    done: t('version.noted'),
  })
  const form = useCarnetForm({
    schema: CvSending,
    values: { to: '', on: epochOf(today()) },
    save: async (body) => {
      await sent.mutateAsync({ params: { id: cv, number }, body })
      onClose()
    },
  })
  return (
    <Form
      form={form}
      verb={t('version.note')}
      className="grid gap-3 rounded-md bg-surface-sunken p-3"
    >
      <FormProblem form={form} />
      <div className="grid gap-3 sm:grid-cols-[1fr_200px]">
        <TextField name="to" label={t('version.toWhom')} required autoFocus />
        <DayField name="on" label={t('version.sentOn')} />
      </div>
      <div className="flex justify-end gap-2">
        <LeaveButton size="sm" onClick={onClose}>
          {t('kernel:action.cancel')}
        </LeaveButton>
        <SubmitButton form={form} size="sm">
          {t('version.note')}
        </SubmitButton>
      </div>
    </Form>
  )
}
