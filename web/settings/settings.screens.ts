import { SlidersHorizontal } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const settingsScreens = screens('settings', {
  optionSets: screen({
    path: '/admin/settings/optionSet',
    permission: 'perm_option_set_menu',
    group: 'settings',
    icon: SlidersHorizontal,
    of: 'settings',
    shows: openRow,
    begin: { permission: 'perm_option_set_add', query: { open: 'new' } },
    load: () => import('./option-sets-screen.tsx'),
  }),
})
