import { endpoints } from '#contract/kernel/endpoint.ts'
import type { RegisterSchemas } from './registers.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const

export const registerRoutes = endpoints<RegisterSchemas>({
  lines: {
    method: 'GET',
    path: '/register/:userId/:profileId/:register/:year',
    summary:
      'Lines of a year in the register of receipts or purchases, numbered in the order of their recording',
    access: read,
    csv: 'accountBook',
  },
  summary: {
    method: 'GET',
    path: '/register/:userId/:profileId/:register/:year/summary',
    summary:
      'How many lines a register has in a year, their sums by currency, and the years with lines',
    access: read,
  },
  pdf: {
    method: 'GET',
    path: '/register/:userId/:profileId/:register/:year/pdf',
    summary:
      'A register of a year as a tagged PDF/A, in the caller’s language with its French title',
    access: read,
    kind: 'binary',
    heavy: true,
  },
})
