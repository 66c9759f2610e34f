import {
  ArrowRightLeft,
  Building2,
  Contact as ContactIcon,
  FileSignature,
  KeyRound,
  type LucideIcon,
  Package,
  ReceiptText,
  Store,
  User,
} from 'lucide-react'
import { billRoutes } from '#contract/billing.routes.ts'
import { Company, Contact, Product } from '#contract/records.ts'
import type { Typed } from '#contract/endpoint.ts'
import { financeRoutes } from '#contract/finance.routes.ts'
import { roleRoutes, userRoutes } from '#contract/identity.routes.ts'
import { professionalInfoRoutes } from '#contract/profile.routes.ts'
import { projectRoutes } from '#contract/projects.routes.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { kindOfState } from '#web/kernel/ui/bill-status.ts'
import type { Permission } from '#web/kernel/data/ability.ts'
import { paths, type ScreenName, screens } from '#web/screens.ts'
import { path } from './path.ts'
import type { Screen } from './screens.ts'
import type { StatusKind } from '#web/kernel/ui/status.tsx'

type Row = Readonly<Record<string, unknown>>
/** A list the palette looks into. Its heading is the screen's title. */
export type Search = {
  readonly name: ScreenName
  readonly icon: LucideIcon
  readonly permission: Permission
  readonly route: Typed
  readonly needsProfile?: boolean
  /** `server`: the route answers to `?q=`. `whole`: a short list, read whole and searched by its labels and details here. */
  readonly searched: 'server' | 'whole'
  readonly label: (row: Row) => string
  readonly detail?: (row: Row) => string
  /** Stands in the place of the icon: how far a bill has come. */
  readonly status?: (row: Row) => StatusKind
  /** What is said at the end of the line: an amount, or days done of those sold. */
  readonly amount?: (row: Row) => { readonly major: number; readonly currency: string }
  readonly days?: (row: Row) => { readonly done: number; readonly of: number } | null
  readonly to: (row: Row) => string
}

const text = (row: Row, field: string) => (typeof row[field] === 'string' ? row[field] : '')

export const searches: readonly Search[] = [
  {
    name: 'companies',
    icon: Building2,
    permission: 'perm_company_menu',
    route: recordRoutes(Company).list,
    searched: 'server',
    label: (row) => text(row, 'name'),
    detail: (row) => text(row, 'legalStatus'),
    to: (row) => (row['kind'] === 'prospect' ? paths.prospects : paths.companies).to({}, { open: text(row, 'id') }),
  },
  {
    name: 'bills',
    icon: ReceiptText,
    permission: 'perm_billing_menu',
    needsProfile: true,
    route: billRoutes.list,
    searched: 'server',
    label: (row) => text(row, 'ref') || text(row, 'serviceName') || '–',
    detail: (row) => text(row, 'client'),
    status: (row) => kindOfState(row as Pick<Bill, 'type' | 'state'>), // the rows of the bills' own list
    amount: (row) => ({
      major: (row['type'] === 'creditNote' ? -1 : 1) * Number(row['totalTTC'] ?? 0),
      currency: text(row, 'currency') || 'EUR',
    }),
    to: (row) => paths.bill.to({ id: text(row, 'id') }),
  },
  {
    name: 'contracts',
    icon: FileSignature,
    permission: 'perm_contract_menu',
    needsProfile: true,
    route: projectRoutes.list,
    searched: 'server',
    label: (row) => text(row, 'title') || text(row, 'ref'),
    detail: (row) => text(row, 'client'),
    days: (row) =>
      Number(row['soldDays']) > 0 ? { done: Number(row['consumedDays']), of: Number(row['soldDays']) } : null,
    to: (row) => paths.contracts.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'contacts',
    icon: ContactIcon,
    permission: 'perm_contact_menu',
    route: recordRoutes(Contact).list,
    searched: 'server',
    label: (row) => [text(row, 'firstName'), text(row, 'lastName')].filter(Boolean).join(' '),
    detail: (row) => text(row, 'company'),
    to: (row) => paths.contacts.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'products',
    icon: Package,
    permission: 'perm_product_menu',
    route: recordRoutes(Product).list,
    searched: 'server',
    label: (row) => text(row, 'name'),
    amount: (row) => ({ major: Number(row['sellingPrice'] ?? 0), currency: 'EUR' }),
    to: (row) => paths.products.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'transactions',
    icon: ArrowRightLeft,
    permission: 'perm_transaction_menu',
    needsProfile: true,
    route: financeRoutes.latest,
    searched: 'server',
    label: (row) => text(row, 'reference') || text(row, 'client') || '–',
    detail: (row) => (text(row, 'reference') ? text(row, 'client') : ''),
    to: (row) => paths.transactions.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'profiles',
    icon: Store,
    permission: 'perm_professional_info_menu',
    route: professionalInfoRoutes.list,
    searched: 'whole',
    label: (row) => text(row, 'name'),
    detail: (row) => text(row, 'siren'),
    to: (row) => paths.profiles.to({}, { profile: text(row, 'id') }),
  },
  {
    name: 'users',
    icon: User,
    permission: 'perm_access_users_menu',
    route: userRoutes.all,
    searched: 'server',
    label: (row) => [text(row, 'firstName'), text(row, 'lastName')].filter(Boolean).join(' ') || text(row, 'userName'),
    detail: (row) => text(row, 'userName'),
    to: (row) => paths.users.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'roles',
    icon: KeyRound,
    permission: 'perm_access_roles_menu',
    route: roleRoutes.all,
    searched: 'whole',
    label: (row) => text(row, 'name'),
    to: (row) => paths.roles.to({}, { role: text(row, 'id') }),
  },
]

/** What can be begun from any screen. */
export const beginnings: readonly { screen: Screen; permission: Permission; to: string }[] = Object.values<Screen>(
  screens,
).flatMap((screen) => {
  const { begin, path: pattern } = screen
  return begin ? [{ screen, permission: begin.permission, to: path(begin.path ?? pattern).to({}, begin.query) }] : []
})
