import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { AnsweredDay, Time } from '#contract/kernel/times.schemas.ts'
import { ofProfile } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const DECLARATION_KINDS = ['vat', 'urssaf', 'services'] as const

/** A line to copy into the form. `label`: the client's VAT number, or the box's key. */
const DeclaredLine = z.object({
  label: z.string(),
  amount: z.number().describe('Whole euros'),
  client: z.string().optional().describe('Names of the client, of a statement of services'),
})

/**
 * A declaration of a period. `vat`: the return; `urssaf`: a micro-entrepreneur's receipts;
 * `services`: the monthly statement of services to businesses of the Union (DES).
 */
export const Declaration = z.object({
  kind: z.enum(DECLARATION_KINDS),
  from: AnsweredDay,
  to: AnsweredDay,
  /** The last day for it. */
  dueDate: AnsweredDay,
  state: z.enum(['declared', 'open', 'late', 'running']),
  /** Amount to pay; of services, the sum of the lines. */
  amount: z.number(),
  lines: z.array(DeclaredLine),
  declaredAt: Time,
  /** Amounts in another currency without an amount in euros: they block the declaration. */
  withoutEuros: z.int(),
  /** Clients without a VAT number: the form wants it. */
  withoutNumber: z.int(),
})
export type Declaration = z.output<typeof Declaration>

export const Declarations = z.object({
  /**
   * First day whose periods are declared here. `by`: the user chose it, a first record lies before
   * the business's first day here, or it is that day.
   */
  firstPeriod: z.object({
    from: AnsweredDay,
    by: z.enum(['chosen', 'record', 'creation']),
    version: z.int().describe('Of the business, which keeps the choice'),
  }),
  /** The first due first; then those that run; then those that were made, the latest first. */
  declarations: z.array(Declaration),
})
export type Declarations = z.output<typeof Declarations>

const month = z.strictObject({
  /** The first day of the month. */
  from: DayTime.min(1),
})

export const declarationRoutes = {
  all: get('/declarations/:userId/:profileId', {
    summary: 'Declarations of a business: what is due and when, with the lines to copy',
    access: { permission: 'perm_transaction_menu' },
    params: ofProfile,
    reply: Declarations,
  }),
  declareServices: put('/declarations/:userId/:profileId/services/declare', {
    summary: 'Seals the lines of a month’s statement of services to the Union',
    access: { permission: 'perm_transaction_update' },
    params: ofProfile,
    body: month,
    reply: Written,
  }),
  undoServices: put('/declarations/:userId/:profileId/services/undeclare', {
    summary: 'Takes the statement of a month back',
    access: { permission: 'perm_transaction_update' },
    params: ofProfile,
    body: month,
    reply: Written,
  }),
}
