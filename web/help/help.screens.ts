import { Info } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const helpScreens = screens('help', {
  help: screen({
    path: '/admin/help',
    group: 'navigation',
    icon: Info,
    load: () => import('./help-screen.tsx'),
  }),
})
