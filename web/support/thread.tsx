import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '#contract/support/support.contract.ts'
import { Instant } from '#web/kernel/ui/values.tsx'

/**
 * A question and what was written about it since, the oldest first. @param own as the user who
 * asked reads it
 */
export function Thread({ request, own = false }: { request: SupportRequest; own?: boolean }) {
  const { t } = useTranslation('support')
  const asker = own ? t('thread.you') : request.user || t('thread.gone')
  const lines = [
    { side: 'user', name: asker, message: request.message, at: request.creationDate },
    ...request.answers,
  ]
  return (
    <ol className="grid gap-3">
      {lines.map(({ side, name, message, at }, index) => (
        // Lines are only added: an index is a stable key.
        <li
          key={index}
          className={`border-s-[3px] ps-3.5 ${side === 'support' ? 'border-accent' : 'border-line-strong'}`}
        >
          <p className="text-xs text-ink-subtle">
            <bdi className="font-medium text-ink-muted">
              {side === 'support' ? t('thread.support') : own ? t('thread.you') : name || asker}
            </bdi>{' '}
            <Instant at={at} />
          </p>
          <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">
            <bdi>{message}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}
