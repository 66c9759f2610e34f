import { type ReactNode } from 'react'
import type { ApiProblem } from '#web/kernel/data/client.ts'
import { dependentsOf } from '#web/kernel/ui/dependents.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const KeptClient = late(async () => (await import('./archive-client.tsx')).KeptClient)

/** Refusals of a client that papers name. */
const KEPT: ReadonlySet<string> = new Set(['COMPANY_HAS_BILL_LINES', 'COMPANY_HAS_QUOTES'])

/** A refused removal of a client; undefined for any other failure. */
export function refusedRemoval(problem: ApiProblem): ReactNode | undefined {
  const dependents = dependentsOf(problem)
  if (dependents === undefined || !KEPT.has(problem.code)) return dependents
  return <KeptClient dependents={dependents} waiting={dependents} />
}
