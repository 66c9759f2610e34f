import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'

const ContractPage = lazy(async () => ({
  default: (await import('./project-page.tsx')).ContractPage,
}))

/**
 * Routes `/admin/management/contracts/new` and `/:id`: an editor. It needs the form library, so it
 * loads after the page.
 */
export function ProjectScreen() {
  const { t } = useTranslation('projects')
  return (
    <Suspense fallback={<PageSkeleton lines={8} label={t('project.title')} />}>
      <ContractPage />
    </Suspense>
  )
}
