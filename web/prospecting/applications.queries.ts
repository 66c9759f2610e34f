import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import type { MessageAbout } from './messages.queries.ts'

/** The calls of an application, by what it is for. */
export const APPLICATION_ROUTES = {
  job: { all: routes.jobApplications, make: routes.makeJobApplication },
  offer: { all: routes.offerApplications, make: routes.makeOfferApplication },
} as const

/** Applications so far, and ways of the next one. */
export const applicationsQuery = (about: MessageAbout, id: string) => ({
  queryKey: ['prospecting', 'effect', 'application', about, id] as const,
  queryFn: () => call(APPLICATION_ROUTES[about].all, { params: { id } }),
})
