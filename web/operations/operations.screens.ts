import { Gauge, Monitor, ListTree, ShieldCheck, SquareTerminal } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const operationsScreens = screens('operations', {
  installation: screen({
    path: '/admin/dashboard/installation',
    permission: 'perm_process_center_menu',
    group: 'dashboard',
    icon: Gauge,
    load: () => import('./installation-screen.tsx'),
  }),
  processes: screen({
    path: '/admin/access/process-center',
    permission: 'perm_process_center_menu',
    group: 'administration',
    icon: SquareTerminal,
    load: () => import('./process-screen.tsx'),
  }),
  health: screen({
    path: '/admin/access/health',
    permission: 'perm_process_center_menu',
    group: 'administration',
    icon: Monitor,
    load: () => import('./health-screen.tsx'),
  }),
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
