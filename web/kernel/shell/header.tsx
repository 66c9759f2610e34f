import {
  Bell,
  ChevronsUpDown,
  Eye,
  EyeOff,
  Keyboard,
  LogOut,
  Maximize,
  MessagesSquare,
  Minimize,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Rows2,
  Rows3,
  Search,
  SlidersHorizontal,
  Sun,
  User,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Avatar, Logo } from '#web/kernel/ui/brand.tsx'
import { initialsOf } from '#web/kernel/ui/initials.ts'
import { IconButton, Kbd } from '#web/kernel/ui/button.tsx'
import { leaveBusiness } from '#web/kernel/ui/dialog-guards.ts'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { paths, screens } from '#web/screens.ts'
import { screenTitle } from './screen-words.ts'
import { setPreferences, usePreferences } from '#web/kernel/words/preferences.ts'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { useUnread } from './unread.ts'
import { usePicture } from './picture.ts'

const subscribeFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

export function Header({
  onSearch,
  onShortcuts,
  onAssistant,
  assistantOpen,
  onBell,
  bellOpen,
}: {
  onSearch: () => void
  onShortcuts: () => void
  onAssistant: () => void
  assistantOpen: boolean
  onBell: () => void
  bellOpen: boolean
}) {
  const { t } = useTranslation('kernel')
  const { discreet, menu } = usePreferences()
  const { setDiscreet } = useSession()
  const unread = useUnread()
  const fullscreen = useSyncExternalStore(
    subscribeFullscreen,
    () => document.fullscreenElement !== null,
  )

  return (
    <header className="bar">
      <span className="hidden lg:inline-flex">
        <IconButton
          icon={PanelLeft}
          points
          label={t(menu === 'open' ? 'shell.foldMenu' : 'shell.unfoldMenu')}
          aria-expanded={menu === 'open'}
          onClick={() => setPreferences({ menu: menu === 'open' ? 'closed' : 'open' })}
        />
      </span>
      <Link to={paths.admin.to()} className="ps-1 pe-1 md:hidden" aria-label={t('shell.home')}>
        <Logo size={24} />
      </Link>
      <ProfileSwitch />
      <button
        type="button"
        className="find max-md:!hidden"
        onClick={onSearch}
        aria-haspopup="dialog"
      >
        <Search size={15} />
        <span className="grow truncate">{t('shell.search')}</span>
        <span className="for-keys flex gap-1.5" dir="ltr">
          <Kbd>{isMac() ? '⌘' : 'Ctrl'}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <span className="ms-auto md:hidden" />
      <span className="md:hidden">
        <IconButton icon={Search} label={t('shell.search')} onClick={onSearch} />
      </span>
      <span className="contents max-md:!hidden">
        <LanguageSwitch />
        <LayoutSwitch />
        <IconButton
          icon={discreet ? EyeOff : Eye}
          label={`${t('shell.discreet')} (${t('key.shift')} D)`}
          aria-pressed={discreet}
          onClick={() => setDiscreet(!discreet)}
        />
        <IconButton
          icon={fullscreen ? Minimize : Maximize}
          label={t(fullscreen ? 'shell.leaveFullscreen' : 'shell.fullscreen')}
          onClick={() =>
            void (fullscreen
              ? document.exitFullscreen()
              : document.documentElement.requestFullscreen?.().catch(() => undefined))
          }
        />
      </span>
      <IconButton
        icon={MessagesSquare}
        label={t('shell.assistant')}
        aria-expanded={assistantOpen}
        data-assistant
        aria-haspopup="dialog"
        onClick={onAssistant}
      />
      <button
        type="button"
        className="icon-btn"
        data-bell
        aria-label={t('shell.bell', { count: unread })}
        title={t('shell.bell', { count: unread })}
        aria-expanded={bellOpen}
        aria-haspopup="dialog"
        onClick={onBell}
      >
        <Bell size={17} />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true" dir="ltr">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      <Account onShortcuts={onShortcuts} />
    </header>
  )
}

