import { homeScreens } from './home/home.screens.ts'
import { path } from './kernel/shell/path.ts'
import { pathsOf } from './kernel/shell/screens.ts'
import { onboardingScreens } from './onboarding/onboarding.screens.ts'

/**
 * Screens outside the menu. The first page loads only these; the others' icons load after the
 * sign-in.
 */
export const publicScreens = { ...homeScreens, ...onboardingScreens }
/** `/admin` redirects to the first screen. */
export const publicPaths = { ...pathsOf(publicScreens), admin: path('/admin') }
