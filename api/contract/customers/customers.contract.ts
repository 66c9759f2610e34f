import { get, post, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DUPLICATE_REASONS } from '#domain/customers/merge.values.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

/** Number of things of each entity that name a record. */
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

export const customersRoutes = {
  companyDuplicates: get('/company/:userId/duplicates', {
    summary: 'Companies that look like one, by what they share, and those that were merged',
    access: { permission: 'perm_company_menu' },
    ...duplicates,
  }),
  mergeCompanies: post('/company/:userId/merges', {
    summary:
      'Merges two companies that are one: what names the one that goes then names the one that is kept',
    access: { permission: 'perm_company_delete' },
    heavy: true,
    ...merge,
  }),
  undoCompanyMerge: del('/company/:userId/merges/:id', {
    summary: 'Takes a merge back, as a whole',
    access: { permission: 'perm_company_delete' },
    heavy: true,
    ...undo,
  }),
  tellCompaniesApart: post('/company/:userId/apart', {
    summary: 'Says that two companies are not one: they are not proposed to be merged again',
    access: { permission: 'perm_company_update' },
    ...tellApart,
  }),
  forgetCompaniesApart: del('/company/:userId/apart/:id', {
    summary: 'Two companies that were told apart may be proposed again',
    access: { permission: 'perm_company_update' },
    ...undo,
  }),
  contactDuplicates: get('/contact/:userId/duplicates', {
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_menu' },
    ...duplicates,
  }),
  mergeContacts: post('/contact/:userId/merges', {
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_delete' },
    heavy: true,
    ...merge,
  }),
  undoContactMerge: del('/contact/:userId/merges/:id', {
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_delete' },
    heavy: true,
    ...undo,
  }),
  tellContactsApart: post('/contact/:userId/apart', {
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_update' },
    ...tellApart,
  }),
  forgetContactsApart: del('/contact/:userId/apart/:id', {
    summary: 'The same of contacts',
    access: { permission: 'perm_contact_update' },
    ...undo,
  }),
}
