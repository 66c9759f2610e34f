import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '#contract/identity/identity.schemas.ts'
import type { PersonalProfile } from '#contract/profile/profile.schemas.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'

/**
 * The histories of the two records behind the page: the account, and the personal profile once it
 * is filled in.
 */
export function PersonalHistory({ me, personal }: { me: Me; personal: PersonalProfile | null }) {
  const { t } = useTranslation('profile')
  const [of, setOf] = useState<'user' | 'profile'>('user')
  const tab = (name: typeof of) => (
    <button
      type="button"
      className="tab cursor-pointer border-0 bg-transparent"
      aria-current={of === name ? 'true' : undefined}
      onClick={() => setOf(name)}
    >
      {t(`history.${name}`)}
    </button>
  )
  return (
    <div className="max-w-[860px]">
      {personal && (
        <div className="tabs border-b border-line">
          {tab('user')}
          {tab('profile')}
        </div>
      )}
      {of === 'profile' && personal ? (
        <HistoryPanel key="profile" entity="profile" id={personal.id} titled={false} flush />
      ) : (
        <HistoryPanel key="user" entity="user" id={me.id} titled={false} flush />
      )}
    </div>
  )
}
