import { customersRoutes, type Duplicates } from '#contract/customers/customers.contract.ts'
import { call } from '#web/kernel/data/client.ts'

export type MergedEntity = 'company' | 'contact'

const ROUTES = {
  company: {
    list: customersRoutes.companyDuplicates,
    merge: customersRoutes.mergeCompanies,
    undo: customersRoutes.undoCompanyMerge,
    tellApart: customersRoutes.tellCompaniesApart,
    forgetApart: customersRoutes.forgetCompaniesApart,
  },
  contact: {
    list: customersRoutes.contactDuplicates,
    merge: customersRoutes.mergeContacts,
    undo: customersRoutes.undoContactMerge,
    tellApart: customersRoutes.tellContactsApart,
    forgetApart: customersRoutes.forgetContactsApart,
  },
} as const
export const mergeRoutes = (entity: MergedEntity) => ROUTES[entity]

/**
 * Records that look like one, and merges. The words after are the collections that changes are told
 * by.
 */
export const duplicatesQuery = (entity: MergedEntity) => ({
  queryKey: ['customers', entity, 'duplicates', 'toldApart'] as const,
  queryFn: (): Promise<Duplicates> => call(mergeRoutes(entity).list),
})
