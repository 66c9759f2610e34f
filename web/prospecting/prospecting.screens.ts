import { Handshake, Megaphone, SlidersHorizontal } from 'lucide-react'
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
  searchCriteria: screen({
    path: '/admin/prospecting/offer/search-criteria',
    permission: 'perm_offer_menu',
    group: 'prospecting',
    icon: SlidersHorizontal,
    of: 'searchCriteria',
    shows: openRow,
    begin: { permission: 'perm_offer_add', query: { open: 'new' } },
    load: () => import('./search-criteria-screen.tsx'),
  }),
  publications: screen({
    path: '/admin/prospecting/offer/publications',
    permission: 'perm_offer_menu',
    group: 'prospecting',
    icon: Megaphone,
    of: 'publication',
    shows: openRow,
    begin: { permission: 'perm_offer_add', query: { open: 'new' } },
    load: () => import('./publications-screen.tsx'),
  }),
  jobApplications: screen({
    path: '/admin/prospecting/offer/applications',
    permission: 'perm_offer_menu',
    of: 'jobApplication',
    shows: openRow,
    begin: { permission: 'perm_offer_add', query: { open: 'new' } },
    load: () => import('./job-applications-screen.tsx'),
  }),
})
