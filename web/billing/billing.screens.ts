import { Percent, ReceiptText } from 'lucide-react'
import { recordScreen } from '#web/kernel/shell/record-screen.ts'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const billingScreens = screens('billing', {
  bills: screen({
    path: '/admin/management/billing',
    permission: 'perm_billing_menu',
    group: 'management',
    icon: ReceiptText,
    of: 'bill',
    bar: true,
    begin: { permission: 'perm_billing_add', query: { new: 'bill' } },
    firstReads: [
      '/bill/:userId/all/:profileId?sort=-number&limit=25',
      '/bill/:userId/summary/:profileId',
      ['/timesheet/:userId/:profileId/billable', 'perm_timesheet_menu'],
    ],
    load: () => import('./bills-screen.tsx'),
  }),
  legalRates: recordScreen('legalRate', {
    path: '/admin/settings/late-rates',
    group: 'settings',
    icon: Percent,
    permission: 'option_set',
  }),
  bill: screen({
    path: '/admin/management/billing/:id',
    permission: 'perm_billing_menu',
    of: 'bill',
    shows: ({ id }) => ({ params: { id } }),
    acts: () => import('./bill-found-acts.ts'),
    firstReads: ['/bill/:userId/:profileId/:id'],
    partsByStatus: { draft: './draft-page.tsx', issued: './issued-page.tsx' },
    load: () => import('./bill-screen.tsx'),
  }),
})
