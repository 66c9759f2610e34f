import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LEGAL_STATUSES } from '#contract/kernel/identifiers.ts'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'

const named = (value: string) => optionLabel('professionalInfo', 'legalStatus', value)

/**
 * Legal form of a business. The registry knows a sole trader and not the regime, so that the user
 * is asked. A sole trader by hand is told where the other regime stands.
 *
 * @param asksRegime a sole trader of the registry
 */
export function LegalStatusField({
  asksRegime,
  none,
  readOnly = false,
  className,
}: {
  asksRegime: boolean
  none: string
  readOnly?: boolean
  className?: string
}) {
  const { t } = useTranslation('profile')
  const label = useLabels('professionalInfo')
  const chosen = useWatch<{ legalStatus: string }, 'legalStatus'>({ name: 'legalStatus' })
  const place = { name: 'legalStatus', ...(className && { className }) }
  if (asksRegime)
    return (
      <SegmentField
        {...place}
        label={t('micro.question')}
        hint={t('micro.questionHint')}
        required
        options={[
          { value: 'micro-entrepreneur', label: t('micro.yes') },
          { value: 'EI', label: t('micro.real') },
        ]}
      />
    )
  return (
    <SelectField
      {...place}
      label={label('legalStatus')}
      readOnly={readOnly}
      none={none}
      options={LEGAL_STATUSES.map((value) => ({ value, label: named(value) }))}
      {...(chosen === 'EI' &&
        !readOnly && { hint: t('micro.realHint', { micro: named('micro-entrepreneur') }) })}
    />
  )
}
