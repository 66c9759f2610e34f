import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { onUnreadable } from '#web/kernel/data/client.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { useToastText } from '#web/kernel/ui/toast-text.ts'
import { dismiss, notifyFailure, STAYS, type Toast, useToasts } from '#web/kernel/data/toasts.ts'

const ICONS = { success: CircleCheck, failure: CircleX, info: Info }
const COLOURS = { success: 'text-positive', failure: 'text-negative', info: 'text-accent' }

/**
 * Toasts at the top end. Not a library's: those write styles into the page, which the content
 * policy blocks.
 */
export function Toaster({ onReadFailures }: { onReadFailures?: () => void }) {
  const { t } = useTranslation('kernel')
  const { shown } = useToasts()
  useUnreadableNotice()
  return (
    <section className="toasts" aria-label={t('toast.region')}>
      {shown.map((toast) => (
        <ToastPaper key={toast.id} toast={toast} onReadFailures={onReadFailures} />
      ))}
    </section>
  )
}

/** Shows once, for each set of records, that a list left them out. */
function useUnreadableNotice() {
  const { t } = useTranslation('kernel')
  const announced = useRef(new Set<string>())
  useEffect(
    () =>
      onUnreadable((ids) => {
        const key = ids.toSorted().join()
        if (announced.current.has(key)) return
        announced.current.add(key)
        notifyFailure(t('toast.unreadable', { count: ids.length }), {
          detail: t('toast.unreadableHelp', { ids: ids.join(', ') }),
        })
      }),
    [t],
  )
}

function ToastPaper({
  toast,
  onReadFailures,
}: {
  toast: Toast
  onReadFailures: (() => void) | undefined
}) {
  const { t } = useTranslation('kernel')
  const { headline, help } = useToastText()(toast)
  const Icon = ICONS[toast.tone]
  const clock = usePausableClock(STAYS[toast.tone], () => dismiss(toast.id))
  return (
    <div
      className="toast"
      data-tone={toast.tone}
      role={toast.tone === 'failure' ? 'alert' : 'status'}
      onPointerEnter={clock.pause}
      onPointerLeave={clock.resume}
      onFocus={clock.pause}
      onBlur={clock.resume}
    >
      <span className={`mt-px ${COLOURS[toast.tone]}`}>
        <Icon size={17} />
      </span>
      <div className="min-w-0 grow text-sm">
        <p className="text-base font-semibold">{headline}</p>
        {help && <p className="mt-0.5 text-ink-muted">{help}</p>}
        {toast.action && (
          <p className="mt-1.5">
            <button
              type="button"
              className="link font-medium"
              onClick={() => {
                toast.action?.run()
                dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </button>
          </p>
        )}
        {toast.tone === 'failure' && !toast.action && onReadFailures && (
          <p className="mt-1.5">
            <button type="button" className="link font-medium" onClick={onReadFailures}>
              {t('toast.readAgain')}
            </button>
          </p>
        )}
      </div>
      <IconButton
        icon={X}
        size={15}
        label={t('action.close')}
        className="-me-1 -mt-1 !size-7"
        onClick={() => dismiss(toast.id)}
      />
    </div>
  )
}

/** Runs `done` after `ms`, pauses not counted. */
function usePausableClock(ms: number, done: () => void) {
  const left = useRef(ms)
  const since = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const finish = useRef(done)
  finish.current = done
  const resume = () => {
    clearTimeout(timer.current)
    since.current = Date.now()
    timer.current = setTimeout(() => finish.current(), left.current)
  }
  const pause = () => {
    clearTimeout(timer.current)
    left.current = Math.max(1000, left.current - (Date.now() - since.current))
  }
  useEffect(() => {
    since.current = Date.now()
    timer.current = setTimeout(() => finish.current(), left.current)
    return () => clearTimeout(timer.current)
  }, [])
  return { pause, resume }
}
