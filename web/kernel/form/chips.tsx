import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export type Chip = { readonly key: string; readonly label: string }

/** The chosen values, each with a button that removes it. `name` says what they are. */
export function Chips({
  items,
  name,
  onRemove,
}: {
  items: readonly Chip[]
  name: string
  onRemove?: ((key: string) => void) | undefined
}) {
  const { t } = useTranslation('fields')
  return (
    <ul className="contents" aria-label={t('list.chosen', { name })}>
      {items.map(({ key, label }) => (
        <li key={key} className="chip">
          <bdi className="truncate">{label}</bdi>
          {onRemove && (
            <button
              type="button"
              className="chip-x"
              aria-label={t('list.remove', { name: label })}
              title={t('list.remove', { name: label })}
              onClick={() => onRemove(key)}
            >
              <X size={13} strokeWidth={1.9} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
