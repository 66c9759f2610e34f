import type { CustomersSchemas } from './customers.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const customersRoutes = endpoints<CustomersSchemas>({
  companyDuplicates: {
    method: 'GET',
    path: '/company/:userId/duplicates',
    summary: 'Companies that look like one, by what they share, and those that were merged',
    access: { permission: 'perm_company_menu' },
  },
  mergeCompanies: {
    method: 'POST',
    path: '/company/:userId/merges',
    summary:
      'Merges two companies that are one: what names the one that goes then names the one that is kept',
    access: { permission: 'perm_company_delete' },
    heavy: true,
  },
  undoCompanyMerge: {
    method: 'DELETE',
    path: '/company/:userId/merges/:id',
    summary: 'Takes a merge back, as a whole',
    access: { permission: 'perm_company_delete' },
    heavy: true,
  },
  tellCompaniesApart: {
    method: 'POST',
    path: '/company/:userId/apart',
    summary: 'Says that two companies are not one: they are not proposed to be merged again',
    access: { permission: 'perm_company_update' },
  },
  forgetCompaniesApart: {
    method: 'DELETE',
    path: '/company/:userId/apart/:id',
    summary: 'Two companies that were told apart may be proposed again',
    access: { permission: 'perm_company_update' },
  },
  contactDuplicates: {
    method: 'GET',
    path: '/contact/:userId/duplicates',
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_menu' },
  },
  mergeContacts: {
    method: 'POST',
    path: '/contact/:userId/merges',
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_delete' },
    heavy: true,
  },
  undoContactMerge: {
    method: 'DELETE',
    path: '/contact/:userId/merges/:id',
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_delete' },
    heavy: true,
  },
  tellContactsApart: {
    method: 'POST',
    path: '/contact/:userId/apart',
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_update' },
  },
  forgetContactsApart: {
    method: 'DELETE',
    path: '/contact/:userId/apart/:id',
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_update' },
  },
})
