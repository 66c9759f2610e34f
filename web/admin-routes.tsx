import type { RouteObject } from 'react-router-dom'
import { FailedScreen } from './kernel/shell/failed-screen.tsx'
import { beforeFirst } from './kernel/shell/first-page.ts'
import { Permitted } from './kernel/shell/permitted.tsx'
import { componentOf, type Screen } from './kernel/shell/screens.ts'
import { queries } from './kernel/shell/signed-in.tsx'
import { screens } from './screens.ts'

async function screenOf(screen: Screen) {
  const Component = await componentOf(screen)
  await beforeFirst(queries, screen)
  return {
    Component: () => (
      <Permitted permission={screen.permission}>
        <Component {...(screen.record !== undefined && { record: screen.record })} />
      </Permitted>
    ),
  }
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  ErrorBoundary: FailedScreen,
  // Once it has failed, the router draws nothing at all: it must not.
  lazy: () =>
    screenOf(screen).catch((error: unknown) => ({
      Component: () => <FailedScreen unloaded={error} />,
    })),
})

/** The routes of all screens behind the sign-in. The router loads a screen when it is opened. */
export const adminRoutes: readonly RouteObject[] = Object.values<Screen>(screens)
  .filter(({ path }) => path.startsWith('/admin/'))
  .map(routeOf)
