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
  jobs: {
    method: 'GET',
    path: '/jobs/:userId',
    summary: 'Jobs of a view, each with its score and the reasons for it',
    access: { permission: 'perm_offer_menu' },
  },
  jobCounts: {
    method: 'GET',
    path: '/jobs/:userId/counts',
    summary: 'How many jobs each view has, and how the sources were read',
    access: { permission: 'perm_offer_menu' },
  },
  job: {
    method: 'GET',
    path: '/jobs/:userId/:id',
    summary: 'One job',
    access: { permission: 'perm_offer_menu' },
  },
  searchJobs: {
    method: 'POST',
    path: '/jobs/:userId/search',
    summary: 'Reads the sources now, as far as they may be read',
    access: { permission: 'perm_offer_update' },
    heavy: true,
    perMinute: 10,
  },
  pasteJob: {
    method: 'POST',
    path: '/jobs/:userId/paste',
    summary: 'Adds the job that a page describes as schema.org JobPosting',
    access: { permission: 'perm_offer_add' },
    perMinute: 20,
  },
  saveJob: {
    method: 'PUT',
    path: '/jobs/:userId/:id/save',
    summary: 'Saves a job',
    access: { permission: 'perm_offer_update' },
  },
  unsaveJob: {
    method: 'DELETE',
    path: '/jobs/:userId/:id/save',
    summary: 'Takes the mark back',
    access: { permission: 'perm_offer_update' },
  },
  skipJob: {
    method: 'PUT',
    path: '/jobs/:userId/:id/skip',
    summary: 'Skips a job: it is never suggested again',
    access: { permission: 'perm_offer_update' },
  },
  unskipJob: {
    method: 'DELETE',
    path: '/jobs/:userId/:id/skip',
    summary: 'Takes the mark back',
    access: { permission: 'perm_offer_update' },
  },
  applyToJob: {
    method: 'PUT',
    path: '/jobs/:userId/:id/apply',
    summary: 'Marks a job as applied for, and follows it as an offer',
    access: { permission: 'perm_offer_update' },
  },
  unapplyToJob: {
    method: 'DELETE',
    path: '/jobs/:userId/:id/apply',
    summary: 'Takes the mark back, and the offer while it is untouched',
    access: { permission: 'perm_offer_update' },
  },
  hideCompany: {
    method: 'PUT',
    path: '/jobs/:userId/:id/hide-company',
    summary: 'Hides all jobs of its company',
    access: { permission: 'perm_offer_update' },
  },
  showCompany: {
    method: 'DELETE',
    path: '/jobs/:userId/hidden-companies/:company',
    summary: 'Shows the jobs of a hidden company again',
    access: { permission: 'perm_offer_update' },
  },
  freeJobSuggestions: {
    method: 'PUT',
    path: '/users/:userId/freeJobSuggestions/:id/:count',
    summary: 'Gives a user so many job suggestions without a plan; each suggested job counts it down',
    access: { permission: 'perm_access_users_manage' },
  },
  freeSuggestionsOf: {
    method: 'GET',
    path: '/users/:userId/freeJobSuggestions/:id',
    summary: 'The job suggestions without a plan that a user has left; null where none were given',
    access: { permission: 'perm_access_users_menu' },
  },
  everyone: {
    method: 'GET',
    path: '/publication/:userId/everyone',
    summary: 'Published jobs of all users, for administrators',
    access: { permission: 'perm_offer_other_manage' },
  },
})
