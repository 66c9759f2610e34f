import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { MachinerySection } from './machinery-section.tsx'
import { ProcessRow } from './process-row.tsx'
import { processesQuery } from './processes.queries.ts'
import { QueuesButton } from './queues-button.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const JournalSection = late(async () => (await import('./journal-section.tsx')).JournalSection)

/**
 * Route `/admin/access/process-center`: the tools that work without a user, run and watched by hand
 * (AD3).
 */
export function ProcessScreen() {
  const { t } = useTranslation('operations')
  const { can } = useSession()
  const tools = useQuery(processesQuery())
  const running = tools.data?.filter((tool) => tool.running).length
  return (
    <>
      <PageHead
        title={t('screen.processes.title')}
        sub={running === undefined ? '' : t('process.sub', { figure: running })}
        actions={<QueuesButton />}
        ruled
      />
      {tools.isError ? (
        <ErrorState error={tools.error} onRetry={tools.refetch} />
      ) : !tools.data ? (
        <Skeleton lines={5} label={t('screen.processes.title')} />
      ) : (
        <>
          {tools.data.map((tool) => (
            <ProcessRow key={tool.name} tool={tool} />
          ))}
          <MachinerySection />
          {can('perm_access_logs_menu') && <JournalSection />}
        </>
      )}
    </>
  )
}
