import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { quoteRoutes } from '#contract/quotes.routes.ts'
import type { Quote } from '#contract/quotes.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure, notifySuccess } from '#web/kernel/ui/toasts.ts'
import { quoteRecipientsQuery, TOUCHED } from './quotes.queries.ts'

const Asked = z
  .object({ way: z.enum(['mail', 'link']), to: z.string().max(254), message: z.string().max(2000) })
  .refine(({ way, to }) => way === 'link' || to.trim() !== '', { path: ['to'], params: { code: '' } })

/** Sends a quote with a link to accept it, or reminds of it. */
export function SendDialog({ quote, kind, onClose }: { quote: Quote; kind: 'send' | 'remind'; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const known = useQuery(quoteRecipientsQuery(quote))
  const title = t(kind === 'send' ? 'send.title' : 'remind.title', { ref: quote.ref })
  if (known.isError)
    return (
      <Dialog open onClose={onClose} title={title}>
        <ErrorState error={known.error} onRetry={known.refetch} />
      </Dialog>
    )
  if (!known.data)
    return (
      <Dialog open onClose={onClose} title={title}>
        <Skeleton lines={5} label={title} />
      </Dialog>
    )
  return <Asking quote={quote} kind={kind} title={title} first={known.data.recipients[0] ?? ''} onClose={onClose} />
}

function Asking({
  quote,
  kind,
  title,
  first,
  onClose,
}: {
  quote: Quote
  kind: 'send' | 'remind'
  title: string
  first: string
  onClose: () => void
}) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const [link, setLink] = useState('')
  const options = { invalidates: [...TOUCHED, 'mail'], failure: 'shown-by-caller' } as const
  const send = useWrite(quoteRoutes.send, options)
  const remind = useWrite(quoteRoutes.remind, options)
  const params = { profileId: quote.profileId, id: quote.id }
  const form = useCarnetForm({
    schema: Asked,
    values: useMemo(() => ({ way: 'mail' as const, to: quote.address || first, message: '' }), [quote.address, first]),
    save: async ({ way, to, message }) => {
      const body = { to: to.trim(), mail: way === 'mail', message }
      const posted =
        kind === 'send'
          ? await send.mutateAsync({ params, body: { ...body, version: quote.version } })
          : await remind.mutateAsync({ params, body })
      if (way === 'link') setLink(posted.link)
      else {
        notifySuccess(t(kind === 'send' ? 'send.done' : 'remind.done'))
        onClose()
      }
    },
  })
  const way = form.methods.watch('way')
  if (link !== '') return <LinkDialog link={link} onClose={onClose} />
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
    </FormDialog>
  )
}

/** The link is told this once: only its hash is kept. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), notifyFailure)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link.title')}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.close')}</Button>
          <Button variant="primary" icon={copied ? Check : Copy} onClick={() => void copy()}>
            {t(copied ? 'link.copied' : 'link.copy')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{t('link.body')}</p>
      <p className="mt-4 rounded-[5px] border border-line bg-surface-sunken px-3 py-2.5 text-sm break-all" dir="ltr">
        {link}
      </p>
    </Dialog>
  )
}
