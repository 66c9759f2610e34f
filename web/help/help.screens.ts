import { CircleHelp } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const helpScreens = screens('help', {
  help: screen({
    path: '/admin/help',
    permission: 'perm_personal_info_menu',
    group: 'profile',
    icon: CircleHelp,
    load: () => import('./help-screen.tsx'),
  }),
})
