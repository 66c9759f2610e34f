import {
  MenuButton,
  MenuItem,
  MenuItems,
  Menu as HeadlessMenu,
  MenuSection,
  MenuSeparator,
} from '@headlessui/react'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type MouseEventHandler, Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Menu, MenuEntry } from './drop-menu.tsx'

/** A menu that opens as soon as it is drawn. It stays, closed, as the button of the next time. */
export function OpenedMenu({
  children,
  label,
  entries,
  className,
  anchor = 'bottom end',
  head,
  by,
}: Menu & {
  /** Device that opened it: a key leads to the first entry. */
  readonly by: 'pointer' | 'key'
  /** Called by its boundary when the code cannot be loaded. */
  readonly onClose: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    if (by === 'pointer') button.current?.click()
    else
      button.current?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      )
  }, [by])
  return (
    <HeadlessMenu as={Fragment}>
      <MenuButton ref={button} className={className} aria-label={label} title={label}>
        {children}
      </MenuButton>
      <MenuItems
        anchor={{ to: anchor, gap: 6, padding: 8 }}
        modal={false}
        className="menu"
        aria-label={label}
      >
        {head}
        <Entries of={entries} />
      </MenuItems>
    </HeadlessMenu>
  )
}

/** Drawn while the menu is open. */
function Entries({ of }: { of: readonly MenuEntry[] | (() => readonly MenuEntry[]) }) {
  const entries = typeof of === 'function' ? of() : of
  return entries.map((entry, index) => {
    // Entries have no id; their order is fixed while the menu is open, so an index is a stable key.
    if (entry === 'line') return <MenuSeparator key={index} className="my-1.5 h-px bg-line" />
    if ('heading' in entry)
      return (
        <MenuSection key={index} className="menu-head">
          {entry.heading}
        </MenuSection>
      )
    return (
      <MenuItem key={index}>
        <Entry entry={entry} />
      </MenuItem>
    )
  })
}

type EntryProps = {
  readonly entry: Exclude<MenuEntry, 'line' | { heading: string }>
  readonly onClick?: MouseEventHandler
}

function Entry({ entry, onClick, ...rest }: EntryProps) {
  const inside = (
    <>
      {entry.icon && <entry.icon size={16} className="shrink-0 text-ink-subtle" />}
      <span className="min-w-0 grow truncate" lang={entry.lang}>
        {entry.label}
      </span>
      {entry.hint !== undefined && <span className="text-xs text-ink-subtle">{entry.hint}</span>}
      {entry.chosen !== undefined && (
        <Check size={15} className={clsx('shrink-0 text-accent', !entry.chosen && 'invisible')} />
      )}
    </>
  )
  const className = clsx('menu-item', entry.tone === 'danger' && 'text-negative')
  const current = entry.chosen ? ({ 'aria-current': 'true' } as const) : {}
  if (entry.to !== undefined)
    return (
      <Link
        {...rest}
        {...current}
        to={entry.to}
        className={className}
        {...(onClick && { onClick })}
      >
        {inside}
      </Link>
    )
  return (
    <button
      {...rest}
      {...current}
      type="button"
      className={className}
      onClick={(event) => {
        entry.onSelect?.()
        onClick?.(event) // the menu's own handler, which closes it
      }}
    >
      {inside}
    </button>
  )
}
