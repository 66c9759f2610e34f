import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { AccessesSection } from './accesses-section.tsx'
import { ExportSection } from './export-section.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { DemoSection } from './demo-section.tsx'
import { UsageSection } from './usage-section.tsx'
import { DeletionSection } from './deletion-section.tsx'

/** Route `/admin/profile/data`: what Carnet keeps of the user, and the end of it. */
export function OwnDataScreen() {
  const { t } = useTranslation('profile')
  const { me } = useSession()
  return (
    <>
      <PageHead title={t('screen.ownData.title')} sub={t('ownData.sub')} ruled />
      {me.isDemo && <DemoSection />}
      <ExportSection />
      <UsageSection />
      <AccessesSection />
      <DeletionSection />
    </>
  )
}
