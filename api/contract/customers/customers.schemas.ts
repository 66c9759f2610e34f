import { z } from 'zod'
import { DUPLICATE_REASONS } from '#domain/customers/merge.values.ts'
import * as endpoints from './customers.routes.ts'
import { Id, own, routes, Time, Written } from '#contract/kernel/route.ts'

/** How many things of each entity name a record. */
const Uses = z.array(z.object({ entity: z.string(), count: z.int() }))

const Twin = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  creationDate: Time,
  uses: Uses,
})
const Pair = z.object({
  reasons: z.array(z.enum(DUPLICATE_REASONS)).describe('What they share, the surest first'),
  records: z.tuple([Twin, Twin]).describe('The older one first'),
})
export type Pair = z.output<typeof Pair>

const Named = z.object({ id: z.string(), name: z.string() })
const Merged = z.object({
  id: z.string(),
  at: Time,
  kept: Named,
  merged: Named,
  moved: Uses,
  keptVersion: z.int().describe('The version of the kept record by which it took the other one in'),
  undone: z.boolean(),
})
export type Merged = z.output<typeof Merged>

const Apart = z.object({ id: z.string(), at: Time, records: z.tuple([Named, Named]) })
export type Apart = z.output<typeof Apart>

const Duplicates = z.object({
  count: z.int().describe('All pairs; a hundred are listed'),
  pairs: z.array(Pair),
  merges: z.array(Merged).describe('The last fifty, the newest first'),
  apart: z.array(Apart).describe('Pairs that were told apart, the newest first: the last fifty'),
})
export type Duplicates = z.output<typeof Duplicates>

const duplicates = { params: own, reply: Duplicates }
const merge = {
  params: own,
  body: z.strictObject({
    id: Id.optional(),
    keptId: Id,
    mergedId: Id,
    fields: z
      .array(z.string().max(60))
      .max(60)
      .describe('Fields whose value is that of the record that goes'),
  }),
  reply: Written,
}
const tellApart = { params: own, body: z.strictObject({ ids: z.tuple([Id, Id]) }), reply: Written }
const undo = { params: own.extend({ id: Id }), reply: Written }

const customersSchemas = {
  companyDuplicates: duplicates,
  mergeCompanies: merge,
  undoCompanyMerge: undo,
  tellCompaniesApart: tellApart,
  forgetCompaniesApart: undo,
  contactDuplicates: duplicates,
  mergeContacts: merge,
  undoContactMerge: undo,
  tellContactsApart: tellApart,
  forgetContactsApart: undo,
}
export type CustomersSchemas = typeof customersSchemas
export const customersRoutes = routes(endpoints.customersRoutes, customersSchemas)
