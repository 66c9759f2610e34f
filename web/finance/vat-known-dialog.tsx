import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

const Chosen = z.object({ day: z.int().min(1) })
const VALUES = { day: 0 }

/** Asks for the day whose evening's knowledge is compared. */
export function KnownAtDialog({
  onClose,
  onChosen,
}: {
  onClose: () => void
  onChosen: (at: number) => void
}) {
  const { t } = useTranslation('finance')
  const form = useCarnetForm({
    schema: Chosen,
    values: VALUES,
    save: async ({ day }) => {
      onChosen(Math.min(day + DAY_MS - 1, today() + DAY_MS - 1))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('vatScreen.known.title')}
      verb={t('vatScreen.known.choose')}
    >
      <DayField name="day" label={t('vatScreen.known.day')} required />
    </FormDialog>
  )
}
