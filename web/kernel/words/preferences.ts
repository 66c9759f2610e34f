import { useSyncExternalStore } from 'react'
import { directionOf, isLanguage, type Language } from '#web/kernel/words/languages.ts'
import { keepPreferences, keptPreferences, PREFERENCES_KEY } from './kept-preferences.ts'

/** The server renders public pages, in the language that `setPreferences` names. */
const onServer = typeof document === 'undefined'

export type Theme = 'light' | 'dark' | 'system'
type Density = 'comfortable' | 'compact'

/**
 * Preferences stored in this browser. Language and discreet mode are also stored in the account
 * (`session.tsx` copies them).
 */
export type Preferences = {
  readonly language: Language
  readonly theme: Theme
  readonly density: Density
  readonly discreet: boolean
  readonly menu: 'open' | 'closed'
  /** Menu groups folded by the user; null until they fold or unfold one. */
  readonly folded: readonly string[] | null
}

function read(): Preferences {
  const stored: Partial<Preferences> = keptPreferences() // each field is checked below
  const lang = onServer ? 'fr' : document.documentElement.lang
  return {
    language: isLanguage(stored.language) ? stored.language : isLanguage(lang) ? lang : 'fr',
    theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'system',
    density: stored.density === 'compact' ? 'compact' : 'comfortable',
    discreet: stored.discreet === true,
    menu: stored.menu === 'closed' ? 'closed' : 'open',
    folded: Array.isArray(stored.folded) ? stored.folded : null,
  }
}

let current = read()
const listeners = new Set<() => void>()

/** The bar around an installed application: `--paper` of each theme. */
const THEME_COLOURS = { light: '#f3f5f8', dark: '#0d1117' } as const

/**
 * Sets the attributes of <html> that the stylesheets read. Transitions are off for a frame, or a
 * change of theme would flicker.
 */
function show({ language, theme, density, discreet }: Preferences) {
  if (onServer) return
  const html = document.documentElement
  html.classList.add('still')
  html.lang = language
  html.dir = directionOf(language)
  if (theme === 'system') delete html.dataset['theme']
  else html.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = THEME_COLOURS[theme === 'system' ? scheme : theme]
  }
  if (density === 'compact') html.dataset['density'] = 'compact'
  else delete html.dataset['density']
  if (discreet) html.dataset['discreet'] = 'true'
  else delete html.dataset['discreet']
  requestAnimationFrame(() => html.classList.remove('still'))
}

export const preferences = () => current

export function setPreferences(change: Partial<Preferences>) {
  current = { ...current, ...change }
  if (!onServer) keepPreferences(current)
  show(current)
  for (const listener of listeners) listener()
}

function subscribePreferences(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Another tab has changed them. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== PREFERENCES_KEY) return
    const before = current.language
    current = { ...read(), language: before } // only `changeLanguage` loads another language's dictionaries
    show(current)
    for (const listener of listeners) listener()
  })

export const usePreferences = (): Preferences =>
  useSyncExternalStore(subscribePreferences, preferences, preferences)
