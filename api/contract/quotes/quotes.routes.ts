import { endpoints } from '#contract/kernel/endpoint.ts'
import type { QuoteSchemas } from './quotes.schemas.ts'

const see = { permission: 'perm_quote_menu' } as const
const add = { permission: 'perm_quote_add' } as const
const update = { permission: 'perm_quote_update' } as const
const remove = { permission: 'perm_quote_delete' } as const

/** What a client with a link may ask for in a minute. */
const OF_A_CLIENT = 20

export const quoteRoutes = endpoints<QuoteSchemas>({
  list: {
    method: 'GET',
    path: '/quote/:userId/all/:profileId',
    summary:
      'Quotes of a profile, the newest first; filters by status, client and contract; also as CSV',
    access: see,
    csv: true,
  },
  summary: {
    method: 'GET',
    path: '/quote/:userId/summary/:profileId',
    summary: 'A list’s counts by status and its sums by currency',
    access: see,
  },
  get: {
    method: 'GET',
    path: '/quote/:userId/:profileId/:id',
    summary: 'One quote, with what bills have taken of each line and what is left',
    access: see,
  },
  checklist: {
    method: 'GET',
    path: '/quote/:userId/:profileId/:id/checklist',
    summary: 'What a draft needs before it can be sent, met or not; empty once it is sent',
    access: see,
  },
  pdf: {
    method: 'GET',
    path: '/quote/:userId/:profileId/:id/pdf',
    summary: 'The paper: the stored bytes of what was sent, or a draft’s preview',
    access: see,
    kind: 'binary',
  },
  recipients: {
    method: 'GET',
    path: '/quote/:userId/:profileId/:id/recipients',
    summary: 'Whom a quote would be sent to',
    access: update,
  },
  add: {
    method: 'POST',
    path: '/quote/:userId',
    summary: 'Drafts a quote; what is not told is taken from the client and the business',
    access: add,
  },
  change: {
    method: 'PUT',
    path: '/quote/:userId',
    summary:
      'Changes a quote; one that was sent becomes a draft of its next version, and its links close',
    access: update,
  },
  remove: {
    method: 'DELETE',
    path: '/quote/:userId/:profileId/:id',
    summary: 'Deletes a draft that was never sent; 409 once it has a number',
    access: remove,
  },
  send: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/send',
    summary:
      'Numbers and freezes a draft, and mails it with a link to accept it; 422 names what is missing',
    access: update,
    closedToGuests: true,
  },
  remind: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/remind',
    summary: 'Mails a sent quote again with another link, or makes a link to hand on',
    access: update,
    closedToGuests: true,
  },
  revise: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/revise',
    summary: 'Makes a draft of the next version; links to what was sent open nothing any more',
    access: update,
  },
  withdraw: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/withdraw',
    summary: 'Takes back what was sent',
    access: update,
  },
  accept: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/accept',
    summary: 'Notes that the client agreed otherwise: on paper, by mail, by phone',
    access: update,
  },
  decline: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/decline',
    summary: 'Notes that the client declined',
    access: update,
  },
  contract: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/contract',
    summary: 'Makes the contract of an accepted quote; answers its id',
    access: { permission: 'perm_contract_add' },
  },
  deposit: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/deposit',
    summary: 'Drafts the deposit bill of an accepted quote; answers its id',
    access: { permission: 'perm_billing_add' },
  },
  bill: {
    method: 'PUT',
    path: '/quote/:userId/:profileId/:id/bill',
    summary:
      'Drafts a bill of what is left of an accepted quote, or of the quantities named; answers its id',
    access: { permission: 'perm_billing_add' },
  },
  opened: {
    method: 'GET',
    path: '/quote/public/:token',
    summary: 'What a client’s link shows; 404 for a link that opens nothing any more',
    access: 'public',
    perMinute: 60,
  },
  code: {
    method: 'POST',
    path: '/quote/public/:token/code',
    summary: 'Mails the client a one-time code, to the address that the quote went to',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
  },
  acceptByLink: {
    method: 'PUT',
    path: '/quote/public/:token/accept',
    summary: 'Accepts by the link, with a name and the one-time code',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
  },
  declineByLink: {
    method: 'PUT',
    path: '/quote/public/:token/decline',
    summary: 'Declines by the link, with a reason',
    access: 'public',
    perMinute: OF_A_CLIENT,
    withoutPlan: true,
  },
})
