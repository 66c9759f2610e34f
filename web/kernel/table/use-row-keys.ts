import type { KeyboardEvent, RefObject } from 'react'

/** J/K, the arrows, Home and End walk the rows of a table; Enter opens one, Space selects it. */
export function useRowKeys<T>(
  table: RefObject<HTMLTableElement | null>,
  { open, select }: { readonly open: (row: T) => void; readonly select?: ((row: T) => void) | undefined },
) {
  return (event: KeyboardEvent<HTMLElement>, row: T) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const list = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
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
