import { CalendarClock, Repeat } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const schedulesScreens = screens('schedules', {
  charges: screen({
    path: '/admin/portfolio/charges',
    permission: 'perm_charge_menu',
    group: 'portfolio',
    icon: Repeat,
    of: 'charge',
    shows: openRow,
    acts: () => import('./schedule-found-acts.ts'),
    load: () => import('./charges-screen.tsx'),
  }),
  scheduled: screen({
    path: '/admin/portfolio/scheduled',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: CalendarClock,
    of: 'scheduledTransaction',
    shows: openRow,
    acts: () => import('./schedule-found-acts.ts'),
    load: () => import('./scheduled-screen.tsx'),
  }),
})
