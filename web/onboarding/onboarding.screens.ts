import { screen, screens } from '#web/kernel/shell/screens.ts'

export const onboardingScreens = screens('onboarding', {
  welcome: screen({ path: '/bienvenue', section: '', load: () => import('./welcome-screen.tsx') }),
})
