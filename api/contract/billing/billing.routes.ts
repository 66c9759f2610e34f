import type { BillSchemas } from './billing.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

/** The most bills in a list's filter by id. */
export const MAX_PICKED = 300
/** The most bills that are paid in one act, or whose PDFs are in one archive. */
export const MAX_TOGETHER = 100
const see = { permission: 'perm_billing_menu' } as const
const add = { permission: 'perm_billing_add' } as const
const update = { permission: 'perm_billing_update' } as const
const remove = { permission: 'perm_billing_delete' } as const

export const billRoutes = endpoints<BillSchemas>({
  list: {
    method: 'GET',
    path: '/bill/:userId/all/:profileId',
    summary:
      'Bills of a profile, the newest first; filters by status, year, client and contract; also as CSV',
    access: see,
    csv: true,
  },
  ofProject: {
    method: 'GET',
    path: '/bill/:userId/all/:profileId/:projectId',
    summary: 'Bills of a contract',
    access: see,
    csv: true,
  },
  totals: {
    method: 'GET',
    path: '/bill/:userId/totals/:profileId',
    summary: 'Sums of the bills that a filter finds, by currency; credit notes count against',
    access: see,
  },
  summary: {
    method: 'GET',
    path: '/bill/:userId/summary/:profileId',
    summary:
      'A list’s counts by view, its sums by month and currency, and the years and clients to filter by',
    access: see,
  },
  clientLedger: {
    method: 'GET',
    path: '/bill/:userId/ledger/:profileId/:clientId',
    summary: 'What a client owes, what of it is late, and how long it takes to pay',
    access: see,
  },
  deposits: {
    method: 'GET',
    path: '/bill/:userId/deposits/:profileId/:clientId',
    summary: 'Issued deposit bills of a client that no final bill deducts yet, the oldest first',
    access: see,
  },
  pastLines: {
    method: 'GET',
    path: '/bill/:userId/lines/:profileId',
    summary:
      'Lines billed lately, each once and with its last price, to be offered while one types',
    access: see,
  },
  get: {
    method: 'GET',
    path: '/bill/:userId/:profileId/:id',
    summary: 'One bill',
    access: see,
  },
  checklist: {
    method: 'GET',
    path: '/bill/:userId/:profileId/:id/checklist',
    summary: 'What a draft needs before it can be issued, met or not; empty once it is issued',
    access: see,
  },
  paper: {
    method: 'GET',
    path: '/bill/:userId/:profileId/:id/paper',
    summary: 'What the paper says, as texts and amounts; the PDF’s bytes are what counts',
    access: see,
  },
  pdf: {
    method: 'GET',
    path: '/bill/:userId/:profileId/:id/pdf',
    summary:
      'The paper: the stored bytes of an issued bill, or a draft’s preview, also as it was at an instant',
    access: see,
    kind: 'binary',
  },
  xml: {
    method: 'GET',
    path: '/bill/:userId/:profileId/:id/xml',
    summary: 'The Factur-X XML that the paper of an issued bill carries, byte for byte',
    access: see,
    kind: 'binary',
  },
  add: {
    method: 'POST',
    path: '/bill/:userId',
    summary: 'Drafts a bill, by hand or from the billable days of a month',
    access: add,
  },
  change: {
    method: 'PUT',
    path: '/bill/:userId',
    summary: 'Changes a draft; 409 once it is issued',
    access: update,
  },
  remove: {
    method: 'DELETE',
    path: '/bill/:userId/:profileId/:id',
    summary: 'Deletes a draft; 409 once it is issued',
    access: remove,
  },
  issue: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/issue',
    summary: 'Gives a draft its number and freezes it for good; 422 names what is missing',
    access: update,
  },
  paid: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/paid',
    summary:
      'Notes a payment, all that is owed unless `amount` says a part; books an income transaction',
    access: update,
  },
  paidTogether: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/paid',
    summary: 'Notes that several bills are paid in full; says of each whether it is, or why not',
    access: update,
    heavy: true,
  },
  unpaidTogether: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/unpaid',
    summary: 'Takes back several payments; says of each whether it is taken back, or why not',
    access: update,
    heavy: true,
  },
  pdfs: {
    method: 'GET',
    path: '/bill/:userId/:profileId/pdfs',
    summary: 'The papers of several issued bills as one ZIP; their numbers name the files',
    access: see,
    kind: 'binary',
    heavy: true,
  },
  unpaid: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/unpaid',
    summary: 'Takes back one payment, or all of them; reverses their transactions',
    access: update,
  },
  refunded: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/refunded',
    summary:
      'Gives back what was paid too much, all of it unless `amount` says a part; books an outgoing transaction',
    access: update,
  },
  unrefunded: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/unrefunded',
    summary: 'Takes back one refund, or all of them; reverses their transactions',
    access: update,
  },
  collected: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/collected',
    summary: 'The money is in the bank',
    access: update,
  },
  uncollected: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/uncollected',
    summary: 'The money is not in the bank after all',
    access: update,
  },
  creditNote: {
    method: 'PUT',
    path: '/bill/:userId/:profileId/:id/credit-note',
    summary:
      'Drafts a credit note of all that is left, or of the lines named; answers the credit note’s id',
    access: add,
  },
})
