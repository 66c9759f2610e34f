import { endpoints } from '#contract/kernel/endpoint.ts'
import type { VatSchemas } from './vat.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const
const write = { permission: 'perm_transaction_update' } as const

export const vatRoutes = endpoints<VatSchemas>({
  periods: {
    method: 'GET',
    path: '/vat/:userId/:profileId',
    summary:
      'VAT collected, deductible and due by period; declared ones as they were declared, with what changed since',
    access: read,
    csv: true,
  },
  facts: {
    method: 'GET',
    path: '/vat/:userId/:profileId/facts',
    summary: 'The sales, payments and purchases that make a figure, the earliest first',
    access: read,
    csv: true,
  },
  leftOut: {
    method: 'GET',
    path: '/vat/:userId/:profileId/left-out',
    summary: 'What does not count in a period, and why',
    access: read,
    csv: true,
  },
  exemption: {
    method: 'GET',
    path: '/vat/:userId/:profileId/exemption/:year',
    summary: 'Turnover of a year against the limits of the exemption from VAT',
    access: read,
  },
  declare: {
    method: 'PUT',
    path: '/vat/:userId/:profileId/declare',
    summary: 'Seals the figures of a period that has ended, as they were declared',
    access: write,
  },
  opening: {
    method: 'PUT',
    path: '/vat/:userId/:profileId/credit',
    summary:
      'The credit that the last return made elsewhere carried forward, until the first return here',
    access: write,
  },
  undo: {
    method: 'PUT',
    path: '/vat/:userId/:profileId/undeclare',
    summary: 'Takes the last return back',
    access: write,
  },
})
