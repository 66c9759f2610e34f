import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { Id, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Year } from '#contract/kernel/times.schemas.ts'

const Price = Money.min(0)

/** `rate` is in percent; without it, that of the profile: 0 in franchise, else the usual one. */
const SaleIncome = z.strictObject({
  profileId: Id,
  rate: z.number().min(0).max(100).multipleOf(0.01).optional(),
})

const SoldMonth = z.object({
  month: z.int(),
  count: z.int(),
  sellingPrice: z.number(),
  collectedPrice: z.number(),
  costPrice: z.number(),
  margin: z.number(),
})

/** All twelve months of one currency. */
export const ProductSales = z.object({ currency: z.string(), months: z.array(SoldMonth) })
export type ProductSales = z.output<typeof ProductSales>

const one = own.extend({ id: Id })

export const stockRoutes = {
  sold: put('/product/:userId/:id/sold', {
    summary:
      'Marks a product as sold, with its price, day and collected amount; books its income where one is given',
    access: { permission: 'perm_product_update' },
    params: one,
    body: z.strictObject({
      version: Version,
      sellingPrice: Price,
      sellingDate: DayTime.refine((day) => day > 0),
      collectedPrice: Price,
      income: SaleIncome.optional(),
    }),
    reply: Written,
  }),
  unsold: put('/product/:userId/:id/unsold', {
    summary: 'It is not sold after all: its income is taken back too',
    access: { permission: 'perm_product_update' },
    params: one,
    body: z.strictObject({ version: Version }).optional(),
    reply: Written,
  }),
  statistics: get('/product/:userId/statistics/:year', {
    summary: 'Sales of a year by currency and month: number, prices, costs and margins',
    access: { permission: 'perm_product_menu' },
    params: own.extend({ year: Year }),
    reply: z.array(ProductSales),
  }),
}
