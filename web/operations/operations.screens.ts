import { ListTree, ShieldCheck } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const operationsScreens = screens('operations', {
  logs: screen({
    path: '/admin/access/logs',
    permission: 'perm_access_logs_menu',
    group: 'administration',
    icon: ListTree,
    load: () => import('./logs-screen.tsx'),
  }),
  integrity: screen({
    path: '/admin/access/integrity',
    permission: 'perm_access_logs_menu',
    group: 'administration',
    icon: ShieldCheck,
    load: () => import('./integrity-screen.tsx'),
  }),
})
