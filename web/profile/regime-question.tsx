import { useTranslation } from 'react-i18next'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'

/**
 * The registry knows a sole trader, and not the regime: the user is asked, and nothing is assumed.
 * The answer is the legal form.
 */
export function RegimeQuestion({ className }: { className?: string }) {
  const { t } = useTranslation('profile')
  return (
    <SegmentField
      name="legalStatus"
      label={t('micro.question')}
      hint={t('micro.questionHint')}
      required
      {...(className && { className })}
      options={[
        { value: 'micro-entrepreneur', label: t('micro.yes') },
        { value: 'EI', label: t('micro.real') },
      ]}
    />
  )
}
