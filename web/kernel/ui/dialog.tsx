import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps, IconButton } from './button.tsx'
import { DialogAroundContext, useDialogGuards, useLeave } from './dialog-guards.ts'
import { LateParts, unlessHidden } from './late-parts.tsx'

/**
 * A dialog. The safe choice has the focus first. Its foot stays in sight while the rest scrolls;
 * without a foot its head has the way out. It asks before input is lost.
 */
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
  const { t } = useTranslation('kernel')
  const { around, choices } = useDialogGuards(onClose)
  const panel = useRef<HTMLDivElement>(null)
  return (
    <DialogAroundContext value={around}>
      <HeadlessDialog
        open={open}
        onClose={unlessHidden(panel, around.close)}
        className="relative z-50"
      >
        <div className="scrim" aria-hidden="true" />
        <div className="fixed inset-0 z-50 grid [place-items:safe_center] overflow-y-auto p-4">
          <DialogPanel
            ref={panel}
            className={`dialog w-full ${wide === 'page' ? 'max-w-[800px]' : wide ? 'max-w-[640px]' : 'max-w-[440px]'}`}
          >
            <div className="dialog-body">
              <div className="dialog-head">
                <DialogTitle className="dialog-title">{title}</DialogTitle>
                {!foot && <IconButton icon={X} label={t('action.close')} onClick={around.close} />}
              </div>
              <LateParts>{children}</LateParts>
            </div>
            {foot && (
              <div className="dialog-foot">
                <LateParts lines={0}>{foot}</LateParts>
              </div>
            )}
          </DialogPanel>
        </div>
        {choices && <LeaveChoices {...choices} />}
      </HeadlessDialog>
    </DialogAroundContext>
  )
}

/** Cancels the dialog around it, after the question when input would be lost. */
export function CancelButton({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('kernel')
  const around = useContext(DialogAroundContext)
  return <Button onClick={() => around?.close()}>{children ?? t('action.cancel')}</Button>
}

/** A button whose act drops what was typed around it: it asks first. */
export function LeaveButton({ onClick, ...rest }: ButtonProps & { onClick: () => void }) {
  const leave = useLeave()
  return <Button {...rest} onClick={() => leave(onClick)} />
}

/** The three ways on from unsaved input. */
export function LeaveChoices({
  verb,
  onStay,
  onLeave,
  onSave,
}: {
  /** Name of saving, where it has one of its own. */
  verb?: string | undefined
  onStay: () => void
  onLeave: () => void
  onSave: () => Promise<void>
}) {
  const { t } = useTranslation('kernel')
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('guard.title')}
      foot={
        <>
          <Button variant="quiet" className="-ms-2 me-auto" onClick={onStay} data-autofocus>
            {t('guard.stay')}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t('guard.leave')}
          </Button>
          <Button
            variant="primary"
            pending={pending}
            onClick={() => {
              setPending(true)
              void onSave().finally(() => setPending(false))
            }}
          >
            {verb ?? t('action.save')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{t('guard.body')}</p>
    </Dialog>
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