/** The active profile's name and colour, and a menu of the others. */
function ProfileSwitch() {
  const { t } = useTranslation('kernel')
  const { profileId, setProfile, can, name } = useSession()
  const profiles = useProfiles()
  const active = profiles.data?.find((profile) => profile.id === profileId)
  const shown = active?.name ?? name
  if (!can('perm_professional_info_menu'))
    return (
      <span className="profile !cursor-default">
        <bdi className="truncate">{shown}</bdi>
      </span>
    )
  const entries: MenuEntry[] = [
    { heading: t('shell.profiles') },
    ...(profiles.data ?? []).map(
      (profile): MenuEntry => ({
        label: <bdi>{profile.name}</bdi>,
        chosen: profile.id === profileId,
        // Another business replaces the screen, and unsaved input with it.
        onSelect: () => leaveBusiness(() => setProfile(profile.id)),
      }),
    ),
    'line',
    {
      label: t(profiles.data?.length ? 'shell.manageProfiles' : 'shell.addProfile'),
      icon: profiles.data?.length ? SlidersHorizontal : Plus,
      to: paths.profiles.to(),
    },
  ]
  return (
    <DropMenu
      className="profile min-w-0 !shrink"
      label={t('shell.profile', { name: shown })}
      entries={entries}
      anchor="bottom start"
    >
      <span className="profile-mark" aria-hidden="true" data-initials={initialsOf(shown)} />
      <bdi className="truncate max-md:max-w-[34vw]">{shown}</bdi>
      <ChevronsUpDown size={14} className="shrink-0 text-ink-subtle" />
    </DropMenu>
  )
}

function languageEntries(
  current: string,
  set: (language: (typeof LANGUAGES)[number]) => void,
): MenuEntry[] {
  return LANGUAGES.map((language) => ({
    label: languageName(language),
    lang: language,
    chosen: language === current,
    onSelect: () => set(language),
  }))
}

function LanguageSwitch() {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { setLanguage } = useSession()
  return (
    <DropMenu
      className="icon-btn !w-auto px-2.5 text-sm font-medium"
      label={t('shell.language', { short: t('shell.languageShort'), name: languageName(language) })}
      entries={languageEntries(language, setLanguage)}
    >
      {t('shell.languageShort')}
    </DropMenu>
  )
}

function useLayoutEntries(): MenuEntry[] {
  const { t } = useTranslation('kernel')
  const { theme, density } = usePreferences()
  return [
    { heading: t('shell.theme') },
    {
      label: t('shell.themeLight'),
      icon: Sun,
      chosen: theme === 'light',
      onSelect: () => setPreferences({ theme: 'light' }),
    },
    {
      label: t('shell.themeDark'),
      icon: Moon,
      chosen: theme === 'dark',
      onSelect: () => setPreferences({ theme: 'dark' }),
    },
    {
      label: t('shell.themeSystem'),
      icon: Monitor,
      chosen: theme === 'system',
      onSelect: () => setPreferences({ theme: 'system' }),
    },
    'line',
    { heading: t('shell.density') },
    {
      label: t('shell.densityComfortable'),
      icon: Rows2,
      chosen: density === 'comfortable',
      onSelect: () => setPreferences({ density: 'comfortable' }),
    },
    {
      label: t('shell.densityCompact'),
      icon: Rows3,
      chosen: density === 'compact',
      onSelect: () => setPreferences({ density: 'compact' }),
    },
  ]
}

function LayoutSwitch() {
  const { t } = useTranslation('kernel')
  return (
    <DropMenu className="icon-btn" label={t('shell.layout')} entries={useLayoutEntries()}>
      <Rows3 size={17} />
    </DropMenu>
  )
}

/** Also language, layout and discreet mode: on a phone the header has no room for them. */
function Account({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation('kernel')
  const { me, name, can, signOut, setDiscreet } = useSession()
  const { discreet } = usePreferences()
  const picture = usePicture(me)
  const entries: MenuEntry[] = [
    ...(can('perm_personal_info_menu')
      ? [{ label: screenTitle(screens.personal), icon: User, to: paths.personal.to() }]
      : []),
    { label: t('shortcuts.title'), icon: Keyboard, hint: '?', onSelect: onShortcuts },
    {
      label: t('shell.discreet'),
      icon: discreet ? EyeOff : Eye,
      chosen: discreet,
      onSelect: () => setDiscreet(!discreet),
    },
    'line',
    { label: t('shell.signOut'), icon: LogOut, onSelect: signOut },
  ]
  return (
    <DropMenu
      className="ms-1 rounded-full"
      label={t('shell.account', { name })}
      entries={entries}
      head={
        <div className="border-b border-line px-2.5 pt-1.5 pb-2.5 mb-1.5">
          <p className="truncate font-semibold">
            <bdi>{name}</bdi>
          </p>
          <p className="truncate text-xs text-ink-subtle">
            <bdi>{me.mail || me.userName}</bdi>
          </p>
        </div>
      }
    >
      <Avatar name={name} picture={picture} />
    </DropMenu>
  )
}
