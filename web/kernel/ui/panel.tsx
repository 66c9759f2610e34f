import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

type PanelProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Controls beside the way out. */
  readonly head?: ReactNode
  /** What stands above the title, small: a reference. */
  readonly over?: ReactNode
  /** Lies over the page instead of beside its list: for what belongs to no row. */
  readonly floating?: boolean
}

/**
 * 432 px at the end side, the list stays in reach beside it; the whole screen on a phone. To read, or to change up to eight fields.
 * `Esc` closes and gives the focus back to what opened it.
 */
export function Panel({ title, onClose, children, foot, head, over, floating = false }: PanelProps) {
  const { t } = useTranslation('kernel')
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  // Read before a field inside takes the focus.
  const [opener] = useState(() => document.activeElement as HTMLElement | null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    // A field that asks for the focus has it already; otherwise the panel itself is read out.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    return () => opener?.focus()
  }, [opener])
  useEffect(() => {
    // Heard last: what is open inside (a list of choices) closes first.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !panel.current?.contains(document.activeElement)) return
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
          {over ? <span className="num min-w-0 grow truncate text-xs text-ink-subtle">{over}</span> : heading}
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
