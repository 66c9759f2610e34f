import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { SignedInOn } from '#contract/identity/identity.schemas.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { sessionsQuery } from './profile.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const EndSessionsDialog = late(
  async () => (await import('./end-sessions-dialog.tsx')).EndSessionsDialog,
)

const HAND_HELD = /iPhone|iPad|Android/
const iconOf = ({ kind, browser }: SignedInOn) =>
  kind === 'program' ? Terminal : HAND_HELD.test(browser) ? Smartphone : Monitor

/**
 * Where the own account is signed in: each browser and program, ended one by one, all others, or
 * all.
 */
export function SessionsSection() {
  const { t } = useTranslation(['profile', 'kernel'])
  const { language } = usePreferences()
  const { me, signOut } = useSession()
  const { data, error, refetch } = useQuery(sessionsQuery())
  /** Session of the question: one of them, or null for all others. */
  const [ending, setEnding] = useState<SignedInOn | null | undefined>()
  const endAll = useWrite(userRoutes.signOut, { invalidates: [] })
  const isGuest = me.demoUntil > 0
  const nameOf = ({ kind, browser }: SignedInOn) =>
    kind === 'program'
      ? t('sessions.program')
      : browser === ''
        ? t('sessions.unknown')
        : `\u2068${browser}\u2069`
  const others = data?.filter(({ isThis }) => !isThis) ?? []
  return (
    <Section name={t('section.sessions')}>
      <div className="grid max-w-[860px] gap-4">
        <p className="max-w-[60ch] text-ink-muted">{t('sessions.lead')}</p>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton lines={3} />}
        {data && data.length > 0 && (
          <ul className="max-w-[640px] border-t border-line" aria-label={t('sessions.list')}>
            {data.map((session) => {
              const Icon = iconOf(session)
              return (
                <li key={session.id} className="flex items-center gap-4 border-b border-line py-3">
                  <Icon size={18} className="flex-none text-ink-subtle" />
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-baseline gap-x-2">
                      <span className="min-w-0 break-words font-medium">{nameOf(session)}</span>
                      {session.isThis && (
                        <span className="text-xs text-positive">{t('sessions.this')}</span>
                      )}
                    </span>
                    <span className="num mt-0.5 block text-xs whitespace-normal text-ink-subtle">
                      {session.begunAt === 0
                        ? t('sessions.unknownTimes')
                        : t('sessions.times', {
                            begun: instantText(language, session.begunAt),
                            used: instantText(language, session.usedAt),
                          })}
                    </span>
                  </span>
                  {!session.isThis && !isGuest && (
                    <Button
                      onClick={() => setEnding(session)}
                      aria-label={t('sessions.endOf', { name: nameOf(session) })}
                    >
                      {t('kernel:action.close')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
        <div className="flex flex-wrap gap-3">
          {others.length > 0 && !isGuest && (
            <Button onClick={() => setEnding(null)}>
              {t('sessions.endOthers', { count: others.length })}
            </Button>
          )}
          <Button
            pending={endAll.isPending}
            onClick={() => endAll.mutate({ body: {} }, { onSuccess: signOut })}
          >
            {t('sessions.end')}
          </Button>
        </div>
        {ending !== undefined && (
          <EndSessionsDialog
            id={ending?.id}
            title={
              ending === null
                ? t('sessions.askOthers', { count: others.length })
                : t('sessions.askOne', { name: nameOf(ending) })
            }
            onClose={() => setEnding(undefined)}
          />
        )}
      </div>
    </Section>
  )
}
