import { Info } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const helpScreens = screens('help', {
  help: screen({
    path: '/admin/help',
    permission: 'perm_personal_info_menu',
    group: 'profile',
    icon: Info,
    load: () => import('./help-screen.tsx'),
  }),
})
