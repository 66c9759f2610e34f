import { type ReactNode, Suspense } from 'react'
import { useArrivals } from '#web/kernel/words/pending.ts'

/**
 * Contents that show as soon as their code and words are there. React holds back what only a retry
 * draws: it would show them 300 ms after their placeholder.
 */
export function Awaiting({
  waiting = null,
  children,
}: {
  waiting?: ReactNode
  children: ReactNode
}) {
  useArrivals()
  return <Suspense fallback={waiting}>{children}</Suspense>
}
