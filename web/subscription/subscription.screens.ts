import { CreditCard, Rows3 } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const subscriptionScreens = screens('subscription', {
  subscription: screen({
    path: '/admin/profile/subscription',
    permission: 'perm_subscription_menu',
    group: 'profile',
    icon: CreditCard,
    load: () => import('./subscription-screen.tsx'),
  }),
  planRoles: screen({
    path: '/admin/access/priceplan',
    permission: 'perm_price_plan_roles_menu',
    group: 'access',
    icon: Rows3,
    of: 'pricePlanRole',
    load: () => import('./plan-roles-screen.tsx'),
  }),
})
