import { KeyRound, Users } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const identityScreens = screens('identity', {
  roles: screen({
    path: '/admin/access/roles',
    permission: 'perm_access_roles_menu',
    group: 'access',
    icon: KeyRound,
    of: 'role',
    shows: ({ id }) => ({ query: { role: id } }),
    load: () => import('./roles-screen.tsx'),
  }),
  users: screen({
    path: '/admin/access/users',
    permission: 'perm_access_users_menu',
    group: 'access',
    icon: Users,
    of: 'user',
    shows: openRow,
    load: () => import('./users-screen.tsx'),
  }),
})
