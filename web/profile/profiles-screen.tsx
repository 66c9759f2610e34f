import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { EmptyState, ErrorState, PageSkeleton, Skeleton } from '#web/kernel/ui/states.tsx'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { Link } from 'react-router-dom'
import { infosQuery } from './profile.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The editor needs the form library, so it loads after the page. */
const ProfileEditor = late(async () => (await import('./profile-editor.tsx')).ProfileEditor)

/**
 * Route `/admin/profile/companies`: the user's businesses. `?open=` is the chosen one, `new` adds
 * one.
 */
export function ProfilesScreen() {
  const { t } = useTranslation('profile')
  const infos = useQuery(infosQuery())
  if (infos.data) return <Profiles profiles={infos.data} />
  return (
    <>
      <PageHead title={t('professionalInfo.title')} sub="" ruled />
      {infos.isError ? (
        <ErrorState error={infos.error} onRetry={infos.refetch} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}

function Profiles({ profiles }: { profiles: readonly ProfessionalInfo[] }) {
  const { t } = useTranslation('profile')
  const { profileId, can } = useSession()
  const [{ open: opened }, set] = useUrlState({ open: '' })
  // The first opened profile stays open: switching the active one in the header must not discard a
  // draft (PR6).
  const [first] = useState(profileId)
  const mayChange = can('perm_professional_info_update')
  if (opened === 'new' && mayChange)
    return (
      <ProfileEditor
        key="new"
        profile={null}
        tabs={<Tabs profiles={profiles} shown="new" />}
        onOpen={(id) => set({ open: id })}
        waiting={<PageSkeleton lines={8} />}
      />
    )
  const shown =
    profiles.find((one) => one.id === opened) ??
    profiles.find((one) => one.id === first) ??
    profiles[0]
  if (!shown)
    return (
      <>
        <PageHead title={t('professionalInfo.title')} ruled />
        <EmptyState
          title={t('profiles.empty.title')}
          body={t('profiles.empty.body')}
          action={
            mayChange && (
              <Button variant="primary" icon={Plus} onClick={() => set({ open: 'new' })}>
                {t('profiles.add')}
              </Button>
            )
          }
        />
      </>
    )
  return (
    <ProfileEditor
      key={shown.id}
      profile={shown}
      others={profiles.length - 1}
      tabs={<Tabs profiles={profiles} shown={shown.id} />}
      onOpen={(id) => set({ open: id })}
      waiting={<PageSkeleton lines={8} />}
    />
  )
}

/** One link per company, each with its address. */
function Tabs({ profiles, shown }: { profiles: readonly ProfessionalInfo[]; shown: string }) {
  const { t } = useTranslation('profile')
  const { profileId } = useSession()
  const at = useUrlWith()
  return (
    <Row
      margin={t('section.companies')}
      className="border-b border-line-strong pt-2 [&>.sheet-margin]:pt-3"
    >
      <div className="flex items-center justify-between gap-2">
        <nav className="tabs min-w-0 overflow-x-auto" aria-label={t('profiles.tabs')}>
          {profiles.map((one) => (
            <Link
              key={one.id}
              className="tab"
              to={at({ open: one.id, at: '' })}
              aria-current={one.id === shown ? 'page' : undefined}
            >
              <bdi>{one.name}</bdi>
              {one.id === profileId && <span className="tab-count">{t('profiles.active')}</span>}
            </Link>
          ))}
          {shown === 'new' && (
            <span className="tab" aria-current="page">
              {t('professionalInfo.new')}
            </span>
          )}
        </nav>
        {profiles.length > 0 && (
          <CsvButton
            variant="icon"
            route={professionalInfoRoutes.list}
            input={{}}
            fileName="companies"
            label={t('profiles.export')}
          />
        )}
      </div>
    </Row>
  )
}
