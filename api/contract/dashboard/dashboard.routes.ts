import type { DashboardSchemas } from './dashboard.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const dashboardRoutes = endpoints<DashboardSchemas>({
  get: {
    method: 'GET',
    path: '/dashboard/:userId/:profileId',
    summary: 'All that the dashboard shows of one business, today',
    access: { permission: 'perm_dashboard_menu' },
  },
})
