import { useTranslation } from 'react-i18next'

/** A step in words: « 7 jours après l’échéance ». */
export function useStepWord(): (step: number) => string {
  const { t } = useTranslation('mail')
  return (step) =>
    step === 0
      ? t('step.due')
      : step < 0
        ? t('step.before', { count: -step })
        : t('step.after', { count: step })
}
