import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { afterFrame } from './after-frame.ts'
import { IconButton } from './button.tsx'

/** Time in which what opened a panel may still take the focus. @unit milliseconds */
const OPENING_MS = 400

type PanelProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Controls beside the close button. */
  readonly head?: ReactNode
  /** Small line above the title: a reference. */
  readonly over?: ReactNode
  /** Over the page instead of beside its list: for panels without a row. */
  readonly floating?: boolean
}

/**
 * A panel of 432 px at the end side, beside a usable list; the whole screen on a phone. For
 * reading, or for up to eight fields. `Esc` closes it and returns the focus.
 */
export function Panel({
  title,
  onClose,
  children,
  foot,
  head,
  over,
  floating = false,
}: PanelProps) {
  const { t } = useTranslation('kernel')
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  // Remembered before a field inside takes the focus.
  const [opener] = useState(() => document.activeElement as HTMLElement | null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    // A field with autofocus has the focus already; otherwise the panel itself gets it and is
    // announced.
    const enter = () => {
      if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    }
    enter()
    // A menu that opened the panel gives the focus back to its button first, some frames later.
    const stopWaiting = afterFrame(enter)
    const again = () =>
      void requestAnimationFrame(() => {
        if (document.activeElement?.matches('body, [aria-haspopup="menu"]')) enter()
      })
    const kinds = ['focusin', 'focusout'] as const
    for (const kind of kinds) document.addEventListener(kind, again)
    const stop = () => {
      for (const kind of kinds) document.removeEventListener(kind, again)
    }
    const timer = setTimeout(stop, OPENING_MS)
    return () => {
      stopWaiting()
      clearTimeout(timer)
      stop()
      opener?.focus()
    }
  }, [opener])
  useEffect(() => {
    // Handles Esc last: an open list of choices inside closes first.
    const press = (event: KeyboardEvent) => {
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        !panel.current?.contains(document.activeElement)
      )
        return
      event.preventDefault()
      close.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const heading = (
    <h2 id={titleId} className="panel-title">
      {title}
    </h2>
  )
  return createPortal(
    <dialog
      ref={panel}
      open
      className="side-panel"
      data-beside={!floating || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className="panel-body">
        <div className="panel-head">
          {over ? (
            <span className="num min-w-0 grow truncate text-xs text-ink-subtle">{over}</span>
          ) : (
            heading
          )}
          {head}
          <IconButton icon={X} label={t('action.close')} onClick={onClose} />
        </div>
        {over && heading}
        {children}
      </div>
      {foot && <div className="panel-foot">{foot}</div>}
    </dialog>,
    document.body,
  )
}
