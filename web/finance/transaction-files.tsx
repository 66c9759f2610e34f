import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { documentRoutes } from '#contract/documents.routes.ts'
import { useDocuments } from '#web/kernel/data/documents.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { notifyFailure, notifyInfo } from '#web/kernel/ui/toasts.ts'
import { bytesText } from '#web/kernel/words/formats.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'

const SHOWN = /^(application\/pdf|image\/(png|jpeg|webp))$/

/** The files of a transaction: shown in a tab of their own where the browser can, and saved. */
export function TransactionFiles({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { language } = usePreferences()
  const known = useDocuments(true)
  const show = (id: string, type: string) =>
    SHOWN.test(type)
      ? download(documentRoutes.preview, { params: { id } }, { as: 'open' }).catch(notifyFailure)
      : notifyInfo(t('file.noPreview'))
  return (
    <section className="mt-5" aria-label={fieldLabel('transaction', 'attachmentIds')}>
      <h3 className="label">{fieldLabel('transaction', 'attachmentIds')}</h3>
      <ul className="m-0 list-none border-t border-line p-0">
        {ids.map((id) => {
          const file = known?.get(id)
          const name = file?.name ?? t('file.document')
          return (
            <li key={id} className="flex items-center gap-2 border-b border-line py-1.5">
              <FileText size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-subtle" />
              <button
                type="button"
                className="link min-w-0 grow cursor-pointer truncate border-0 bg-transparent p-0 text-start"
                onClick={() => void show(id, file?.type ?? '')}
              >
                <bdi>{name}</bdi>
              </button>
              {file && <span className="num shrink-0 text-xs text-ink-subtle">{bytesText(language, file.bytes)}</span>}
              <IconButton
                icon={Download}
                label={t('file.save', { name })}
                onClick={() =>
                  void download(documentRoutes.download, { params: { id } }, { as: 'save', fileName: name }).catch(
                    notifyFailure,
                  )
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
