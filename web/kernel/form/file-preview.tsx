import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { documentRoutes } from '#contract/documents/documents.contract.ts'
import type { Uploaded } from '#web/kernel/data/documents.ts'
import { blobOf, download } from '#web/kernel/data/files.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'

const PICTURE = /^image\/(png|jpeg|webp)$/
const PDF = 'application/pdf'

/** A document within the page: a PDF or a picture. Other files cannot be shown, and are saved. */
export function FilePreview({ file, onClose }: { file: Uploaded; onClose: () => void }) {
  const { t } = useTranslation(['fields', 'kernel'])
  const isPicture = PICTURE.test(file.type)
  const isShown = isPicture || file.type === PDF
  const content = useQuery({
    queryKey: ['documents', 'content', file.id],
    queryFn: () => blobOf(documentRoutes.preview, { params: { id: file.id } }),
    enabled: isShown,
  })
  const address = useAddress(content.data)
  const save = () =>
    void download(
      documentRoutes.download,
      { params: { id: file.id } },
      { as: 'save', fileName: file.name },
    ).catch(notifyFailure)
  return (
    <Dialog
      open
      onClose={onClose}
      title={file.name}
      wide="page"
      foot={
        <>
          <Button icon={Download} onClick={save}>
            {t('file.save', { name: file.name })}
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('kernel:action.close')}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        {!isShown ? (
          <p className="text-ink-muted">{t('file.noPreview')}</p>
        ) : content.isError ? (
          <ErrorState error={content.error} onRetry={content.refetch} />
        ) : address === null ? (
          <Loading label={t('kernel:state.loading')}>
            <span className="bone block !h-[60vh] w-full" />
          </Loading>
        ) : isPicture ? (
          <img src={address} alt={file.name} className="mx-auto max-h-[70vh] max-w-full" />
        ) : (
          <iframe src={address} title={file.name} className="h-[70vh] w-full border border-line" />
        )}
      </div>
    </Dialog>
  )
}

/** The address of what was read; it is given back when the preview closes. */
function useAddress(content: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
