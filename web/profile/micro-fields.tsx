import { useTranslation } from 'react-i18next'
import { ACTIVITIES } from '#contract/schedules/schedules.values.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'

/** Contributions of a micro-entrepreneur: charges of contributions follow them. */
export function MicroFields({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('profile')
  const label = useLabels('professionalInfo')
  return (
    <div className="grid gap-5">
      <FieldGrid>
        <SelectField
          name="activity"
          label={label('activity')}
          readOnly={readOnly}
          none={t('micro.none')}
          options={ACTIVITIES.map((value) => ({
            value,
            label: optionLabel('professionalInfo', 'activity', value),
          }))}
        />
        <DayField
          name="acreFrom"
          label={label('acreFrom')}
          hint={t('micro.acre')}
          readOnly={readOnly}
        />
      </FieldGrid>
      <CheckField name="incomeTaxOption" label={label('incomeTaxOption')} readOnly={readOnly} />
      <p className="hint">{t('micro.hint')}</p>
    </div>
  )
}
