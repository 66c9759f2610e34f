import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  clientImportRoutes as routes,
  type ReadClient,
} from '#contract/customers/client-imports.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { FileImport } from '#web/kernel/form/file-import.tsx'

type Found = z.output<typeof routes.read.reply>

/** Clients of another program, of which the user chooses those that come. */
export function ClientImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('customers')
  const [file, setFile] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const read = useWrite(routes.read, { invalidates: [] })
  const add = useWrite(routes.import, { invalidates: ['customers'] })

  const readFile = async (content: string) => {
    setFound(null)
    setFound(await read.mutateAsync({ body: { file: content } }))
    setFile(content)
  }
  const send = async (ids: readonly string[]) => {
    const { added } = await add.mutateAsync({ body: { file, ids: [...ids] } })
    notifySuccess(t('import.done', { count: added }))
    onClose()
  }
  const list = (parts: readonly (string | number)[]) => parts.join(', ')
  return (
    <FileImport
      words={{
        title: t('import.title'),
        body: t('import.body'),
        file: t('import.file'),
        review: t('import.review'),
        none: t('import.none'),
        add: (count) => t('import.add', { count }),
      }}
      accept=".csv,.txt,text/csv"
      rows={
        found &&
        found.clients.map((client, at) => ({
          id: client.act === 'known' ? `${client.id} ${at}` : client.id,
          isKnown: client.act === 'known',
          isDoubtful: false,
          content: <Client client={client} />,
        }))
      }
      notes={
        <div className="mt-3 text-sm text-ink-muted">
          {found !== null && found.nameless.length > 0 && (
            <p>{t('import.nameless', { rows: list(found.nameless) })}</p>
          )}
          {found !== null && found.others.length > 0 && (
            <p>{t('import.others', { columns: list(found.others) })}</p>
          )}
        </div>
      }
      isReading={read.isPending}
      isAdding={add.isPending}
      onRead={readFile}
      onAdd={(ids) => void send(ids).catch(() => {})}
      onClose={onClose}
    />
  )
}

function Client({ client }: { client: ReadClient }) {
  const { t } = useTranslation(['customers', 'kernel'])
  const { name, address, siren, email, more, wrong, act } = client
  const place = [address.street, address.postalCode, address.city].filter(Boolean).join(' ')
  const facts = [siren, place, email].filter(Boolean)
  return (
    <>
      <bdi className="block font-medium">{name}</bdi>
      {facts.length > 0 && (
        <span className="block text-sm text-ink-muted">
          <bdi>{facts.join(' · ')}</bdi>
        </span>
      )}
      {act === 'known' && <span className="block text-sm text-warm">{t('import.known')}</span>}
      {act === 'add' && more.length > 0 && (
        <span className="block text-sm text-ink-muted">
          {t('import.more', { mails: more.join(', ') })}
        </span>
      )}
      {wrong.length > 0 && (
        <span className="block text-sm text-warm">
          {t('import.wrong', {
            fields: wrong.map((field) => t(`kernel:field.${field}`)).join(', '),
          })}
        </span>
      )}
    </>
  )
}
