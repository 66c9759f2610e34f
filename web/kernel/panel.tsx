import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

/**
 * 432 px at the end side, the list stays in reach beside it; the whole screen on a phone. To read, or to change up to eight fields.
 * `Esc` closes and gives the focus back to what opened it.
 */
export function Panel({ title, onClose, children, foot, head }: { title: string; onClose: () => void; children: ReactNode; foot?: ReactNode; head?: ReactNode }) {
  const { t } = useTranslation('kernel')
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    // A field that wants the focus has it already (autoFocus); otherwise the panel itself is read out.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    return () => opener?.focus()
  }, [])

  return createPortal(
    <section
      ref={panel}
      className="side-panel"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault()
          close.current()
        }
      }}
    >
      <div className="panel-head">
        <h2 id={titleId} className="h2 min-w-0 grow truncate">
          {title}
        </h2>
        {head}
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <div className="panel-body">{children}</div>
      {foot && <div className="panel-foot">{foot}</div>}
    </section>,
    document.body,
  )
}
