import { homeScreens } from './home.screens.ts'
import { signInAddress } from '#web/kernel/data/sign-in-address.ts'
import { path } from '#web/kernel/shell/path.ts'
import { pathsOf } from '#web/kernel/shell/screens.ts'
import type { Language } from '#web/kernel/words/languages.ts'

/**
 * Where public pages lead. The addresses behind the sign-in are written here, since the server
 * renders these pages without the screens of other contexts.
 */
export const homePaths = {
  ...pathsOf(homeScreens),
  admin: path('/admin'),
  welcome: path('/bienvenue'),
}

export const signInLink = (language: Language): string =>
  signInAddress({ returnTo: homePaths.admin.to(), language })
export const signUpLink = (language: Language): string =>
  signInAddress({ returnTo: homePaths.welcome.to(), language, screen: 'register' })
