import { type ReactNode, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/**
 * Fields that few users need, closed until they are wanted. They open by themselves when one of
 * them is wrong.
 */
export function MoreFields({
  names,
  open,
  children,
}: {
  names: readonly string[]
  open: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('kernel')
  const { errors } = useFormState()
  const [wanted, setWanted] = useState(open)
  const isOpen = wanted || names.some((name) => name in errors)
  return (
    <details open={isOpen} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary className="link mb-4 w-fit cursor-pointer text-sm">
        {t('record.more', { count: names.length })}
      </summary>
      {children}
    </details>
  )
}
