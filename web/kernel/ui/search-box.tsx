import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterFrame } from './after-frame.ts'
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
  const field = useTyped(value, onChange)
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
        value={field.typed}
        placeholder={narrow ? t('table.find') : label}
        onChange={(event) => field.type(event.target.value)}
        onBlur={field.onBlur}
      />
      {field.typed && (
        <IconButton
          icon={X}
          size={14}
          label={t('table.clearFilters')}
          className="!absolute end-[2px] top-1/2 !size-[26px] -translate-y-1/2"
          onClick={() => field.type('')}
        />
      )}
    </search>
  )
}

/**
 * The text of the field, shown at once. An address is drawn behind the typing: its value from
 * before would drop letters. A value from elsewhere replaces the text.
 */
function useTyped(value: string, onChange: (to: string) => void) {
  const [typed, setTyped] = useState(value)
  const isAhead = useRef(false)
  const stopWaiting = useRef(() => {})
  useEffect(() => () => stopWaiting.current(), [])
  useEffect(() => {
    if (!isAhead.current) setTyped(value)
    else if (value === typed) isAhead.current = false
  }, [value, typed])
  return {
    typed,
    type: (to: string) => {
      isAhead.current = true
      setTyped(to)
      // The letter is drawn before the list is asked for.
      stopWaiting.current()
      stopWaiting.current = afterFrame(() => onChange(to))
    },
    onBlur: () => {
      isAhead.current = false
    },
  }
}
