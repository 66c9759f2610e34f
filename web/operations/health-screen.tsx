import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Health } from '#contract/operations/operations.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Figures, Leader } from '#web/kernel/ui/figures.tsx'
import { PageHead, Row, Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Code, Instant } from '#web/kernel/ui/values.tsx'
import { bytesText, numberText, percentText } from '#web/kernel/words/formats.ts'
import { FailedTab } from './failed-tab.tsx'
import { LogBars } from './log-bars.tsx'
import { healthQuery } from './operations.queries.ts'

/** Words of the engines' names, as the server and its readiness call tell them. */
const ENGINES = {
  events: 'events',
  'read models': 'readModels',
  documents: 'documents',
  queue: 'queue',
  'company registry': 'registry',
  mail: 'mail',
  payments: 'payments',
  'language model': 'model',
  'sign-in': 'signIn',
  keys: 'keys',
} as const
type Engine = keyof typeof ENGINES
/** Among the engines too, since writes need its room. */
const DISK = 'disk'
/** Words for the engines; names of products stay as they are. */
const DETAILS = {
  memory: 'memory',
  files: 'files',
  'in process': 'inProcess',
  embedded: 'embedded',
  'key vault': 'vault',
  'answers, or was not asked yet': 'quiet',
  'failed several times and is left alone for a while': 'rests',
} as const
type Detail = keyof typeof DETAILS
/** Whether the machine encrypts the volume of the data. */
const VOLUMES = { true: 'paid', false: 'wait', null: 'draft' } as const

/**
 * Route `/admin/access/health`: engines, read models, memory, disk, errors by hour, and failed
 * work.
 */
export function HealthScreen() {
  const { t } = useTranslation(['operations', 'kernel'])
  const health = useQuery(healthQuery())
  const title = t('screen.health.title')
  return (
    <>
      <PageHead
        title={title}
        sub={health.data && t(health.data.ready ? 'health.ready' : 'health.notReady')}
        ruled
      />
      {health.isError ? (
        <ErrorState error={health.error} onRetry={health.refetch} />
      ) : !health.data ? (
        <Skeleton lines={8} label={title} />
      ) : (
        <Shown health={health.data} />
      )}
    </>
  )
}

function Shown({ health }: { readonly health: Health }) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { can } = useSession()
  const { language } = usePreferences()
  const share = ({ used, total }: Health['disk']) =>
    percentText(language, total === 0 ? 0 : (used / total) * 100, 0)
  const of = ({ used, total }: Health['disk']) =>
    t('health.of', { used: bytesText(language, used), total: bytesText(language, total) })
  const errors = health.hours.reduce((sum, { levels }) => sum + levels.Error, 0)
  const late = health.projections.filter(({ ok, behind }) => !ok || (behind ?? 0) > 0)
  return (
    <>
      <Figures
        name={t('health.figures')}
        items={[
          { label: t('health.memory'), value: share(health.memory), note: of(health.memory) },
          { label: t('health.disk'), value: share(health.disk), note: of(health.disk) },
          { label: t('health.errors'), value: numberText(language, errors), note: t('health.day') },
          { label: t('health.at'), value: <Instant at={health.at} /> },
        ]}
      />
      <Section name={t('health.errors')}>
        {health.hours.some(({ levels }) => levels.Error + levels.Warning > 0) ? (
          <LogBars
            label={t('health.byHour')}
            buckets={health.hours}
            levels={['Error', 'Warning']}
          />
        ) : (
          <p className="text-ink-muted">{t('health.none')}</p>
        )}
      </Section>
      <Section name={t('health.engines')}>
        {health.engines.map(({ name, ok, detail }) => (
          <Leader
            key={name}
            label={
              name === DISK
                ? t('health.disk')
                : name in ENGINES
                  ? t(`health.engine.${ENGINES[name as Engine]}`)
                  : name
            }
          >
            <span className="me-3 text-ink-muted">
              {name === DISK ? (
                of(health.disk)
              ) : detail in DETAILS ? (
                t(`health.detail.${DETAILS[detail as Detail]}`)
              ) : (
                <Code value={detail} />
              )}
            </span>
            <Status kind={ok ? 'paid' : 'stop'}>{t(ok ? 'health.answers' : 'health.away')}</Status>
          </Leader>
        ))}
        <Leader label={t('health.volume')}>
          <Status kind={VOLUMES[`${health.encrypted}`]}>
            {t(`health.encrypted.${health.encrypted}`)}
          </Status>
        </Leader>
      </Section>
      <Section name={t('health.projections')}>
        <p className="text-ink-muted">
          {t('health.live', { count: health.projections.length - late.length })}
        </p>
        {late.map(({ name, state, behind, ok }) => (
          <Leader key={name} label={name}>
            <span className="me-3 text-ink-muted">
              {behind === null ? t('health.unknown') : t('health.behind', { count: behind })}
            </span>
            <Status kind={ok ? 'wait' : 'stop'}>{t(`health.state.${state}`)}</Status>
          </Leader>
        ))}
      </Section>
      {can('perm_process_center_manage') && (
        <>
          <Row className="pt-6">
            <h2 className="h2">{t('logs.tab.failed')}</h2>
          </Row>
          <FailedTab />
        </>
      )}
    </>
  )
}
