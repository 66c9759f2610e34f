import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { copyText } from '../data/copy-text.ts'

/** A reference, with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  const { t } = useTranslation('kernel')
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="num min-w-0 !whitespace-normal [overflow-wrap:anywhere]">{text}</bdi>
      <IconButton
        icon={Copy}
        size={13}
        label={t('action.copy')}
        className="!size-6 shrink-0"
        onClick={() => void copyText(text, t('toast.copied'), text)}
      />
    </span>
  )
}
