import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { mailRoutes, type BillMail } from '#contract/mail/mail.contract.ts'
import { isReminder } from '#contract/mail/mail.values.ts'
import { download } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { useLeave } from '#web/kernel/ui/dialog-guards.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { useBillPapers } from './bill-papers.ts'
import { type AskedPurpose, billMailQuery, MAILED } from './mail.queries.ts'
import { MailDialog } from './mail-form.tsx'
import { attachmentsOf } from './mail-papers.tsx'
import { MailFrom, useSendingWords } from './mail-words.tsx'

/**
 * The mail of an issued bill, written from a template and edited in place. The client gets this
 * text.
 *
 * @param touches further contexts that a sent mail changes
 */
export function BillMailDialog({
  bill,
  purpose,
  touches = [],
  onClose,
}: {
  bill: Bill
  purpose: AskedPurpose
  touches?: readonly string[]
  onClose: () => void
}) {
  // Words of its fields too: the dialog opens whole.
  const { t } = useTranslation(['mail', 'fields', 'kernel'])
  const [template, setTemplate] = useState('')
  const draft = useQuery(billMailQuery(bill, { purpose, template }))
  const title = t(
    purpose === 'reminder' ? 'bill.remind' : purpose === 'thanks' ? 'bill.thank' : 'bill.send',
    {
      ref: bill.ref,
    },
  )
  if (draft.isError)
    return (
      <Dialog open wide onClose={onClose} title={title}>
        <ErrorState error={draft.error} onRetry={draft.refetch} />
      </Dialog>
    )
  if (!draft.data)
    return (
      <Dialog open wide onClose={onClose} title={title}>
        <Skeleton lines={8} label={title} />
      </Dialog>
    )
  return (
    <Written
      // Another template is another mail.
      key={draft.data.template + draft.data.purpose}
      {...{ bill, title, touches, onClose }}
      draft={draft.data}
      onTemplate={setTemplate}
    />
  )
}

function Written({
  bill,
  draft,
  title,
  touches,
  onTemplate,
  onClose,
}: {
  bill: Bill
  draft: BillMail
  title: string
  touches: readonly string[]
  onTemplate: (id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['mail', 'kernel'])
  const sending = useSendingWords()
  const send = useWrite(mailRoutes.sendBill, {
    invalidates: [...MAILED, ...touches],
    done: ({ id }, { body }) => sending.done(t('sent'), body?.recipients, id),
    onDone: onClose,
  })
  const params = { profileId: bill.profileId, id: bill.id }
  const offers = useBillPapers(bill)
  const start = useMemo(
    () => ({ recipients: draft.recipients, subject: draft.subject, body: draft.body }),
    [draft],
  )
  return (
    <MailDialog
      title={title}
      start={start}
      from={<MailFrom name={draft.senderName} address={draft.from} />}
      people={draft.contacts}
      carried={draft.attachments.map((file) => ({
        ...file,
        open: () => void download(billRoutes.pdf, { params }, { as: 'open' }).catch(notifyFailure),
      }))}
      papersOf={{ profileId: bill.profileId, offers }}
      head={draft.templates.length > 0 && <TemplateChoice draft={draft} onChoose={onTemplate} />}
      verb={sending.verb(t(isReminder(draft.purpose) ? 'act.remind' : 'act.send'))}
      onSend={({ documents, ...mail }, papers) =>
        send.mutateAsync({
          params,
          body: {
            ...mail,
            purpose: draft.purpose,
            template: draft.template,
            attachments: attachmentsOf([...draft.attachments, ...papers], documents),
          },
        })
      }
      onClose={onClose}
    />
  )
}

/**
 * The user's templates of the mail's purpose. The product's own one is offered where it was chosen.
 */
function TemplateChoice({ draft, onChoose }: { draft: BillMail; onChoose: (id: string) => void }) {
  const { t } = useTranslation('mail')
  const id = useId()
  // Another template replaces what was typed.
  const leave = useLeave()
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>{t('form.template')}</label>
      <NativeSelect
        id={id}
        value={draft.template}
        onChange={({ target: { value } }) => leave(() => onChoose(value))}
      >
        {draft.template === '' && <option value="">{t('form.shipped')}</option>}
        {draft.templates.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </NativeSelect>
    </p>
  )
}
