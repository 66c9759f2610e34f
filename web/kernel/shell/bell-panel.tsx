import { CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { useToastText } from '#web/kernel/ui/toast-text.ts'
import { forgetFailures, readFailures, useToasts } from '#web/kernel/ui/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { Notifications } from './notifications.tsx'

/** Notifications, and the last failures of this visit for reading again (SH5). */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['kernel', 'planning'])
  const { failures } = useToasts()
  const text = useToastText()
  useEffect(() => void readFailures(), [])
  return (
    <Panel
      title={t('planning:notifications.title')}
      onClose={onClose}
      floating
      foot={
        failures.length > 0 && (
          <Button size="sm" onClick={forgetFailures}>
            {t('bell.forget')}
          </Button>
        )
      }
    >
      <Notifications onOpen={onClose} />
      <h3 className="label mb-2">{t('bell.title')}</h3>
      {failures.length === 0 ? (
        <p className="text-ink-muted">{t('bell.none')}</p>
      ) : (
        <ol className="hist">
          {failures.map((failure) => (
            <li key={failure.id} className="on">
              <span className="t">
                <Instant at={failure.at} style="time" />
              </span>
              <div className="s flex gap-3">
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{text(failure).headline}</span>
                  <span className="block text-ink-muted">{text(failure).help}</span>
                  {failure.what instanceof ApiProblem && failure.what.requestId && (
                    <span className="block text-xs text-ink-subtle">
                      {t('state.error.reference')} <Copyable text={failure.what.requestId} />
                    </span>
                  )}
                </span>
                <CircleX size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-negative" />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
