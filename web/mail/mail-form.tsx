import { FileText, Send } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { MAX_ATTACHMENTS, MAX_RECIPIENTS } from '#contract/mail.values.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { FileField } from '#web/kernel/form/file-field.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { RichTextField } from '#web/kernel/form/rich-text-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { bytesText } from '#web/kernel/words/formats.ts'

const Written = z.object({
  recipients: z.array(z.string()).min(1).max(MAX_RECIPIENTS),
  cc: z.array(z.string()).max(MAX_RECIPIENTS),
  subject: z.string().trim().min(1).max(300),
  body: z.string(),
  documents: z.array(z.string()).max(MAX_ATTACHMENTS),
})
export type WrittenMail = z.output<typeof Written>

/** A file that the mail carries by itself. */
export type CarriedFile = {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly open?: () => void
}

/** A mail as its recipients will read it, edited in place, in a dialog. */
export function MailDialog({
  title,
  start,
  from,
  carried,
  people = [],
  head,
  more,
  verb,
  onSend,
  onClose,
}: {
  title: string
  start: Pick<WrittenMail, 'recipients' | 'subject' | 'body'>
  from: React.ReactNode
  carried: readonly CarriedFile[]
  /** People who may be sent it, by their address. */
  people?: readonly { readonly name: string; readonly address: string }[]
  head?: React.ReactNode
  /** Below the files, within the form. */
  more?: React.ReactNode
  verb: string
  onSend: (mail: WrittenMail) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation(['mail', 'kernel'])
  const { language } = usePreferences()
  const id = useId()
  const form = useCarnetForm({
    schema: Written,
    values: useMemo(() => ({ ...start, cc: [] as string[], documents: [] as string[] }), [start]),
    save: onSend,
  })
  useAction({ id: 'mail.send', label: verb, keys: 'Mod+Enter', run: () => void form.submit(), hidden: true })
  const recipients = form.methods.watch('recipients')
  const others = people.filter(({ address }) => !recipients.includes(address))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.cancel')}</Button>
          <SubmitButton form={form} outside={id} icon={Send}>
            {verb}
          </SubmitButton>
        </>
      }
    >
      {head}
      <Form form={form} id={id} guard={false} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        <p className="text-sm text-ink-muted">{from}</p>
        <div>
          <TextsField name="recipients" label={t('form.recipients')} required max={MAX_RECIPIENTS} />
          {others.length > 0 && (
            <p className="mt-2 flex flex-wrap gap-2">
              {others.map(({ name, address }) => (
                <Button
                  key={address}
                  size="sm"
                  onClick={() =>
                    form.methods.setValue('recipients', [...recipients, address], {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                >
                  <bdi>{name || address}</bdi>
                </Button>
              ))}
            </p>
          )}
        </div>
        <TextsField name="cc" label={t('form.cc')} max={MAX_RECIPIENTS} hint={t('form.ccHint')} />
        <TextField name="subject" label={t('form.subject')} required maxLength={300} />
        <div className="mail-text">
          <RichTextField name="body" label={t('form.body')} />
        </div>
        {carried.length > 0 && (
          <ul className="grid gap-1" aria-label={t('form.carried')}>
            {carried.map((file) => (
              <li key={file.id} className="flex items-center gap-2 text-sm">
                <FileText size={16} strokeWidth={1.7} aria-hidden="true" className="text-ink-subtle" />
                {file.open ? (
                  <button type="button" className="link" onClick={file.open}>
                    <bdi>{file.name}</bdi>
                  </button>
                ) : (
                  <bdi>{file.name}</bdi>
                )}
                <span className="num text-ink-subtle">{bytesText(language, file.bytes)}</span>
              </li>
            ))}
          </ul>
        )}
        <FileField name="documents" label={t('form.files')} several max={MAX_ATTACHMENTS - carried.length} />
        {more}
      </Form>
    </Dialog>
  )
}
