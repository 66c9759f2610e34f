import { lazy } from 'react'
import { Row } from '#web/kernel/ui/page.tsx'
import { SessionProvider } from '#web/kernel/data/session.tsx'
import { SignedIn } from '#web/kernel/shell/signed-in.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const Toaster = late(async () => (await import('#web/kernel/shell/toaster.tsx')).Toaster)
/** The forms load while the session is read; both are needed to render. */
const loading = import('./wizard.tsx')
const Wizard = lazy(async () => ({ default: (await loading).Wizard }))

/** Path `/bienvenue`: the wizard, without the menu. A visitor signs in and returns. */
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
      <Awaiting waiting={<Skeleton lines={5} />}>
        <Wizard />
      </Awaiting>
    </SessionProvider>
    <Toaster />
  </SignedIn>
)
