import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { createQueries } from '#web/kernel/data/queries.ts'

/** One cache for all signed-in pages. */
export const queries = createQueries()

export const SignedIn = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <Suspense fallback={null}>{children}</Suspense>
  </QueryClientProvider>
)
