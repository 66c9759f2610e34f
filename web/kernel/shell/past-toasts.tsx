import { CircleCheck, CircleX, Info } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { RequestReference } from '#web/kernel/ui/request-reference.tsx'
import { useToastText } from '#web/kernel/ui/toast-text.ts'
import { readToasts, useToasts } from '#web/kernel/data/toasts.ts'
import { DatedList } from './dated-list.tsx'

const ICONS = {
  success: { icon: CircleCheck, colour: 'text-positive' },
  failure: { icon: CircleX, colour: 'text-negative' },
  info: { icon: Info, colour: 'text-accent' },
}

/** The last toasts of this tab, for reading again (SH5). */
export function PastToasts() {
  const { t } = useTranslation('kernel')
  const { past } = useToasts()
  const text = useToastText()
  useEffect(() => void readToasts(), [])
  return (
    <section aria-label={t('bell.title')}>
      <h3 className="label mb-2 flex min-h-8 items-center">{t('bell.title')}</h3>
      {past.length === 0 && <p className="text-ink-muted">{t('bell.none')}</p>}
      <DatedList
        entries={past.map((toast) => {
          const { icon: Icon, colour } = ICONS[toast.tone]
          const { headline, help } = text(toast)
          return {
            key: String(toast.id),
            at: toast.at,
            marked: toast.tone === 'failure',
            content: (
              <>
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{headline}</span>
                  <span className="block text-ink-muted">{help}</span>
                  {toast.what instanceof ApiProblem && toast.what.requestId && (
                    <RequestReference
                      id={toast.what.requestId}
                      className="block text-xs text-ink-subtle"
                    />
                  )}
                </span>
                <Icon size={16} className={`shrink-0 ${colour}`} />
              </>
            ),
          }
        })}
      />
    </section>
  )
}
