import { Package } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const stockScreens = screens('stock', {
  products: screen({
    path: '/admin/portfolio/products',
    permission: 'perm_product_menu',
    group: 'portfolio',
    icon: Package,
    of: 'product',
    shows: openRow,
    begin: { permission: 'perm_product_add', query: { open: 'new' } },
    load: () => import('./products-screen.tsx'),
  }),
})
