import { useTranslation } from 'react-i18next'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

/** Chooses the first period of a business. */
export const useFirstPeriod = (onDone: () => void) => {
  const { t } = useTranslation('finance')
  return useWrite(professionalInfoRoutes.change, {
    invalidates: ['finance', 'profile', 'dashboard', 'history'],
    done: t('firstPeriod.done'),
    onDone,
  })
}
