import {
  ArrowRightLeft,
  Building2,
  Compass,
  Contact,
  FileSignature,
  Grid3x3,
  IdCard,
  KeyRound,
  LayoutList,
  ListTree,
  type LucideIcon,
  Package,
  ReceiptText,
  ShieldCheck,
  Store,
  Users,
} from 'lucide-react'
import type { Permission } from '#web/kernel/data/ability.ts'
import { paths } from './paths.ts'

export type MenuItemName =
  | 'dashboard'
  | 'contracts'
  | 'timesheets'
  | 'bills'
  | 'transactions'
  | 'products'
  | 'companies'
  | 'prospects'
  | 'contacts'
  | 'personal'
  | 'profiles'
  | 'roles'
  | 'users'
  | 'logs'
  | 'integrity'
type MenuGroupName = 'top' | 'management' | 'finance' | 'customers' | 'prospecting' | 'profile' | 'administration'

/** Words are `kernel:menu.<name>` and `kernel:menu.group.<group>`. */
export type MenuItem = {
  readonly name: MenuItemName
  readonly icon: LucideIcon
  readonly path: string
  readonly permission: Permission
}
export type MenuGroup = { readonly name: MenuGroupName; readonly items: readonly MenuItem[] }

/** The one list that the menu, the phone's sheet, the palette and the tests read. A screen that has no line here has no link. */
export const menu: readonly MenuGroup[] = [
  {
    name: 'top',
    items: [{ name: 'dashboard', icon: LayoutList, path: paths.dashboard.pattern, permission: 'perm_dashboard_menu' }],
  },
  {
    name: 'management',
    items: [
      { name: 'contracts', icon: FileSignature, path: paths.contracts.pattern, permission: 'perm_contract_menu' },
      { name: 'timesheets', icon: Grid3x3, path: paths.timesheets.pattern, permission: 'perm_timesheet_menu' },
      { name: 'bills', icon: ReceiptText, path: paths.bills.pattern, permission: 'perm_billing_menu' },
    ],
  },
  {
    name: 'finance',
    items: [
      {
        name: 'transactions',
        icon: ArrowRightLeft,
        path: paths.transactions.pattern,
        permission: 'perm_transaction_menu',
      },
      { name: 'products', icon: Package, path: paths.products.pattern, permission: 'perm_product_menu' },
    ],
  },
  {
    name: 'customers',
    items: [{ name: 'companies', icon: Building2, path: paths.companies.pattern, permission: 'perm_company_menu' }],
  },
  {
    name: 'prospecting',
    items: [
      { name: 'prospects', icon: Compass, path: paths.prospects.pattern, permission: 'perm_company_menu' },
      { name: 'contacts', icon: Contact, path: paths.contacts.pattern, permission: 'perm_contact_menu' },
    ],
  },
  {
    name: 'profile',
    items: [
      { name: 'personal', icon: IdCard, path: paths.personal.pattern, permission: 'perm_personal_info_menu' },
      { name: 'profiles', icon: Store, path: paths.profiles.pattern, permission: 'perm_professional_info_menu' },
    ],
  },
  {
    name: 'administration',
    items: [
      { name: 'roles', icon: KeyRound, path: paths.roles.pattern, permission: 'perm_access_roles_menu' },
      { name: 'users', icon: Users, path: paths.users.pattern, permission: 'perm_access_users_menu' },
      { name: 'logs', icon: ListTree, path: paths.logs.pattern, permission: 'perm_access_logs_menu' },
      { name: 'integrity', icon: ShieldCheck, path: paths.integrity.pattern, permission: 'perm_access_logs_menu' },
    ],
  },
]

/** What this user may open; groups left empty go. */
export const permittedMenu = (can: (permission: Permission) => boolean): readonly MenuGroup[] =>
  menu
    .map((group) => ({ ...group, items: group.items.filter((item) => can(item.permission)) }))
    .filter((group) => group.items.length > 0)

/** The item a page belongs to: the longest path it lies under. */
export const itemOf = (pathname: string): MenuItem | undefined =>
  menu
    .flatMap((group) => group.items)
    .filter((item) => pathname === item.path || pathname.startsWith(`${item.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]

/** The four of the phone's bottom bar, when permitted; the fifth place is the whole menu. */
export const bottomBar: readonly MenuItemName[] = ['dashboard', 'timesheets', 'bills', 'transactions']
