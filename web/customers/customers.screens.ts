import { Building2, Compass, Contact } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

export const customersScreens = screens('customers', {
  companies: screen({
    path: '/admin/customer/company',
    permission: 'perm_company_menu',
    group: 'companies',
    icon: Building2,
    of: 'company',
    section: 'company.customer',
    shows: (found) => (found.status === 'prospect' ? null : openRow(found)),
    acts: () => import('./company-found-acts.ts'),
    begin: { permission: 'perm_company_add', query: { open: 'new' } },
    load: () => import('./companies-screen.tsx'),
  }),
  companyDuplicates: screen({
    path: '/admin/customer/company/duplicates',
    permission: 'perm_company_menu',
    of: 'company',
    section: 'company.customer',
    load: () => import('./company-duplicates-screen.tsx'),
  }),
  prospects: screen({
    path: '/admin/prospecting/company',
    permission: 'perm_company_menu',
    group: 'prospecting',
    icon: Compass,
    of: 'company',
    section: 'company.prospect',
    shows: (found) => (found.status === 'prospect' ? openRow(found) : null),
    load: () => import('./prospects-screen.tsx'),
  }),
  contacts: screen({
    path: '/admin/prospecting/contact',
    permission: 'perm_contact_menu',
    group: 'prospecting',
    icon: Contact,
    of: 'contact',
    shows: openRow,
    begin: { permission: 'perm_contact_add', query: { open: 'new' } },
    load: () => import('./contacts-screen.tsx'),
  }),
  contactDuplicates: screen({
    path: '/admin/prospecting/contact/duplicates',
    permission: 'perm_contact_menu',
    of: 'contact',
    load: () => import('./contact-duplicates-screen.tsx'),
  }),
})
