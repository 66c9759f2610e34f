import { endpoints } from '#contract/kernel/endpoint.ts'
import type { StockSchemas } from './stock.schemas.ts'

export const stockRoutes = endpoints<StockSchemas>({
  sold: {
    method: 'PUT',
    path: '/product/:userId/:id/sold',
    summary:
      'Marks a product as sold, with its price, day and collected amount; books its income where one is given',
    access: { permission: 'perm_product_update' },
  },
  unsold: {
    method: 'PUT',
    path: '/product/:userId/:id/unsold',
    summary: 'It is not sold after all: its income is taken back too',
    access: { permission: 'perm_product_update' },
  },
  statistics: {
    method: 'GET',
    path: '/product/:userId/statistics/:year',
    summary: 'Sales of a year by currency and month: number, prices, costs and margins',
    access: { permission: 'perm_product_menu' },
  },
})
