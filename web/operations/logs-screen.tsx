import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditRoutes } from '#contract/history/history.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { namedEntities, useEntityWords } from '#web/kernel/words/record-words.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { AuditTab } from './audit-tab.tsx'
import { filterOf, NO_AUDIT_WORDS } from './audit-words.ts'
import { failedQuery } from './operations.queries.ts'
import { QueuesButton } from './queues-button.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const TechnicalTab = late(async () => (await import('./technical-tab.tsx')).TechnicalTab)
const StoryTab = late(async () => (await import('./story-tab.tsx')).StoryTab)
const FailedTab = late(async () => (await import('./failed-tab.tsx')).FailedTab)

/**
 * Route `/admin/access/logs`: the audit, the technical log, one request whole, and failed effects.
 */
export function LogsScreen() {
  const { t } = useTranslation('operations')
  useEntityWords(...namedEntities())
  const { can } = useSession()
  const [{ view, level, source, q, ...audit }, set] = useUrlState({
    view: '',
    level: '',
    source: '',
    q: '',
    ...NO_AUDIT_WORDS,
  })
  const mayRetry = can('perm_process_center_manage')
  const failed = useQuery({ ...failedQuery(), enabled: mayRetry })
  const tabs = [
    { to: '?', label: t('logs.tab.audit'), current: view === '' },
    { to: '?view=technical', label: t('logs.tab.technical'), current: view === 'technical' },
    { to: '?view=story', label: t('logs.tab.story'), current: view === 'story' },
    ...(mayRetry
      ? [
          {
            to: '?view=failed',
            label: t('logs.tab.failed'),
            current: view === 'failed',
            ...(failed.data && failed.data.length > 0 && { count: failed.data.length }),
          },
        ]
      : []),
  ]

  return (
    <>
      <PageHead
        title={t('screen.logs.title')}
        sub={t(
          view === 'technical'
            ? 'technical.sub'
            : view === 'failed'
              ? 'failed.sub'
              : view === 'story'
                ? 'story.sub'
                : 'logs.sub',
        )}
        actions={
          <>
            <QueuesButton />
            {view === '' && (
              <CsvButton
                route={auditRoutes.list}
                input={{ query: filterOf(audit) }}
                fileName="audit"
              />
            )}
          </>
        }
      />
      <Tabs items={tabs} label={t('screen.logs.title')} />
      <Awaiting waiting={<Skeleton lines={10} label={t('screen.logs.title')} />}>
        {view === 'technical' ? (
          <TechnicalTab words={{ level, source, q, from: audit.from, to: audit.to }} set={set} />
        ) : view === 'story' ? (
          <StoryTab id={audit.correlation} set={set} />
        ) : view === 'failed' && mayRetry ? (
          <FailedTab />
        ) : (
          <AuditTab words={audit} set={set} />
        )}
      </Awaiting>
    </>
  )
}
