import { IdCard, Store } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

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
    shows: ({ id }) => ({ query: { profile: id } }),
    load: () => import('./profiles-screen.tsx'),
  }),
})
