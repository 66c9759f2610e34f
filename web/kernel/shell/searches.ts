import { Building2, Contact, FileSignature, type LucideIcon, Package, ReceiptText } from 'lucide-react'
import type { Permission } from '../ability.ts'
import type { Endpoint } from '../client.ts'
import type { MenuItemName } from '../menu.ts'
import { paths } from '../paths.ts'

type Row = Readonly<Record<string, unknown>>
/** A list the palette looks into by `?q=`. Its heading is the menu's word. */
export type Search = {
  readonly name: MenuItemName
  readonly icon: LucideIcon
  readonly permission: Permission
  readonly route: Endpoint
  readonly needsProfile?: boolean
  readonly label: (row: Row) => string
  readonly detail?: (row: Row) => string
  readonly to: (row: Row) => string
}

const text = (row: Row, field: string) => (typeof row[field] === 'string' ? row[field] : '')
const list = (path: string, permission: Permission): Endpoint => ({ method: 'GET', path, access: { permission } })

/** Paths alone, not the contracts: the palette must open before any context's chunk is there. */
export const searches: readonly Search[] = [
  {
    name: 'companies',
    icon: Building2,
    permission: 'perm_company_menu',
    route: list('/company/:userId/all', 'perm_company_menu'),
    label: (row) => text(row, 'name'),
    detail: (row) => text(row, 'legalStatus'),
    to: (row) => (row['kind'] === 'prospect' ? paths.prospects : paths.companies).to({}, { open: text(row, 'id') }),
  },
  {
    name: 'bills',
    icon: ReceiptText,
    permission: 'perm_billing_menu',
    needsProfile: true,
    route: list('/bill/:userId/all/:profileId', 'perm_billing_menu'),
    label: (row) => text(row, 'ref') || text(row, 'serviceName') || '–',
    detail: (row) => text(row, 'client') || text(row, 'clientName'),
    to: (row) => paths.bill.to({ id: text(row, 'id') }),
  },
  {
    name: 'contracts',
    icon: FileSignature,
    permission: 'perm_contract_menu',
    needsProfile: true,
    route: list('/project/:userId/all/:profileId', 'perm_contract_menu'),
    label: (row) => text(row, 'ref'),
    detail: (row) => text(row, 'client'),
    to: (row) => paths.contracts.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'contacts',
    icon: Contact,
    permission: 'perm_contact_menu',
    route: list('/contact/:userId/all', 'perm_contact_menu'),
    label: (row) => [text(row, 'firstName'), text(row, 'lastName')].filter(Boolean).join(' '),
    detail: (row) => text(row, 'company'),
    to: (row) => paths.contacts.to({}, { open: text(row, 'id') }),
  },
  {
    name: 'products',
    icon: Package,
    permission: 'perm_product_menu',
    route: list('/product/:userId/all', 'perm_product_menu'),
    label: (row) => text(row, 'name'),
    to: (row) => paths.products.to({}, { open: text(row, 'id') }),
  },
]
