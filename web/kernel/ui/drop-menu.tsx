import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { late } from './late.tsx'

export type MenuEntry =
  | {
      readonly label: ReactNode
      readonly icon?: LucideIcon
      /** Target of a link; without it, an action. */
      readonly to?: string
      readonly onSelect?: () => void
      readonly tone?: 'danger'
      /** Set on every entry of a choice: true for the chosen one. */
      readonly chosen?: boolean
      readonly hint?: ReactNode
      readonly lang?: string
    }
  | { readonly heading: string }
  | 'line'

export type Menu = {
  /** Content of the button. */
  readonly children: ReactNode
  readonly label: string
  /** Entries of the menu; a function makes them at each opening. */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
  readonly className?: string
  readonly anchor?: 'bottom end' | 'bottom start' | 'top end'
  readonly head?: ReactNode
}

const load = () => import('./opened-menu.tsx')
const OpenedMenu = late(async () => (await load()).OpenedMenu)
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/** Begins to load a menu's code. A failure is told when the menu is opened. */
const prepare = () => void load().catch(() => {})

/**
 * A floating menu of actions or choices; its side follows the reading direction. Until it is
 * opened, it is a button alone: a list has one in each row.
 */
export function DropMenu(menu: Menu) {
  const [by, open] = useState<'pointer' | 'key' | null>(null)
  const { children, label, className } = menu
  const button = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      title={label}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={({ detail }) => open(detail === 0 ? 'key' : 'pointer')}
      onKeyDown={(event) => {
        if (!OPENING_KEYS.includes(event.key)) return
        event.preventDefault()
        open('key')
      }}
    >
      {children}
    </button>
  )
  return by === null ? (
    button
  ) : (
    <OpenedMenu {...menu} by={by} waiting={button} onClose={() => open(null)} />
  )
}
