import { lazy } from 'react'
import { type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router-dom'
import { adminRoutes } from './admin-routes.tsx'
import { Admin } from './kernel/shell/admin.tsx'
import { componentOf, type Screen } from './kernel/shell/screens.ts'
import { homeScreens } from './home/home.screens.ts'
import { publicPaths, publicScreens } from './public-screens.ts'

/** Rarely needed, so it is not in the first load. */
const ErrorScreen = lazy(async () => ({ default: await componentOf(publicScreens.error) }))

/** `/x/` redirects to `/x`. */
const withoutTrailingSlash = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  return pathname.length > 1 && pathname.endsWith('/')
    ? redirect(pathname.replace(/\/+$/, '') + search, 301)
    : null
}

const page = (screen: Screen): RouteObject => ({
  path: screen.path,
  lazy: async () => ({ Component: await componentOf(screen) }),
})

/** The frame. The screens behind the sign-in come from their manifests (`screens.ts`). */
export const routes: RouteObject[] = [
  {
    loader: withoutTrailingSlash,
    shouldRevalidate: ({ nextUrl }) => nextUrl.pathname.endsWith('/'),
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      // The server renders these: the router has them for development, where Vite serves every
      // page.
      ...Object.values(homeScreens)
        .filter(({ name }) => name !== 'error')
        .map(page),
      { path: publicScreens.error.path, Component: ErrorScreen },
      page(publicScreens.welcome),
      {
        path: publicPaths.admin.pattern,
        Component: Admin,
        children: [
          ...adminRoutes,
          {
            index: true,
            lazy: async () => ({
              Component: (await import('./kernel/shell/first-screen.tsx')).FirstScreen,
            }),
          },
          {
            path: '*',
            lazy: async () => ({
              Component: (await import('./kernel/shell/missing-screen.tsx')).MissingScreen,
            }),
          },
        ],
      },
      { path: '*', Component: ErrorScreen },
    ],
  },
]
