import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { type CarnetForm, Form, FormProblem, SubmitButton } from './form.tsx'

/**
 * A short form in a dialog. `verb` labels the button that saves; `disabledReason` says why it is
 * disabled.
 */
export function FormDialog<I extends FieldValues, O>({
  form,
  onClose,
  title,
  body,
  verb,
  disabledReason,
  wide = false,
  children,
}: {
  form: CarnetForm<I, O>
  onClose: () => void
  title: string
  body?: ReactNode
  verb: string
  disabledReason?: string | undefined
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('kernel')
  const id = useId()
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton form={form} outside={id} disabledReason={disabledReason}>
            {verb}
          </SubmitButton>
        </>
      }
    >
      {body && <p className="mt-2 text-ink-muted">{body}</p>}
      <Form form={form} id={id} guard={false} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        {children}
      </Form>
    </Dialog>
  )
}
