import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyDone } from '#web/kernel/data/toasts.ts'
import { useSendingWords } from '#web/mail/mail-words.tsx'
import { quoteRecipientsQuery, TOUCHED } from './quotes.queries.ts'

const Shipment = z
  .object({ way: z.enum(['mail', 'link']), to: z.string().max(254), message: z.string().max(2000) })
  .refine(({ way, to }) => way === 'link' || to.trim() !== '', {
    path: ['to'],
    params: { code: '' },
  })

/** Sends a quote with a link to accept it, or reminds of it. */
export function SendDialog({
  quote,
  kind,
  onLink,
  onClose,
}: {
  quote: Quote
  kind: 'send' | 'remind'
  /** Shows the link, which is told this once. */
  onLink: (link: string) => void
  onClose: () => void
}) {
  // Words that came later would hide the open dialog while they load, which closes it.
  const { t } = useTranslation(['quotes', 'mail', 'kernel'])
  const query = useQuery(quoteRecipientsQuery(quote))
  const title = t(kind === 'send' ? 'send.title' : 'remind.title', { ref: quote.ref })
  if (query.isError)
    return (
      <Dialog open onClose={onClose} title={title}>
        <ErrorState error={query.error} onRetry={query.refetch} />
      </Dialog>
    )
  if (!query.data)
    return (
      <Dialog open onClose={onClose} title={title}>
        <Skeleton lines={5} label={title} />
      </Dialog>
    )
  return (
    <Sending {...{ quote, kind, title, onLink, onClose }} first={query.data.recipients[0] ?? ''} />
  )
}

function Sending({
  quote,
  kind,
  title,
  first,
  onLink,
  onClose,
}: {
  quote: Quote
  kind: 'send' | 'remind'
  title: string
  first: string
  onLink: (link: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['quotes', 'mail', 'kernel'])
  const options = { invalidates: [...TOUCHED, 'mail'] } as const
  const send = useWrite(quoteRoutes.send, options)
  const remind = useWrite(quoteRoutes.remind, options)
  const params = { profileId: quote.profileId, id: quote.id }
  const sending = useSendingWords()
  const form = useCarnetForm({
    schema: Shipment,
    values: useMemo(
      () => ({ way: 'mail' as const, to: quote.address || first, message: '' }),
      [quote.address, first],
    ),
    save: async ({ way, to, message }) => {
      const body = { to: to.trim(), mail: way === 'mail', message }
      const posted =
        kind === 'send'
          ? await send.mutateAsync({ params, body: { ...body, version: quote.version } })
          : await remind.mutateAsync({ params, body })
      if (way === 'link') onLink(posted.link)
      else notifyDone(sending.done(t(kind === 'send' ? 'send.done' : 'remind.done')))
      onClose()
    },
  })
  const way = form.methods.watch('way')
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      body={t(kind === 'send' ? 'send.body' : 'remind.body')}
      verb={t(way === 'link' ? 'send.makeLink' : kind === 'send' ? 'send.action' : 'remind.action')}
    >
      <SegmentField
        name="way"
        label={t('send.way')}
        options={[
          { value: 'mail', label: t('send.byMail') },
          { value: 'link', label: t('send.byLink') },
        ]}
      />
      {/* A link that goes again keeps the address of its codes. */}
      {(way === 'mail' || kind === 'send') && (
        <TextField
          name="to"
          type="email"
          label={t('send.to')}
          required={way === 'mail'}
          hint={t(way === 'mail' ? 'send.toHint' : 'send.codeHint')}
          autoFocus
        />
      )}
      {way === 'mail' && (
        <TextArea
          name="message"
          label={t('send.message')}
          rows={3}
          placeholder={t('kernel:form.optional')}
          hint={t('send.messageHint')}
        />
      )}
      {way === 'mail' && sending.isOutbox && (
        <p className="text-sm text-ink-muted">{t('mail:form.outbox')}</p>
      )}
    </FormDialog>
  )
}
