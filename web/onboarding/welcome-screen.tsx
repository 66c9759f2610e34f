import { lazy, Suspense } from 'react'
import { Row } from '#web/kernel/ui/page.tsx'
import { SessionProvider } from '#web/kernel/data/session.tsx'
import { SignedIn } from '#web/kernel/shell/signed-in.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'

/** The forms come while the session is read; both are needed before anything is drawn. */
const loading = import('./wizard.tsx')
const Wizard = lazy(async () => ({ default: (await loading).Wizard }))

/** Path `/bienvenue`: the first steps, without the menu. A visitor signs in and comes back. */
export const WelcomeScreen = () => (
  <SignedIn>
    <SessionProvider
      waiting={<Skeleton lines={5} />}
      failed={(error, retry) => (
        <main className="page">
          <Row className="pt-10">
            <ErrorState error={error} onRetry={retry} />
          </Row>
        </main>
      )}
    >
      <Suspense fallback={<Skeleton lines={5} />}>
        <Wizard />
      </Suspense>
    </SessionProvider>
  </SignedIn>
)
