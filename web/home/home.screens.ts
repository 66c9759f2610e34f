import { screen, screens } from '#web/kernel/shell/screens.ts'

export const homeScreens = screens('home', {
  home: screen({ path: '/', section: '', load: () => import('./landing-screen.tsx') }),
  error: screen({ path: '/error', section: 'error', load: () => import('./error-screen.tsx') }),
})
