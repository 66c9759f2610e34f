import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useKeyHelp } from '#web/kernel/ui/actions.tsx'

/** The rows of a table in their order. */
const rowsOf = (table: HTMLTableElement | null) => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
]

/**
 * J/K, the arrows, Home and End walk the rows of a table; Enter opens one, Space selects it. J goes
 * from anywhere to the first row, K to the last.
 */
export function useRowKeys<T>(
  table: RefObject<HTMLTableElement | null>,
  {
    open,
    select,
  }: { readonly open: (row: T) => void; readonly select?: ((row: T) => void) | undefined },
) {
  const { t } = useTranslation('kernel')
  useAction({
    id: 'first-row',
    label: '',
    keys: 'j',
    hidden: true,
    run: () => rowsOf(table.current)[0]?.focus(),
  })
  useAction({
    id: 'last-row',
    label: '',
    keys: 'k',
    hidden: true,
    run: () => rowsOf(table.current).at(-1)?.focus(),
  })
  useKeyHelp([
    { label: t('shortcuts.rows'), keys: ['J', 'K'] },
    { label: t('shortcuts.open'), keys: ['Enter'] },
    { label: t('shortcuts.close'), keys: ['Escape'] },
  ])
  return (event: KeyboardEvent<HTMLElement>, row: T) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    const list = rowsOf(table.current)
    const at = list.indexOf(event.currentTarget)
    const key = event.key.toLowerCase()
    if (key === 'enter') open(row)
    else if (key === ' ' && select) select(row)
    else if (key === 'j' || key === 'arrowdown') list[at + 1]?.focus()
    else if (key === 'k' || key === 'arrowup') list[at - 1]?.focus()
    else if (key === 'home') list[0]?.focus()
    else if (key === 'end') list.at(-1)?.focus()
    else return
    event.preventDefault()
  }
}
