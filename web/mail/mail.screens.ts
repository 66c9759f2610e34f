import { Mail } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const mailScreens = screens('mail', {
  mails: screen({
    path: '/admin/management/mails',
    permission: 'perm_billing_menu',
    group: 'management',
    icon: Mail,
    load: () => import('./mails-screen.tsx'),
  }),
  reminders: screen({
    path: '/admin/management/reminders',
    permission: 'perm_billing_menu',
    load: () => import('./reminders-screen.tsx'),
  }),
  mailTemplates: screen({
    path: '/admin/management/mails/templates',
    permission: 'perm_billing_menu',
    of: 'mailTemplate',
    shows: openRow,
    begin: { permission: 'perm_billing_add', query: { open: 'new' } },
    load: () => import('./mail-templates-screen.tsx'),
  }),
})
