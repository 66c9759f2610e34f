import { z } from 'zod'
import { type Bill, BillLineInput, BillPatch } from '#contract/billing.schemas.ts'
import { lineNet, type Totals, toMinor, toQuantity, toRate, totalsFor } from '#contract/billing-amounts.ts'

/** An empty number field counts as absent. */
const orNothing = <T extends z.ZodType<number>>(type: T) => z.preprocess((value: number | null) => value ?? 0, type)

const Line = z.object({
  description: BillLineInput.shape.description,
  quantity: orNothing(BillLineInput.shape.quantity),
  unit: z.enum(['day', '']),
  unitPrice: orNothing(BillLineInput.shape.unitPrice),
  tva: orNothing(BillLineInput.shape.tva),
  creditedLine: z.number().nullable(),
})

/** The fields of the editor, validated by the contract's rules. */
export const DraftForm = z.object({
  ...BillPatch.pick({
    clientId: true,
    projectId: true,
    serviceName: true,
    purchaseOrder: true,
    startDate: true,
    endDate: true,
    issueDate: true,
    dueDate: true,
    includePenalty: true,
    includeTva: true,
    currency: true,
    header: true,
    footer: true,
  }).required().shape,
  paymentDeadline: orNothing(z.int().min(0).max(365)),
  penaltyRate: orNothing(z.number().min(0).max(100).multipleOf(0.01)),
  lines: z.array(Line).max(500),
  deposits: z.array(z.string()),
})
export type DraftForm = {
  clientId: string | 0
  projectId: string | 0
  serviceName: string
  purchaseOrder: string
  startDate: number
  endDate: number
  issueDate: number
  /** 0: the days to pay set it. */
  dueDate: number
  includePenalty: boolean
  includeTva: boolean
  currency: string
  header: string
  footer: string
  paymentDeadline: number | null
  penaltyRate: number | null
  lines: DraftLine[]
  deposits: string[]
}
export type DraftLine = {
  description: string
  quantity: number | null
  unit: 'day' | ''
  unitPrice: number | null
  tva: number | null
  creditedLine: number | null
}
export type DraftBody = z.output<typeof DraftForm>

export const formOf = (bill: Bill): DraftForm => ({
  clientId: bill.clientId,
  projectId: bill.projectId,
  serviceName: bill.serviceName,
  purchaseOrder: bill.purchaseOrder,
  startDate: bill.startDate,
  endDate: bill.endDate,
  issueDate: bill.issueDate,
  dueDate: bill.dueDateFixed ? bill.dueDate : 0,
  includePenalty: bill.includePenalty,
  includeTva: bill.includeTva,
  currency: bill.currency,
  header: bill.header,
  footer: bill.footer,
  paymentDeadline: bill.paymentDeadline,
  penaltyRate: bill.penaltyRate,
  lines: bill.lines.map(({ description, quantity, unit = '', unitPrice, tva, creditedLine }) => ({
    description,
    quantity,
    unit,
    unitPrice,
    tva,
    creditedLine,
  })),
  deposits: bill.deposits.map(({ id }) => id),
})

/** A line's net amount. It is 0 while a typed value is no number, or has too many decimals. */
export function netOf(line: Pick<DraftLine, 'quantity' | 'unitPrice'>, currency: string): number | null {
  const quantity = toQuantity(line.quantity ?? 0)
  const price = toMinor(line.unitPrice ?? 0, currency)
  if (quantity === null || price === null) return null
  try {
    return lineNet(quantity, price)
  } catch {
    return null
  }
}

/**
 * The totals that the server will store: VAT once a rate, on the summed base. On a bill without VAT a line's own rate
 * is ignored.
 */
export function totalsOfForm({
  lines,
  currency,
  includeTva,
}: Pick<DraftForm, 'lines' | 'currency' | 'includeTva'>): Totals {
  return totalsFor(
    lines.map((line) => ({
      rate: includeTva ? (toRate(line.tva ?? 0) ?? 0) : 0,
      netMinor: netOf(line, currency) ?? 0,
    })),
  )
}
