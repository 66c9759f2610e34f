import { endpoints } from './endpoint.ts'
import type { ProspectingSchemas } from './prospecting.schemas.ts'

export const prospectingRoutes = endpoints<ProspectingSchemas>({
  pipeline: {
    method: 'GET',
    path: '/offer/:userId/pipeline',
    summary: 'Offers by their state, late ones first; of a closed state the newest alone',
    access: { permission: 'perm_offer_menu' },
  },
  state: {
    method: 'PUT',
    path: '/offer/:userId/:id/state',
    summary: 'Moves an offer to another state',
    access: { permission: 'perm_offer_update' },
  },
})
