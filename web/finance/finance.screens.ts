import { ArrowRightLeft } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const financeScreens = screens('finance', {
  transactions: screen({
    path: '/admin/portfolio/transactions',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: ArrowRightLeft,
    of: 'transaction',
    bar: true,
    load: () => import('./transactions-screen.tsx'),
  }),
})
