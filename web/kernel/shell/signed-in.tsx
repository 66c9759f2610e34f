import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { createQueries } from '#web/kernel/data/queries.ts'

/** One cache for all that is seen signed in: what one page has read, the next one shows at once. */
const queries = createQueries()

export const SignedIn = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <Suspense fallback={null}>{children}</Suspense>
  </QueryClientProvider>
)
