import { z } from 'zod'
import { LINE_UNITS } from '#contract/billing/bill.values.ts'
import { BillLineInput, DraftContent } from '#contract/billing/billing.schemas.ts'

/** An empty number field counts as absent. */
export const orNothing = <T extends z.ZodType<number>>(type: T) =>
  z.preprocess((value: number | null) => value ?? 0, type)

const Line = z.object({
  description: BillLineInput.shape.description,
  quantity: orNothing(BillLineInput.shape.quantity),
  unit: z.enum(LINE_UNITS),
  disbursement: z.boolean(),
  unitPrice: orNothing(BillLineInput.shape.unitPrice),
  tva: orNothing(BillLineInput.shape.tva),
  creditedLine: z.number().nullable(),
  quotedLine: z.number().optional(),
  discount: orNothing(DraftContent.shape.discount),
  discountKind: DraftContent.shape.discountKind,
  discountReason: DraftContent.shape.discountReason,
})

const {
  shape: { paymentDeadline, penaltyRate, exchangeRate, discount, ...others },
} = DraftContent

/** The fields of the editor, validated by the contract's rules. */
export const DraftForm = z.object({
  ...others,
  paymentDeadline: orNothing(paymentDeadline),
  penaltyRate: orNothing(penaltyRate),
  exchangeRate: orNothing(exchangeRate),
  discount: orNothing(discount),
  lines: z.array(Line).max(500),
})
export type DraftBody = z.output<typeof DraftForm>
