import { endpoints } from '#contract/kernel/endpoint.ts'
import type { SupportSchemas } from './support.schemas.ts'

export const supportRoutes = endpoints<SupportSchemas>({
  ask: {
    method: 'POST',
    path: '/support/:userId',
    summary: 'Asks the support',
    access: 'signed-in',
    perMinute: 20,
    withoutPlan: true,
    closedToGuests: true,
  },
  mine: {
    method: 'GET',
    path: '/support/:userId/mine',
    summary: 'What the user asked, the newest first',
    access: 'signed-in',
  },
  all: {
    method: 'GET',
    path: '/support/:userId/all',
    summary: 'What all users asked, the newest first',
    access: { permission: 'perm_support_request_menu' },
    csv: 'supportRequest',
  },
  counts: {
    method: 'GET',
    path: '/support/:userId/counts',
    summary: 'How many requests are treated, and how many are not',
    access: { permission: 'perm_support_request_menu' },
  },
  answer: {
    method: 'POST',
    path: '/support/:userId/:id/answer',
    summary: 'Answers a request: the user their own, an administrator any',
    access: 'signed-in',
    perMinute: 20,
    withoutPlan: true,
    closedToGuests: true,
  },
  treated: {
    method: 'PUT',
    path: '/support/:userId/:id/treated',
    summary: 'Marks a request as treated, or opens it again with treated: false',
    access: { permission: 'perm_support_request_manage' },
  },
})
