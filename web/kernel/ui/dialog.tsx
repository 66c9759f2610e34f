import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** A dialog. `focus` is the safe choice, which has the focus first. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  foot,
  wide = false,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  foot?: ReactNode /** `page` holds a paper. */
  wide?: boolean | 'page'
}) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-50">
      <div className="scrim" aria-hidden="true" />
      <div className="fixed inset-0 z-50 grid [place-items:safe_center] overflow-y-auto p-4">
        <DialogPanel
          className={`dialog w-full ${wide === 'page' ? 'max-w-[800px]' : wide ? 'max-w-[640px]' : 'max-w-[440px]'}`}
        >
          <div className="px-6 pt-5 pb-5">
            <DialogTitle className="dialog-title">{title}</DialogTitle>
            {children}
          </div>
          {foot && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface-sunken px-6 py-3.5">
              {foot}
            </div>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

export type ConfirmProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** The question. */
  readonly title: string
  /** The consequence, in figures. */
  readonly consequence: ReactNode
  /** The verb of the button. */
  readonly verb: string
  readonly onConfirm: () => void
  readonly pending?: boolean
  readonly tone?: 'danger' | 'plain'
  /** Why it cannot be done. */
  readonly disabledReason?: string
}

/** Asks before an action with consequences. The focus starts on Cancel. */
export function Confirm({
  open,
  onClose,
  title,
  consequence,
  verb,
  onConfirm,
  pending = false,
  tone = 'danger',
  disabledReason,
}: ConfirmProps) {
  const { t } = useTranslation('kernel')
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button ref={safe} data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            className={tone === 'danger' ? 'btn-stop' : ''}
            {...(tone === 'plain' && { variant: 'primary' as const })}
            onClick={onConfirm}
            pending={pending}
            disabledReason={disabledReason}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="mt-2 text-ink-muted">{consequence}</div>
    </Dialog>
  )
}
