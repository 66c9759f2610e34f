import type { FinanceSchemas } from './finance.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

const read = { permission: 'perm_transaction_menu' } as const

export const financeRoutes = endpoints<FinanceSchemas>({
  latest: {
    method: 'GET',
    path: '/transaction/:userId/:profileId/:count',
    summary: 'The first `count` transactions: what is not paid, then what is, the latest first',
    access: read,
    csv: true,
  },
  filtered: {
    method: 'POST',
    path: '/transaction/:userId/filters',
    summary: 'The transactions that meet every condition, in the same order or in that of a column',
    access: read,
    csv: true,
    withoutPlan: true,
  },
  summary: {
    method: 'POST',
    path: '/transaction/:userId/summary',
    summary: 'A list’s counts by view, its sums by group and currency, and the years to filter by',
    access: read,
    withoutPlan: true,
  },
  get: {
    method: 'GET',
    path: '/transaction/:userId/one/:profileId/:id',
    summary: 'One transaction, reversed or not',
    access: read,
  },
  schedule: {
    method: 'GET',
    path: '/transaction/:userId/one/:profileId/:id/schedule',
    summary: 'The schedule whose run booked a transaction; empty for one that no schedule made',
    access: read,
  },
  add: {
    method: 'POST',
    path: '/transaction/:userId',
    summary: 'A transaction by hand',
    access: { permission: 'perm_transaction_add' },
  },
  change: {
    method: 'PUT',
    path: '/transaction/:userId',
    summary: 'Changes of a transaction by hand; what a bill booked is changed through the bill',
    access: { permission: 'perm_transaction_update' },
  },
  paid: {
    method: 'PUT',
    path: '/transaction/:userId/:id/paid',
    summary: 'It was paid, today or on the day given',
    access: { permission: 'perm_transaction_update' },
  },
  unpaid: {
    method: 'PUT',
    path: '/transaction/:userId/:id/unpaid',
    summary: 'It is not paid after all',
    access: { permission: 'perm_transaction_update' },
  },
  collected: {
    method: 'PUT',
    path: '/transaction/:userId/:id/collected',
    summary: 'Its money has reached or left the bank',
    access: { permission: 'perm_transaction_update' },
  },
  uncollected: {
    method: 'PUT',
    path: '/transaction/:userId/:id/uncollected',
    summary: 'Its money is not in the bank after all',
    access: { permission: 'perm_transaction_update' },
  },
  remove: {
    method: 'DELETE',
    path: '/transaction/:userId/:id',
    summary: 'Removes a transaction by hand; its history stays',
    access: { permission: 'perm_transaction_delete' },
  },
  restore: {
    method: 'PUT',
    path: '/transaction/:userId/:id/restore',
    summary: 'Takes a removal back',
    access: { permission: 'perm_transaction_delete' },
  },
  statistic: {
    method: 'POST',
    path: '/transaction/:userId/statistic/:profileId',
    summary: 'Sums of what was paid, by year; of every year unless one is named',
    access: read,
    withoutPlan: true,
  },
  statisticMonths: {
    method: 'GET',
    path: '/transaction/:userId/statistic/:profileId/:year',
    summary: 'The months of a year’s sums as a list',
    access: read,
    csv: 'turnover',
  },
  statisticYears: {
    method: 'GET',
    path: '/transaction/:userId/statistic/:profileId',
    summary: 'The sums of every year as a list, the earliest first',
    access: read,
    csv: 'turnover',
  },
  ofExternal: {
    method: 'GET',
    path: '/transaction/:userId/all/:profileId/:externalId',
    summary: 'What one thing booked, reversals included',
    access: read,
    csv: true,
  },
  ofBill: {
    method: 'GET',
    path: '/transaction/:userId/all/bill/:profileId/:externalId',
    summary: 'What a bill’s payments booked, reversals included',
    access: read,
    csv: true,
  },
  periods: {
    method: 'GET',
    path: '/turnover/:userId/:profileId',
    summary:
      'Turnover by month or quarter of a year, or of every year, beside that of the year before',
    access: read,
    csv: 'turnover',
  },
  turnoverFacts: {
    method: 'GET',
    path: '/turnover/:userId/:profileId/facts',
    summary: 'The bills or payments that make the turnover of some days, the latest first',
    access: read,
    csv: 'turnover',
  },
  turnoverClients: {
    method: 'GET',
    path: '/turnover/:userId/:profileId/:year/clients',
    summary: 'Turnover of a year by client and contract, the largest first',
    access: read,
    csv: 'turnover',
  },
  pieces: {
    method: 'GET',
    path: '/turnover/:userId/:profileId/:year/:month',
    summary:
      'The bills or payments that make a month’s turnover, the latest first; none of what one may not read',
    access: { permission: 'perm_dashboard_menu' },
  },
  turnover: {
    method: 'GET',
    path: '/turnover/:userId/:profileId/:year',
    summary: 'Turnover of a year by month, without VAT: cashed and invoiced',
    access: { permission: 'perm_dashboard_menu' },
  },
})
