import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, Menu as MenuIcon, Moon, Rows3, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { useAction, useActionKeys } from '../ui/actions.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'
import { Logo } from '#web/kernel/ui/brand.tsx'
import { itemOf, permittedMenu } from './menu.ts'
import { screenShort, screenTitle } from './screen-words.ts'
import { setPreferences, usePreferences } from '#web/kernel/words/preferences.ts'
import { followChanges } from '#web/kernel/data/changes.ts'
import { useOfflineSince } from '#web/kernel/data/offline.ts'
import { SessionProvider, useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { viewedRole } from '#web/kernel/data/viewed-role.ts'
import { rememberFocus } from '#web/kernel/ui/focus-memory.ts'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Header } from './header.tsx'
import { useOpened } from './use-opened.ts'
import type * as LaterParts from './later.tsx'
import { ScreenShown, SettledProvider, useSettling } from '#web/kernel/data/settled.tsx'
import { Nav } from './nav.tsx'
import { useWaiting } from './pending-counts.ts'
import { late } from '#web/kernel/ui/late.tsx'

const AccountNotices = late(async () => (await import('./account-notices.tsx')).AccountNotices)
/** @unit milliseconds */
const AGAIN_MS = 5_000
/** No user asked for these parts: without a network they come when it is back. */
async function laterParts(): Promise<typeof LaterParts> {
  for (;;)
    try {
      return await import('./later.tsx')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
}
const OfflineNotice = late(async () => (await laterParts()).OfflineNotice)
const Later = late(async () => (await laterParts()).Later)
const Toaster = late(async () => (await laterParts()).Toaster)
const DemoWalk = late(async () => (await import('./demo-walk.tsx')).DemoWalk)
const AssistantPanel = late(
  async () => (await import('#web/kernel/assistant/assistant-panel.tsx')).AssistantPanel,
)
const BellPanel = late(async () => (await import('./bell-panel.tsx')).BellPanel)
const ShortcutsDialog = late(async () => (await import('./shortcuts.tsx')).ShortcutsDialog)
const SheetMenu = late(async () => (await import('./sheet-menu.tsx')).SheetMenu)
const Palette = late(async () => (await import('./palette.tsx')).Palette)

/** The stream begins with the first reads: a change between the two would not be heard. */
function useChanges() {
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    // Without the stream, a screen shows its earlier data.
    followChanges(queries, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [queries])
}

/** Notice before the end of the free access. @unit milliseconds */
const NOTICE_MS = 10 * DAY_MS

/** The layout of every `/admin` screen: session, then menu, header and sheet around the screen. */
export function AdminLayout() {
  return (
    <SessionProvider
      waiting={
        <BareSheet>
          <PageSkeleton />
        </BareSheet>
      }
      failed={(error, retry) => (
        <>
          <BareSheet>
            <ErrorState heading="h1" error={error} onRetry={retry} />
          </BareSheet>
          <Toaster />
        </>
      )}
    >
      <Shell />
    </SessionProvider>
  )
}

/** Menu and header without contents, so that the layout does not jump when the session arrives. */
const BareSheet = ({ children }: { children: ReactNode }) => (
  <div className="shell">
    <div className="nav">
      <span className="nav-brand">
        <Logo />
        <span translate="no">Carnet</span>
      </span>
    </div>
    <div className="sheet">
      <div className="bar" />
      <main className="page">{children}</main>
    </div>
  </div>
)

function Shell() {
  const { t } = useTranslation('kernel')
  const { menu, discreet, theme, density } = usePreferences()
  const { me, setDiscreet } = useSession()
  const [open, setOpen] = useOpened()
  const close = () => setOpen(null)
  const bellOpen = open === 'bell' || open === 'messages'
  const colour = useProfileColour()
  const offlineSince = useOfflineSince()
  // The landmark of menus and dialogs, which stands outside of the application.
  useEffect(() => {
    document
      .getElementById('headlessui-portal-root')
      ?.setAttribute('aria-label', t('shell.floating'))
  }, [t])
  const hasNotice =
    viewedRole() !== null ||
    me.deletionDate > 0 ||
    me.passwordDueOn > 0 ||
    (me.freeUntil > 0 && me.freeUntil - Date.now() < NOTICE_MS)
  const { isSettled, settle } = useSettling()
  const isNarrow = useNarrow()
  useChanges()
  useActionKeys()
  // The first click may open a dialog.
  useEffect(rememberFocus, [])

  useAction({
    id: 'palette',
    label: t('shell.search'),
    keys: 'Mod+K',
    hidden: true,
    run: () => setOpen('palette'),
  })
  useAction({
    id: 'assistant',
    label: t('shell.assistant'),
    keys: 'Mod+J',
    run: () => setOpen('assistant'),
  })
  useAction({
    id: 'shortcuts',
    label: t('shortcuts.title'),
    keys: '?',
    run: () => setOpen('shortcuts'),
  })
  useAction({
    id: 'discreet',
    label: t(discreet ? 'shell.discreetOff' : 'shell.discreetOn'),
    keys: 'Shift+D',
    icon: discreet ? Eye : EyeOff,
    isPreference: true,
    run: () => setDiscreet(!discreet),
  })
  useAction({
    id: 'density',
    label: t(density === 'compact' ? 'shell.toComfortable' : 'shell.toCompact'),
    icon: Rows3,
    isPreference: true,
    run: () => setPreferences({ density: density === 'compact' ? 'comfortable' : 'compact' }),
  })
  useAction({
    id: 'theme',
    label: t(theme === 'dark' ? 'shell.toLight' : 'shell.toDark'),
    icon: theme === 'dark' ? Sun : Moon,
    isPreference: true,
    run: () => setPreferences({ theme: theme === 'dark' ? 'light' : 'dark' }),
  })

  return (
    <SettledProvider value={isSettled}>
      <a
        href="#content"
        className="skip"
        onClick={(event) => (event.preventDefault(), document.getElementById('content')?.focus())}
      >
        {t('shell.skip')}
      </a>
      <LoadingBar />
      <div
        className="shell"
        data-nav={menu}
        style={
          colour ? ({ '--profile': `var(--swatch-${colour})` } as React.CSSProperties) : undefined
        }
      >
        {!isNarrow && <Nav />}
        <div className="sheet">
          <Header
            onSearch={() => setOpen('palette')}
            onShortcuts={() => setOpen('shortcuts')}
            onAssistant={() => setOpen(open === 'assistant' ? null : 'assistant')}
            assistantOpen={open === 'assistant'}
            onBell={() => setOpen(bellOpen ? null : 'bell')}
            bellOpen={bellOpen}
          />
          <main id="content" className="page" tabIndex={-1}>
            <div className="contents" data-screen-only>
              {hasNotice && (me.demoUntil > 0 ? <DemoWalk /> : <AccountNotices />)}
              {offlineSince !== null && <OfflineNotice since={offlineSince} />}
            </div>
            <Awaiting waiting={<PageSkeleton />}>
              <Outlet />
              <ScreenShown settle={settle} />
            </Awaiting>
          </main>
        </div>
      </div>
      <BottomBar onMenu={() => setOpen('menu')} />
      {isSettled && <Later onReadFailures={() => setOpen('messages')} />}
      {open === 'menu' && <SheetMenu onClose={close} />}
      {bellOpen && (
        <BellPanel key={open} first={open === 'messages' ? 'messages' : 'news'} onClose={close} />
      )}
      {open === 'assistant' && <AssistantPanel onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog open onClose={close} />}
      {open === 'palette' && <Palette onClose={close} />}
      <Announcer />
      <ScrollRestoration />
    </SettledProvider>
  )
}

/**
 * The active profile's swatch number: the chosen one, else by the profiles' order; blue is the
 * first's. A user with profiles and none active gets the first one.
 */
function useProfileColour(): number | undefined {
  const { profileId, setProfile } = useSession()
  const profiles = useProfiles()
  const first = profileId === '' ? profiles.data?.[0]?.id : undefined
  useEffect(() => {
    if (first !== undefined) setProfile(first)
  }, [first, setProfile])
  const index = profiles.data?.findIndex((profile) => profile.id === profileId) ?? -1
  return index < 0 ? undefined : profiles.data?.[index]?.colour || [2, 5, 12, 16, 6, 14][index % 6]
}

function LoadingBar() {
  const navigation = useNavigation()
  const reading = useIsFetching({ predicate: (query) => query.state.data === undefined })
  const writing = useIsMutating()
  return (
    <div
      className="loading-bar"
      data-on={navigation.state !== 'idle' || reading + writing > 0}
      aria-hidden="true"
    />
  )
}

function BottomBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const current = itemOf(useLocation().pathname)?.name
  const waiting = useWaiting()
  const items = permittedMenu(can)
    .flatMap((group) => group.items)
    .filter((item) => item.bar)
  return (
    <nav className="tabbar" aria-label={t('shell.shortcuts')}>
      {items.map((item) => (
        <Link
          key={item.name}
          to={item.path}
          aria-current={item.name === current ? 'page' : undefined}
        >
          <item.icon size={20} />
          <span>{screenShort(item)}</span>
          {waiting[item.name] !== undefined && (
            <span className="tab-count">
              <span aria-hidden="true">{waiting[item.name]}</span>
              <span className="sr-only">
                , {t('shell.waiting', { count: waiting[item.name] ?? 0 })}
              </span>
            </span>
          )}
        </Link>
      ))}
      <button type="button" onClick={onMenu} aria-haspopup="dialog">
        <MenuIcon size={20} />
        <span>{t('shell.menu')}</span>
      </button>
    </nav>
  )
}

/** Announces the new page's title to screen readers, and moves the focus to it. */
function Announcer() {
  const { pathname } = useLocation()
  const [announced, setSaid] = useState('')
  const [first, setFirst] = useState(pathname)
  useEffect(() => {
    if (pathname === first) return
    setFirst('')
    const before = document.title
    // A lazy screen sets the title later; one frame is enough for loaded ones. Until then the
    // menu's word serves.
    const timer = setTimeout(() => {
      const item = itemOf(pathname)
      setSaid(document.title === before && item ? screenTitle(item) : document.title)
      const content = document.getElementById('content')
      // A dialog or a form's first field keeps the focus.
      if (
        !document.querySelector('dialog, [role="dialog"]') &&
        !content?.contains(document.activeElement)
      )
        content?.focus({ preventScroll: true })
    }, 100)
    return () => clearTimeout(timer)
  }, [pathname, first])
  return (
    <output className="sr-only" aria-live="polite">
      {announced}
    </output>
  )
}
