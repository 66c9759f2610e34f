import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

/**
 * A list's search, in the address as `?q=`. `label` says what is searched; with `narrow` the field
 * shows "Chercher" only.
 */
export function SearchBox({
  value,
  onChange,
  label,
  narrow = false,
}: {
  value: string
  onChange: (to: string) => void
  label: string
  narrow?: boolean
}) {
  const { t } = useTranslation('kernel')
  const id = useId()
  return (
    <search className={clsx('input-box max-md:w-full', narrow ? 'w-[158px]' : 'w-[240px]')}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search size={15} className="absolute inset-y-0 start-2.5 my-auto text-ink-subtle" />
      <input
        id={id}
        type="search"
        className="input !h-[30px] !ps-8 max-md:!h-[var(--field)] [&::-webkit-search-cancel-button]:hidden"
        value={value}
        placeholder={narrow ? t('table.find') : label}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <IconButton
          icon={X}
          size={14}
          label={t('table.clearFilters')}
          className="!absolute end-[2px] top-1/2 !size-[26px] -translate-y-1/2"
          onClick={() => onChange('')}
        />
      )}
    </search>
  )
}
