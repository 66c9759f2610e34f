import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { forgetToasts, useToasts } from '#web/kernel/data/toasts.ts'
import { Activity } from './activity.tsx'
import { Notifications } from './notifications.tsx'
import { PastToasts } from './past-toasts.tsx'
import { Reminders } from './reminders.tsx'

const VIEWS = ['news', 'reminders', 'activity', 'messages'] as const
type View = (typeof VIEWS)[number]

/**
 * Notifications, reminders, what changed since the last visit, and the last toasts for reading
 * again.
 */
export function BellPanel({ first = 'news', onClose }: { first?: View; onClose: () => void }) {
  const { t } = useTranslation(['kernel', 'planning'])
  const { past } = useToasts()
  const [view, setView] = useState<View>(first)
  return (
    <Panel
      title={t('planning:notifications.title')}
      onClose={onClose}
      floating
      foot={
        view === 'messages' &&
        past.length > 0 && (
          <Button size="sm" onClick={forgetToasts}>
            {t('bell.forget')}
          </Button>
        )
      }
    >
      <Segments
        label={t('planning:notifications.view.label')}
        className="mb-4"
        options={VIEWS.map((value) => ({
          value,
          label: t(`planning:notifications.view.${value}`),
        }))}
        value={view}
        onChange={setView}
      />
      {view === 'news' && <Notifications onOpen={onClose} />}
      {view === 'reminders' && <Reminders onOpen={onClose} />}
      {view === 'activity' && <Activity onOpen={onClose} />}
      {view === 'messages' && <PastToasts />}
    </Panel>
  )
}
