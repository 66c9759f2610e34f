import { ArrowRightLeft, BookOpen, FileCheck2, Landmark, TrendingUp } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const financeScreens = screens('finance', {
  transactions: screen({
    path: '/admin/portfolio/transactions',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: ArrowRightLeft,
    of: 'transaction',
    shows: openRow,
    acts: () => import('./transaction-found-acts.ts'),
    bar: true,
    load: () => import('./transactions-screen.tsx'),
  }),
  vat: screen({
    path: '/admin/portfolio/vat',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: Landmark,
    load: () => import('./vat-screen.tsx'),
  }),
  declarations: screen({
    path: '/admin/portfolio/declarations',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: FileCheck2,
    load: () => import('./declarations-screen.tsx'),
  }),
  turnover: screen({
    path: '/admin/portfolio/turnover',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: TrendingUp,
    load: () => import('./turnover-screen.tsx'),
  }),
  registers: screen({
    path: '/admin/portfolio/registers',
    permission: 'perm_transaction_menu',
    group: 'portfolio',
    icon: BookOpen,
    load: () => import('./registers-screen.tsx'),
  }),
})
