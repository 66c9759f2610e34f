import { z } from 'zod'
import { ALSO_BESIDE_FAULTS } from '#web/kernel/form/form-errors.ts'
import {
  NATURES,
  PAYMENT_METHODS,
  REGIONS,
  TRANSACTION_TYPES,
} from '#contract/finance/finance.values.ts'

/** The percentage of a rate as it was chosen or typed; NaN for what is none. */
export const percentOf = (rate: string): number => Number(rate.trim().replace(',', '.') || 'x')

const Row = z.object({
  rate: z.string().refine((rate) => percentOf(rate) >= 0 && percentOf(rate) <= 100),
  base: z.number(),
  amount: z.number(),
  total: z.number(),
})
/** The form of a transaction by hand. */
export const Entry = z
  .object({
    operation: z.enum(['in', 'out']),
    type: z.enum(TRANSACTION_TYPES),
    label: z.string().trim().max(200),
    reference: z.string().trim().max(100),
    organismId: z.union([z.string(), z.literal(0)]),
    status: z.enum(['paid', 'unpaid']),
    paymentDate: z.number().int(),
    expectedPaymentDate: z.number().int(),
    documentDate: z.number().int(),
    bankAccountType: z.enum(['personal', 'professional']),
    paymentMethod: z.enum([...PAYMENT_METHODS, '']),
    details: z.array(Row).min(1),
    currency: z.string().length(3),
    /** Amount in euros, where the entry is in another currency; null while it is not known. */
    amountEUR: z.number().nullable(),
    nature: z.enum(NATURES),
    region: z.enum(REGIONS),
    supplierOnDebits: z.boolean(),
    foreignVat: z.boolean(),
    deductibleShare: z.number().min(0).max(100),
    attachmentIds: z.array(z.string()),
  })
  .superRefine(({ status, paymentDate, expectedPaymentDate }, context) => {
    const path = status === 'paid' ? 'paymentDate' : 'expectedPaymentDate'
    const day = status === 'paid' ? paymentDate : expectedPaymentDate
    if (!(day > 0))
      context.addIssue({ code: 'custom', path: [path], params: { code: 'FIELD_REQUIRED' } })
  }, ALSO_BESIDE_FAULTS)
export type Entry = z.infer<typeof Entry>
