import { LayoutList } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const dashboardScreens = screens('dashboard', {
  dashboard: screen({
    path: '/admin/dashboard/default',
    permission: 'perm_dashboard_menu',
    group: 'dashboard',
    icon: LayoutList,
    bar: true,
    firstReads: ['/dashboard/:userId/:profileId'],
    load: () => import('./dashboard-screen.tsx'),
  }),
})
