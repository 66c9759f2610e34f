import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { subscriptionRoutes } from '#contract/subscription/subscription.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { viewAs, viewedRole } from '#web/kernel/data/viewed-role.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Note, Row } from '#web/kernel/ui/page.tsx'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'

/**
 * Notices about the user's account, above every screen: its deletion, a password to replace, free
 * access.
 */
export function AccountNotices() {
  const { me } = useSession()
  const viewed = viewedRole()
  return (
    <>
      {viewed && <Viewing name={viewed.name} />}
      {me.deletionDate > 0 && <Leaving at={me.deletionDate} />}
      {me.passwordDueOn > 0 && <FirstPassword at={me.passwordDueOn} />}
      {me.freeUntil > 0 && <FreeAccess />}
    </>
  )
}

/** Carnet as a role sees it, until the view is ended. */
function Viewing({ name }: { name: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Row className="sticky top-[var(--bar)] z-10 bg-surface py-3">
      <Note tone="warning">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('shell.notice.view', { name: `\u2068${name}\u2069` })}
          <Button onClick={() => viewAs(null, () => window.location.assign(paths.roles.to()))}>
            {t('shell.notice.endView')}
          </Button>
        </span>
      </Note>
    </Row>
  )
}

/** The password was made at the first start, and has to be replaced. */
function FirstPassword({ at }: { at: number }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <Row className="pt-4">
      <Note tone="warning">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('shell.notice.firstPassword', { date: dayText(language, localDay(at), 'long') })}
          <Link className="link" to={paths.personal.to()}>
            {t('shell.notice.choosePassword')}
          </Link>
        </span>
      </Note>
    </Row>
  )
}

function Leaving({ at }: { at: number }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const keep = useWrite(userRoutes.stay, { invalidates: ['identity'] })
  return (
    <Row className="pt-4">
      <Note tone="warning">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('shell.notice.leaving', { date: dayText(language, localDay(at), 'long') })}
          <Button pending={keep.isPending} onClick={() => keep.mutate({})}>
            {t('shell.notice.keep')}
          </Button>
        </span>
      </Note>
    </Row>
  )
}

/** Says what the server counts, and nothing of a user who has a plan or needs none. */
function FreeAccess() {
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const { data } = useQuery({
    // The same as the subscription's screen reads.
    queryKey: ['subscription', 'subscription', 'one'] as const,
    queryFn: () => call(subscriptionRoutes.one),
    meta: { refusal: 'silent' },
  })
  if (data === undefined || (data.state !== 'freeTrial' && data.mayWrite)) return null
  return (
    <Row className="pt-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
        {data.mayWrite
          ? t('shell.notice.trial', { count: data.daysLeft })
          : t('shell.notice.ended')}
        {can('perm_subscription_menu') && (
          <Link className="link" to={paths.subscription.to()}>
            {t('shell.notice.plans')}
          </Link>
        )}
      </p>
    </Row>
  )
}
