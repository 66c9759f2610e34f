import { Download, IdCard, Store } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const profileScreens = screens('profile', {
  personal: screen({
    path: '/admin/profile/personal',
    permission: 'perm_personal_info_menu',
    group: 'profile',
    icon: IdCard,
    of: 'profile',
    load: () => import('./personal-screen.tsx'),
  }),
  profiles: screen({
    path: '/admin/profile/companies',
    permission: 'perm_professional_info_menu',
    group: 'profile',
    icon: Store,
    of: 'professionalInfo',
    shows: openRow,
    load: () => import('./profiles-screen.tsx'),
  }),
  ownData: screen({
    path: '/admin/profile/data',
    group: 'profile',
    icon: Download,
    load: () => import('./own-data-screen.tsx'),
  }),
  /** Reached from the filters of a list; it stands in no menu. */
  savedFilters: screen({
    path: '/admin/profile/filters',
    permission: 'perm_personal_info_menu',
    of: 'savedFilter',
    shows: openRow,
    load: () => import('./saved-filters-screen.tsx'),
  }),
})
