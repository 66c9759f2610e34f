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
  places: {
    method: 'GET',
    path: '/searchCriteria/:userId/places',
    summary: 'Towns whose name begins with a text, ten at most',
    access: { permission: 'perm_offer_menu' },
  },
  publish: {
    method: 'PUT',
    path: '/publication/:userId/:id/publish',
    summary: 'Publishes a job: it has a public page from then on',
    access: { permission: 'perm_offer_update' },
  },
  unpublish: {
    method: 'PUT',
    path: '/publication/:userId/:id/unpublish',
    summary: 'Takes a job back: its page is gone. Administrators take back those of others',
    access: { permission: 'perm_offer_update' },
  },
  everyone: {
    method: 'GET',
    path: '/publication/:userId/everyone',
    summary: 'Published jobs of all users, for administrators',
    access: { permission: 'perm_offer_other_manage' },
  },
})
