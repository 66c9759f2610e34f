import { prospectingRoutes as routes } from '#contract/prospecting.routes.ts'
import { call } from '#web/kernel/data/client.ts'

export type MessageAbout = 'job' | 'offer'

/** The calls of a message, by what it answers. */
export const MESSAGE_ROUTES = {
  job: { draft: routes.draftJobMessage, revise: routes.reviseJobMessage },
  offer: { draft: routes.draftOfferMessage, revise: routes.reviseOfferMessage },
} as const

export const messageQuery = (about: MessageAbout, id: string) => ({
  queryKey: ['message', about, id] as const,
  queryFn: () => call(about === 'job' ? routes.jobMessage : routes.offerMessage, { params: { id } }),
})
