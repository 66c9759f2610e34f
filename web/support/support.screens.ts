import { LifeBuoy, MessagesSquare } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const supportScreens = screens('support', {
  support: screen({
    path: '/admin/profile/support',
    group: 'navigation',
    icon: LifeBuoy,
    load: () => import('./support-screen.tsx'),
  }),
  supportRequests: screen({
    path: '/admin/access/request',
    permission: 'perm_support_request_menu',
    group: 'access',
    icon: MessagesSquare,
    of: 'supportRequest',
    shows: openRow,
    load: () => import('./requests-screen.tsx'),
  }),
})
