import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { PastedReading } from '#contract/prospecting/prospecting.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { FormSegments } from '#web/kernel/ui/segments.tsx'
import { PastedJobDialog } from './pasted-job-dialog.tsx'

type PasteProps = { readonly onClose: () => void; readonly onAdded: (id: string) => void }

/** Takes the address of a job's page, or its text where the page refuses to be read. */
export function PasteJobDialog({ onClose, onAdded }: PasteProps) {
  const { t } = useTranslation('prospecting')
  const [way, setWay] = useState<'link' | 'text'>('link')
  const [text, setText] = useState('')
  const [read, setRead] = useState<PastedReading | null>(null)
  const ways = (
    <FormSegments
      label={t('pasted.way')}
      options={[
        { value: 'link', label: t('pasted.link') },
        { value: 'text', label: t('pasted.text') },
      ]}
      value={way}
      onChange={setWay}
    />
  )
  if (read)
    return (
      <PastedJobDialog
        read={read}
        onClose={onClose}
        onAdded={onAdded}
        onBack={() => setRead(null)}
      />
    )
  return way === 'link' ? (
    <LinkDialog ways={ways} onClose={onClose} onAdded={onAdded} />
  ) : (
    <TextDialog
      ways={ways}
      text={text}
      onClose={onClose}
      onRead={(pasted, reading) => {
        setText(pasted)
        setRead(reading)
      }}
    />
  )
}

function LinkDialog({ ways, onClose, onAdded }: PasteProps & { ways: ReactNode }) {
  const { t } = useTranslation('prospecting')
  const write = useWrite(prospectingRoutes.pasteJob, {
    invalidates: ['prospecting'],
    onDone: ({ id }) => onAdded(id),
  })
  const form = useCarnetForm({
    schema: z.object({ url: z.url({ protocol: /^https?$/ }).max(1000) }),
    values: useMemo(() => ({ url: '' }), []),
    save: (values) => write.mutateAsync({ body: values }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('hunt.paste')}
      body={t('hunt.pasteBody')}
      verb={t('hunt.add')}
      head={ways}
    >
      <TextField name="url" type="url" label={t('hunt.url')} required autoFocus />
    </FormDialog>
  )
}

function TextDialog({
  ways,
  text,
  onClose,
  onRead,
}: {
  ways: ReactNode
  text: string
  onClose: () => void
  onRead: (text: string, read: PastedReading) => void
}) {
  const { t } = useTranslation('prospecting')
  const write = useWrite(prospectingRoutes.readJobText, { invalidates: [] })
  const form = useCarnetForm({
    schema: z.object({ text: z.string().trim().min(1).max(100_000) }),
    values: useMemo(() => ({ text }), [text]),
    save: async (values) => onRead(values.text, await write.mutateAsync({ body: values })),
  })
  return (
    <FormDialog
      // A text that was read already is still typed.
      form={{ ...form, dirty: form.dirty || text !== '' }}
      onClose={onClose}
      title={t('hunt.paste')}
      body={t('pasted.body')}
      verb={t('pasted.read')}
      head={ways}
      wide
    >
      <TextArea name="text" label={t('pasted.label')} rows={12} required />
    </FormDialog>
  )
}
