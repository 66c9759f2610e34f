import { homeScreens } from './home/home.screens.ts'
import { path } from './kernel/shell/path.ts'
import { pathsOf } from './kernel/shell/screens.ts'
import { onboardingScreens } from './onboarding/onboarding.screens.ts'

/** What is seen outside the menu. The landing page is given these alone: the others' icons come after signing in. */
export const publicScreens = { ...homeScreens, ...onboardingScreens }
/** `/admin` leads on to the first screen. */
export const publicPaths = { ...pathsOf(publicScreens), admin: path('/admin') }
