import { Grid3x3 } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const timesheetsScreens = screens('timesheets', {
  timesheets: screen({
    path: '/admin/management/timesheets',
    permission: 'perm_timesheet_menu',
    group: 'management',
    icon: Grid3x3,
    of: 'timesheet',
    // A month's id ends in it: `2026-11`.
    shows: ({ id }) => ({ query: { month: id.slice(-7) } }),
    bar: true,
    firstReads: [
      '/timesheet/:userId/:profileId/:year/:month',
      ['/project/:userId/all/:profileId?limit=200&month=:yearMonth', 'perm_contract_menu'],
      '/timesheet/:userId/:profileId/billable',
    ],
    load: () => import('./timesheets-screen.tsx'),
  }),
})
