import { screen, screens } from '#web/kernel/shell/screens.ts'

/** Pages that the server renders for everyone. */
export const homeScreens = screens('home', {
  home: screen({ path: '/', section: '', load: () => import('./landing-screen.tsx') }),
  prices: screen({ path: '/prices', section: 'prices', load: () => import('./prices-screen.tsx') }),
  plan: screen({
    path: '/prices/:plan',
    section: 'prices',
    load: () => import('./plan-screen.tsx'),
  }),
  compare: screen({
    path: '/comparatif',
    section: 'compare',
    load: () => import('./compare-screen.tsx'),
  }),
  verify: screen({ path: '/verify', section: 'verify', load: () => import('./verify-screen.tsx') }),
  blogs: screen({ path: '/blogs', section: 'blogs', load: () => import('./blogs-screen.tsx') }),
  terms: screen({ path: '/cgu', section: 'terms', load: () => import('./terms-screen.tsx') }),
  sale: screen({ path: '/cgv', section: 'sale', load: () => import('./sale-screen.tsx') }),
  cookies: screen({
    path: '/politique-cookies',
    section: 'cookies',
    load: () => import('./cookies-screen.tsx'),
  }),
  notice: screen({
    path: '/mentions-legales',
    section: 'notice',
    load: () => import('./notice-screen.tsx'),
  }),
  error: screen({ path: '/error', section: 'error', load: () => import('./error-screen.tsx') }),
})
