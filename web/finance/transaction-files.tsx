import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Uploaded, useDocuments } from '#web/kernel/data/documents.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { bytesText } from '#web/kernel/words/formats.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { late } from '#web/kernel/ui/late.tsx'

const FilePreview = late(
  async () => (await import('#web/kernel/form/file-preview.tsx')).FilePreview,
)

/** The files of a transaction; each is shown within the page, and saved from there. */
export function TransactionFiles({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { language } = usePreferences()
  const documents = useDocuments(true)
  const [shown, setShown] = useState<Uploaded | null>(null)
  return (
    <section className="mt-5" aria-label={fieldLabel('transaction', 'attachmentIds')}>
      <h3 className="label">{fieldLabel('transaction', 'attachmentIds')}</h3>
      <ul className="m-0 list-none border-t border-line p-0">
        {ids.map((id) => {
          const file = documents?.get(id) ?? { id, name: t('file.document'), type: '', bytes: 0 }
          return (
            <li key={id} className="flex items-center gap-2 border-b border-line py-1.5">
              <FileText size={16} className="shrink-0 text-ink-subtle" />
              <button
                type="button"
                className="link min-w-0 grow cursor-pointer truncate border-0 bg-transparent p-0 text-start"
                onClick={() => setShown(file)}
              >
                <bdi>{file.name}</bdi>
              </button>
              {file.bytes > 0 && (
                <span className="num shrink-0 text-xs text-ink-subtle">
                  {bytesText(language, file.bytes)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
