import { Handshake, Megaphone, Search } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

// Criteria and sources are reached from the jobs, applications from the publications.
export const prospectingScreens = screens('prospecting', {
  offers: screen({
    path: '/admin/prospecting/offer',
    permission: 'perm_offer_menu',
    group: 'prospecting',
    icon: Handshake,
    of: 'offer',
    shows: openRow,
    acts: () => import('./offer-found-acts.ts'),
    begin: { permission: 'perm_offer_add', query: { open: 'new' } },
    load: () => import('./offers-screen.tsx'),
  }),
  jobs: screen({
    path: '/admin/prospecting/offer/all',
    permission: 'perm_offer_menu',
    group: 'prospecting',
    icon: Search,
    section: 'job',
    load: () => import('./jobs-screen.tsx'),
  }),
  jobSources: screen({
    path: '/admin/prospecting/offer/sources',
    under: '/admin/prospecting/offer/all',
    permission: 'perm_offer_menu',
    of: 'jobSource',
    record: 'jobSource',
    shows: openRow,
    load: () => import('#web/kernel/records/plain-record-screen.tsx'),
  }),
  searchCriteria: screen({
    path: '/admin/prospecting/offer/search-criteria',
    under: '/admin/prospecting/offer/all',
    permission: 'perm_offer_menu',
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
    under: '/admin/prospecting/offer/publications',
    permission: 'perm_offer_menu',
    of: 'jobApplication',
    shows: openRow,
    load: () => import('./job-applications-screen.tsx'),
  }),
})
