import { endpoints } from '#contract/kernel/endpoint.ts'
import type { ForecastSchemas } from './forecast.schemas.ts'

const read = { permission: 'perm_transaction_menu' } as const

export const forecastRoutes = endpoints<ForecastSchemas>({
  get: {
    method: 'GET',
    path: '/forecast/:userId/:profileId',
    summary:
      'Twelve months: what was paid, what is expected and why, the balance, limits, and what is safe to spend',
    access: read,
  },
  expected: {
    method: 'GET',
    path: '/forecast/:userId/:profileId/expected',
    summary: 'All that is expected within twelve months, the earliest first',
    access: read,
    csv: 'forecast',
  },
  balance: {
    method: 'PUT',
    path: '/forecast/:userId/:profileId/balance',
    summary: 'What an account held when a day began, as its bank says',
    access: { permission: 'perm_transaction_update' },
  },
})
