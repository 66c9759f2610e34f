import { ChartColumn, FileSignature } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const projectsScreens = screens('projects', {
  contracts: screen({
    path: '/admin/management/contracts',
    permission: 'perm_contract_menu',
    group: 'management',
    icon: FileSignature,
    of: 'project',
    shows: openRow,
    acts: () => import('./contract-found-acts.ts'),
    begin: { permission: 'perm_contract_add', path: '/admin/management/contracts/new' },
    load: () => import('./projects-screen.tsx'),
  }),
  contract: screen({
    path: '/admin/management/contracts/:id',
    permission: 'perm_contract_menu',
    of: 'project',
    load: () => import('./project-screen.tsx'),
  }),
  contractStatistics: screen({
    path: '/admin/dashboard/statistics/contracts',
    permission: 'perm_dashboard_contract_statistics',
    group: 'dashboard',
    icon: ChartColumn,
    load: () => import('./contract-statistics-screen.tsx'),
  }),
})
