import { z } from 'zod'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import { Id, own, routes, Version, Written, Year } from '#contract/kernel/route.ts'
import * as endpoints from './stock.routes.ts'

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
const stockSchemas = {
  sold: {
    params: one,
    body: z.strictObject({
      version: Version,
      sellingPrice: Price,
      sellingDate: DayTime.refine((day) => day > 0),
      collectedPrice: Price,
      income: SaleIncome.optional(),
    }),
    reply: Written,
  },
  unsold: { params: one, body: z.strictObject({ version: Version }).optional(), reply: Written },
  statistics: { params: own.extend({ year: Year }), reply: z.array(ProductSales) },
}
export type StockSchemas = typeof stockSchemas
export const stockRoutes = routes(endpoints.stockRoutes, stockSchemas)
