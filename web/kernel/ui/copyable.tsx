import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { notifyFailure, notifySuccess } from '../data/toasts.ts'

/** A reference, with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  const { t } = useTranslation('kernel')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notifySuccess(t('toast.copied'), { detail: text }),
      (error: Error) => notifyFailure(error),
    )
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="num min-w-0 !whitespace-normal [overflow-wrap:anywhere]">{text}</bdi>
      <IconButton
        icon={Copy}
        size={13}
        label={t('action.copy')}
        className="!size-6 shrink-0"
        onClick={() => void copy()}
      />
    </span>
  )
}
