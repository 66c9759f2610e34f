import { Languages, LogOut, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Permission } from '#web/kernel/data/ability.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { screens } from '#web/screens.ts'
import type { Action } from '../ui/actions.tsx'
import { path } from './path.ts'
import { beginText } from './screen-words.ts'
import type { Screen } from './screens.ts'

/** Acts that can begin from any screen. */
const beginnings: readonly { screen: Screen; permission: Permission; to: string }[] =
  Object.values<Screen>(screens).flatMap((screen) => {
    const { begin, path: pattern } = screen
    return begin
      ? [
          {
            screen,
            permission: begin.permission,
            to: path(begin.path ?? pattern).to({}, begin.query),
          },
        ]
      : []
  })

/** Acts of the palette on every screen, after that screen's own acts, which are not repeated. */
export function useShellActions(navigate: (to: string) => unknown): readonly Action[] {
  const { t } = useTranslation('kernel')
  const { can, setLanguage, signOut } = useSession()
  const { pathname } = useLocation()
  const { language } = usePreferences()
  return [
    ...beginnings
      .filter(({ screen, permission }) => can(permission) && pathname !== screen.path)
      .map(
        ({ screen, to }): Action => ({
          id: `begin.${screen.name}`,
          label: beginText(screen),
          icon: screen.icon ?? Plus,
          run: () => void navigate(to),
        }),
      ),
    ...LANGUAGES.filter((one) => one !== language).map(
      (one): Action => ({
        id: `language.${one}`,
        label: t('palette.language', { name: languageName(one) }),
        icon: Languages,
        isPreference: true,
        run: () => setLanguage(one),
      }),
    ),
    { id: 'signOut', label: t('shell.signOut'), icon: LogOut, isPreference: true, run: signOut },
  ]
}
