import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import { type Cv, CvVersionName } from '#contract/cv/cv.schemas.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { dayText, listText, today } from '#web/kernel/words/formats.ts'

/** Keeps the present CV under a name: its subject and the month, unless the user writes another. */
export function KeepVersion({ cv, onClose }: { cv: Cv; onClose: () => void }) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { language } = usePreferences()
  const keep = useWrite(cvRoutes.keep, {
    invalidates: ['cv', 'history'],
    done: t('version.kept'),
  })
  const usual = listText(
    language,
    [cv.name || cv.title, dayText(language, today(), 'month')].filter((text) => text !== ''),
  )
  const form = useCarnetForm({
    schema: CvVersionName,
    values: useMemo(() => ({ name: usual.slice(0, 200) }), [usual]),
    save: async (body) => {
      await keep.mutateAsync({ params: { id: cv.id }, body })
      onClose()
    },
  })
  return (
    <Form
      form={form}
      verb={t('version.keep')}
      className="mt-3 grid gap-3 rounded-md bg-surface-sunken p-3"
    >
      <FormProblem form={form} />
      <TextField
        name="name"
        label={t('version.name')}
        hint={t('version.nameHint')}
        maxLength={200}
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <LeaveButton size="sm" onClick={onClose}>
          {t('kernel:action.cancel')}
        </LeaveButton>
        <SubmitButton form={form} size="sm">
          {t('version.keep')}
        </SubmitButton>
      </div>
    </Form>
  )
}
