import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import type { Health } from '#contract/operations/operations.contract.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead, Row, Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { instantText, numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { userCountsQuery } from '#web/identity/identity.queries.ts'
import { paths } from '#web/screens.ts'
import { requestCountsQuery } from '#web/support/support.queries.ts'
import { failedQuery, healthQuery, upkeepQuery } from './operations.queries.ts'
import { machineryQuery, processesQuery } from './processes.queries.ts'

/** One thing of the installation: how it stands, in words, and where it is dealt with. */
type Line = {
  readonly name: string
  readonly kind: StatusKind
  readonly words: ReactNode
  readonly to?: string
  readonly act?: string
}

/** Route `/admin/dashboard/installation`: work that waits for its administrators. */
export function InstallationScreen() {
  const { t } = useTranslation('operations')
  const { profileId, can } = useSession()
  const { lines, error, retry } = useInstallation()
  const waiting = lines?.filter(({ kind }) => kind !== 'paid')
  const title = t('screen.installation.title')
  return (
    <>
      <PageHead
        title={title}
        heading={waiting && t('installation.state', { count: waiting.length })}
        sub={<UserCount />}
        ruled
      />
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : lines === null ? (
        <Skeleton lines={6} label={title} />
      ) : (
        <Section name={t('installation.points')}>
          <ul>
            {lines.map((line) => (
              <InstallationLine key={line.name} line={line} />
            ))}
          </ul>
        </Section>
      )}
      {profileId === '' && can('perm_professional_info_update') && (
        <Row className="py-6">
          <p className="text-ink-muted">{t('installation.ownBusiness')}</p>
          <LinkButton to={paths.welcome.to()} className="mt-3">
            {t('installation.addBusiness')}
          </LinkButton>
        </Row>
      )}
    </>
  )
}

const InstallationLine = ({ line }: { readonly line: Line }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3.5 last:border-0">
    <div className="min-w-0 grow basis-[280px]">
      <p className="font-medium">{line.name}</p>
      <p className="mt-0.5 text-sm">
        <Status kind={line.kind}>{line.words}</Status>
      </p>
    </div>
    {line.to && (
      <LinkButton to={line.to} size="sm">
        {line.act}
        <span className="sr-only">, {line.name}</span>
      </LinkButton>
    )}
  </li>
)

function UserCount() {
  const { t } = useTranslation('identity')
  const { can } = useSession()
  const counts = useQuery({ ...userCountsQuery(), enabled: can('perm_access_users_menu') })
  return counts.data && t('users.count', counts.data)
}

/** The points of the installation that this user may see; null while they are read. */
function useInstallation() {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const { can } = useSession()
  const support = useQuery({
    ...requestCountsQuery(),
    enabled: can('perm_support_request_menu'),
  })
  const failed = useQuery({ ...failedQuery(), enabled: can('perm_process_center_manage') })
  const [health, upkeep, tools, machinery] = [
    useQuery(healthQuery()),
    useQuery(upkeepQuery()),
    useQuery(processesQuery()),
    useQuery(machineryQuery()),
  ]
  const reads = [health, upkeep, tools, machinery, support, failed]
  const broken = reads.find(({ isError }) => isError)
  const retry = () => void broken?.refetch()
  if (broken?.error) return { lines: null, error: broken.error, retry }
  if (!(health.data && upkeep.data && tools.data && machinery.data))
    return { lines: null, error: null, retry }

  const number = (count: number) => numberText(language, count)
  const works =
    (failed.data?.length ?? 0) +
    tools.data.filter(({ lastRun }) => lastRun?.result === 'failed').length +
    machinery.data.works.reduce((sum, one) => sum + one.failed, 0)
  const { kind, fault, count } = stateOf(health.data)
  const { missingRates, backupAt } = upkeep.data
  const open = t('installation.open')
  const lines: readonly (Line | null)[] = [
    can('perm_support_request_menu')
      ? {
          name: t('installation.support'),
          kind: support.data?.waiting ? 'wait' : 'paid',
          words: t('installation.supportWaiting', { count: support.data?.waiting ?? 0 }),
          to: paths.supportRequests.to(),
          act: support.data?.waiting ? t('installation.answer') : open,
        }
      : null,
    {
      name: t('screen.health.title'),
      kind,
      words: t(`installation.${fault}`, { count, figure: number(count) }),
      to: paths.health.to(),
      act: open,
    },
    {
      name: t('installation.works'),
      kind: works > 0 ? 'late' : 'paid',
      words: t('installation.failedWorks', { count: works, figure: number(works) }),
      to: paths.processes.to(),
      act: open,
    },
    can('perm_option_set_menu')
      ? {
          name: t('installation.rates'),
          kind: missingRates.length > 0 ? 'late' : 'paid',
          words:
            missingRates.length > 0
              ? t('installation.missingRates', { halves: missingRates.join(', ') })
              : t('installation.ratesEntered'),
          to: paths.legalRates.to({}, missingRates.length > 0 ? { open: 'new' } : {}),
          act: missingRates.length > 0 ? t('installation.enter') : open,
        }
      : null,
    // No screen makes one: an operator's timer does.
    backupAt === null
      ? null
      : {
          name: t('installation.backup'),
          kind: health.data.at - backupAt > BACKUP_OLD_MS ? 'late' : 'paid',
          words:
            backupAt === 0
              ? t('installation.noBackup')
              : t('installation.backupAt', { at: instantText(language, backupAt) }),
        },
  ]
  return { lines: lines.filter((line) => line !== null), error: null, retry }
}

/** After two days without a backup, as the alert has it. @unit milliseconds */
const BACKUP_OLD_MS = 2 * DAY_MS
/** Share of the disk from which writes are in danger. */
const DISK_FULL = 0.9

/** The worst about engines, read models, disk and errors of the last 24 hours, and its number. */
function stateOf({ engines, projections, disk, hours }: Health) {
  if (disk.total > 0 && disk.used / disk.total > DISK_FULL)
    return { kind: 'late', fault: 'diskFull', count: 1 } as const
  const away = [...engines, ...projections].filter(({ ok }) => !ok).length
  if (away > 0) return { kind: 'late', fault: 'away', count: away } as const
  const errors = hours.reduce((sum, { levels }) => sum + levels.Error, 0)
  return { kind: errors > 0 ? 'wait' : 'paid', fault: 'errors', count: errors } as const
}
