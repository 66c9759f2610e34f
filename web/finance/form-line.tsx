import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#web/kernel/data/copy-text.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { Amount, Figure } from '#web/kernel/ui/values.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'

/**
 * A line of an official form: its number, its name and whole euros to copy.
 *
 * @param label the line in words, for the copy button and its message
 * @param figure draws the value as more than a text
 */
export function FormLine({
  number,
  name,
  label,
  euros,
  figure = (value) => value,
}: {
  number?: string
  name: ReactNode
  label: string
  euros: number
  figure?: (value: ReactNode) => ReactNode
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { discreet } = usePreferences()
  return (
    <li className="flex items-center gap-2 border-b border-line py-1">
      {number !== undefined && (
        <span className="w-[52px] shrink-0 font-semibold text-ink-muted">
          <bdi className="num">{number}</bdi>
        </span>
      )}
      <span className="leader min-w-0 grow">
        <span className="min-w-0">{name}</span>
        <span className="num amt">
          {figure(discreet ? <Amount major={euros} /> : <Figure value={euros} digits={0} />)}
        </span>
      </span>
      <IconButton
        icon={Copy}
        size={15}
        label={t('vatScreen.copy', { box: label })}
        // The amount itself stays out of the message: it may be hidden.
        onClick={() => void copyText(String(euros), t('kernel:toast.copied'), label)}
      />
    </li>
  )
}
