import { CalendarDays } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const planningScreens = screens('planning', {
  calendar: screen({
    path: '/admin/planning/calendar',
    permission: 'perm_events_menu',
    group: 'planning',
    icon: CalendarDays,
    of: 'calendarEvent',
    shows: ({ id }) => ({ query: { open: id } }),
    begin: { permission: 'perm_events_add', query: { new: '1' } },
    load: () => import('./calendar-screen.tsx'),
  }),
})
