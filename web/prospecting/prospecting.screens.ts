import { Handshake } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const prospectingScreens = screens('prospecting', {
  offers: screen({
    path: '/admin/prospecting/offer',
    permission: 'perm_offer_menu',
    group: 'prospecting',
    icon: Handshake,
    of: 'offer',
    shows: openRow,
    begin: { permission: 'perm_offer_add', query: { open: 'new' } },
    load: () => import('./offers-screen.tsx'),
  }),
})
