import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { ClientField } from '#web/customers/client-field.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { TOUCHED } from './quotes.queries.ts'

const NewQuote = z.object({ clientId: z.string().min(1), serviceName: z.string().max(300) })

/** Asks for whom and for what; the server takes the terms from the client and the profile. */
export function NewQuoteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const label = useLabels('quote')
  const { profileId } = useSession()
  const navigate = useNavigate()
  const add = useWrite(quoteRoutes.add, {
    invalidates: TOUCHED,
    onDone: ({ id }) => void navigate(paths.quote.to({ id })),
  })
  const form = useCarnetForm({
    schema: NewQuote,
    values: useMemo(() => ({ clientId: '', serviceName: '' }), []),
    save: async (body) => {
      await add.mutateAsync({ body: { profileId, ...body } })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('new.title')}
      body={t('new.body')}
      verb={t('new.create')}
    >
      <ClientField name="clientId" label={label('clientId')} required none="" autoFocus />
      <TextField
        name="serviceName"
        label={label('serviceName')}
        placeholder={t('kernel:form.optional')}
      />
    </FormDialog>
  )
}
