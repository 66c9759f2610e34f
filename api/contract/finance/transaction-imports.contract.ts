import { z } from 'zod'
import { post } from '#contract/kernel/contract.ts'
import { Currency, Id, own } from '#contract/kernel/inputs.schemas.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { LOST_ROWS, ROW_ACTS, TRANSACTION_FILES } from '#domain/finance/import.values.ts'
import { TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'

/** Five megabytes in base64, and what it is padded by. @unit characters; bytes */
const MOST_CHARACTERS = 6_700_000
const MAX_BODY = 7_000_000
const MOST_ROWS = 5_000

const FileOf = z.strictObject({
  profileId: Id,
  currency: Currency.default('EUR').describe('Of rows that name none'),
  file: z
    .base64()
    .max(MOST_CHARACTERS)
    .describe('A bank’s CSV, or an electronic invoice (UBL or CII), in base64'),
})
const access = { permission: 'perm_transaction_add' } as const

/** A row of a file. Amounts in the major units of `currency`. */
const ReadTransaction = z.object({
  id: z.string(),
  act: z.enum(ROW_ACTS).describe('`known`: imported before; `alike`: a payment is like it'),
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  label: z.string(),
  reference: z.string(),
  date: AnsweredDay.describe('Of the payment, else of the invoice'),
  currency: z.string(),
  amountTTC: z.number(),
  details: z.array(z.object({ rate: z.number(), base: z.number(), amount: z.number() })),
})
export type ReadTransaction = z.output<typeof ReadTransaction>

export const transactionImportRoutes = {
  read: post('/transaction/:userId/import/read', {
    summary:
      'The transactions of a bank’s statement or of a supplier’s invoice; nothing is written',
    access,
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: FileOf,
    reply: z.object({
      kind: z.enum(TRANSACTION_FILES),
      rows: z.array(ReadTransaction),
      lost: z.array(z.object({ row: z.int(), text: z.string(), reason: z.enum(LOST_ROWS) })),
    }),
  }),
  import: post('/transaction/:userId/import', {
    summary:
      'Adds the transactions of a file: lines of a statement as paid, an invoice as expected. ' +
      'What an earlier import added stays as it is',
    access,
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: FileOf.extend({
      rows: z
        .array(z.strictObject({ id: Id, type: z.enum(TRANSACTION_TYPES).optional() }))
        .max(MOST_ROWS)
        .optional()
        .describe('Rows of `read` to add, all when absent'),
    }),
    reply: z.object({ added: z.int(), known: z.int(), position: z.string() }),
  }),
}
