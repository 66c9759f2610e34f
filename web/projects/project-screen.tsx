import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ContractPage = late(async () => (await import('./project-page.tsx')).ContractPage)

/**
 * Routes `/admin/management/contracts/new` and `/:id`: an editor. It needs the form library, so it
 * loads after the page.
 */
export function ProjectScreen() {
  const { t } = useTranslation('projects')
  return <ContractPage waiting={<PageSkeleton lines={8} label={t('project.title')} />} />
}
