import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CancelButton, Dialog } from '#web/kernel/ui/dialog.tsx'
import { type CarnetForm, Form, FormProblem, SubmitButton } from './form.tsx'

/**
 * A short form in a dialog. `verb` labels the button that saves; `disabledReason` says why it is
 * disabled.
 */
export function FormDialog<I extends FieldValues, O>({
  form,
  onClose,
  title,
  head,
  body,
  verb,
  disabledReason,
  wide = false,
  children,
}: {
  form: CarnetForm<I, O>
  onClose: () => void
  title: string
  /** Above the body: a choice between forms, a way back. */
  head?: ReactNode
  body?: ReactNode
  verb: string
  disabledReason?: string | undefined
  wide?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      foot={
        <>
          <CancelButton />
          <SubmitButton form={form} outside={id} disabledReason={disabledReason}>
            {verb}
          </SubmitButton>
        </>
      }
    >
      {head && <div className="mt-3">{head}</div>}
      {body && <p className="mt-2 text-ink-muted">{body}</p>}
      <Form form={form} id={id} verb={verb} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        {children}
      </Form>
    </Dialog>
  )
}
