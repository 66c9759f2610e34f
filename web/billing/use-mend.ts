import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Correction } from '#contract/billing/correction.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { call } from '#web/kernel/data/client.ts'
import { notifyDone } from '#web/kernel/data/toasts.ts'
import { CLIENT } from '#web/customers/client-type.ts'
import { TOUCHED } from './bills.queries.ts'

type Point = {
  readonly entity: 'project' | 'professionalInfo' | 'company'
  readonly entityId: string
  readonly version?: number | undefined
}

const ROUTES = {
  project: projectRoutes.change,
  professionalInfo: professionalInfoRoutes.change,
  company: recordEndpoints(CLIENT).change,
} as const

/** Mends a point of a checklist where it lacks: in the client, in the contract, in the seller. */
export function useMend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ entity, entityId, version, changes }: Point & Pick<Correction, 'changes'>) =>
      // each takes its own fields in part
      call(ROUTES[entity] as typeof projectRoutes.change, {
        body: { id: entityId, version, ...changes },
      }),
    onSuccess: () => notifyDone({ kind: 'changed' }),
    // Corrections follow the record, which may have changed meanwhile.
    onSettled: async () => {
      await Promise.all(
        [...TOUCHED, 'customers', 'profile', 'timesheets'].map((context) =>
          queries.invalidateQueries({ queryKey: [context] }),
        ),
      )
    },
  })
}
