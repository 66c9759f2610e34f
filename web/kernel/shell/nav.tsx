import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { Logo } from '#web/kernel/ui/brand.tsx'
import { itemOf, permittedMenu, usuallyFolded } from './menu.ts'
import { paths } from '#web/screens.ts'
import { screenTitle } from './screen-words.ts'
import { setPreferences, usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useWaiting } from './pending-counts.ts'

/**
 * The grouped menu: permitted entries only, folded groups remembered. The open page is an index tab
 * joined to the sheet.
 */
export function Nav() {
  const { t } = useTranslation('kernel')
  return (
    <nav className="nav" aria-label={t('shell.nav')}>
      <Link className="nav-brand" to={paths.admin.to()} aria-label={t('shell.home')}>
        <Logo />
        <span translate="no">Carnet</span>
      </Link>
      <NavGroups />
    </nav>
  )
}

/** @param onGo called when an item is followed (the phone's sheet closes) */
export function NavGroups({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation('kernel')
  const { can, isAdministrator, profileId } = useSession()
  const { folded } = usePreferences()
  const { pathname } = useLocation()
  const current = itemOf(pathname)?.name
  const waiting = useWaiting()
  const isAdministration = isAdministrator && profileId === ''
  const closed: readonly string[] = folded ?? usuallyFolded(isAdministration)
  // The group of the open page is unfolded, unless it was folded since the page was opened.
  const [foldedAt, setFoldedAt] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const groups = permittedMenu(can, isAdministration).map((group) => {
    const items = group.items.map((item) => (
      <Link
        key={item.name}
        className="nav-item"
        to={item.path}
        aria-current={item.name === current ? 'page' : undefined}
        title={screenTitle(item)}
        onClick={onGo}
      >
        <item.icon size={16} />
        <span>{screenTitle(item)}</span>
        {waiting[item.name] !== undefined && (
          <span className="nav-count">
            <span aria-hidden="true">{waiting[item.name]}</span>
            <span className="sr-only">
              , {t('shell.waiting', { count: waiting[item.name] ?? 0 })}
            </span>
          </span>
        )}
      </Link>
    ))
    const title = t(`group.${group.name}`)
    // A group with a single entry needs no heading.
    const only = group.items.length === 1 ? group.items[0] : undefined
    if (only && screenTitle(only) === title) return <div key={group.name}>{items}</div>
    const isCurrent = group.items.some(({ name }) => name === current)
    const open = isCurrent ? foldedAt !== pathname : !closed.includes(group.name)
    return (
      <details key={group.name} className="nav-group" open={open}>
        {/* Instead of the browser's own folding, so that the state is remembered. */}
        <summary
          onClick={(event) => {
            event.preventDefault()
            if (isCurrent) setFoldedAt(open ? pathname : '')
            const others = closed.filter((name) => name !== group.name)
            setPreferences({ folded: open ? [...others, group.name] : others })
          }}
        >
          {title}
          <ChevronDown size={14} />
        </summary>
        {items}
      </details>
    )
  })
  return <div ref={list}>{groups}</div>
}
