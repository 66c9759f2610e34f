import { Send } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isBlank, MAX_ATTACHMENTS, MAX_RECIPIENTS } from '#contract/mail/mail.values.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { FileField } from '#web/kernel/form/file-field.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { RichTextField } from '#web/kernel/form/rich-text-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { CancelButton, Dialog } from '#web/kernel/ui/dialog.tsx'
import { addressesIn, sameAddress } from './addresses.ts'
import {
  type CarriedFile,
  CarriedFiles,
  type Paper,
  PapersField,
  usePapers,
} from './mail-papers.tsx'

const Written = z.object({
  recipients: z.array(z.string()).min(1).max(MAX_RECIPIENTS),
  cc: z.array(z.string()).max(MAX_RECIPIENTS),
  subject: z.string().trim().min(1).max(300),
  body: z.string(),
  documents: z.array(z.string()).max(MAX_ATTACHMENTS),
  papers: z.array(z.custom<Paper>()),
  /** Search among the papers. */
  paper: z.string(),
})
/** A mail says something, or carries a file. */
const writtenWith = (carried: readonly CarriedFile[], emptyText: string) =>
  Written.refine(
    ({ body, documents, papers }) =>
      !isBlank(body) || carried.length + documents.length + papers.length > 0,
    { path: ['body'], params: { text: emptyText } },
  )
export type WrittenMail = Omit<z.output<typeof Written>, 'papers' | 'paper'>

const NOTHING_ADDED: Pick<z.output<typeof Written>, 'cc' | 'documents' | 'papers' | 'paper'> = {
  cc: [],
  documents: [],
  papers: [],
  paper: '',
}

/** A mail as its recipients will read it, edited in place, in a dialog. */
export function MailDialog({
  title,
  start,
  from,
  carried,
  papersOf,
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
  /** Owner of the bills and quotes that may be added, and papers at hand; absent without any. */
  papersOf?: { readonly profileId: string; readonly offers: readonly Paper[] }
  /** People who may be sent it, by their address. */
  people?: readonly { readonly name: string; readonly address: string }[]
  head?: React.ReactNode
  /** Below the files, within the form. */
  more?: React.ReactNode
  verb: string
  onSend: (mail: WrittenMail, papers: readonly Paper[]) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation(['mail', 'kernel'])
  const id = useId()
  const form = useCarnetForm({
    schema: useMemo(() => writtenWith(carried, t('error.MAIL_EMPTY')), [carried, t]),
    values: useMemo(() => ({ ...start, ...NOTHING_ADDED }), [start]),
    save: (filled) => {
      const { papers, paper: _, ...mail } = filled
      return onSend(mail, papers)
    },
  })
  useAction({
    id: 'mail.send',
    label: verb,
    keys: 'Mod+Enter',
    run: () => void form.submit(),
    hidden: true,
  })
  const recipients = form.methods.watch('recipients')
  const taken = new Set(recipients.map(sameAddress))
  const others = people.filter(({ address }) => !taken.has(sameAddress(address)))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      foot={
        <>
          <CancelButton />
          <SubmitButton form={form} outside={id} icon={Send}>
            {verb}
          </SubmitButton>
        </>
      }
    >
      {head}
      <Form form={form} id={id} verb={verb} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        <p className="text-sm text-ink-muted">{from}</p>
        <div>
          <TextsField
            name="recipients"
            label={t('form.recipients')}
            required
            max={MAX_RECIPIENTS}
            split={addressesIn}
            keyOf={sameAddress}
          />
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
        <TextsField
          name="cc"
          label={t('form.cc')}
          max={MAX_RECIPIENTS}
          hint={t('form.ccHint')}
          split={addressesIn}
          keyOf={sameAddress}
        />
        <TextField name="subject" label={t('form.subject')} required maxLength={300} />
        <div className="mail-text">
          <RichTextField name="body" label={t('form.body')} />
        </div>
        <Attached carried={carried} papersOf={papersOf} />
        {more}
      </Form>
    </Dialog>
  )
}

/**
 * Attachments: own papers, added papers and uploaded files; together no more than a mail may have.
 */
function Attached({
  carried,
  papersOf: { profileId, offers } = NO_PAPERS,
}: {
  carried: readonly CarriedFile[]
  papersOf: { readonly profileId: string; readonly offers: readonly Paper[] } | undefined
}) {
  const { t } = useTranslation('mail')
  const { papers, carried: added, add } = usePapers(profileId)
  const files = [...carried, ...added]
  return (
    <>
      <CarriedFiles files={files} />
      {profileId !== '' && files.length < MAX_ATTACHMENTS && (
        <PapersField profileId={profileId} offers={offers} papers={papers} onAdd={add} />
      )}
      <FileField
        name="documents"
        label={t('form.files')}
        several
        max={MAX_ATTACHMENTS - files.length}
      />
    </>
  )
}
const NO_PAPERS = { profileId: '', offers: [] }
