import type { SaleCommands, SaleIncome } from '#commands/stock/sales.ts'
import { type ProductSales, stockRoutes } from '#contract/stock/stock.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor, toRate } from '#domain/kernel/money.ts'
import { type Day, dayIn, epochOfDay, makeDay, monthOf } from '#domain/kernel/time.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import { Product } from '#domain/stock/product.record.ts'
import { checkSaleDay, saleDay } from '#domain/stock/sale.ts'
import {
  type ProfessionalInfoDoc,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** The usual rate of VAT on goods. @unit percent @source CGI art. 278 */
const USUAL_RATE = 20

/** Sales of products, beside the routes that every record has. */
export function productsApi(api: Api, commands: SaleCommands): void {
  api.serve(
    stockRoutes.sold,
    { reads: { professionalInfos } },
    async ({ params: { id }, body, read, owner, caller, now, can, meta }) => {
      const { income, version: _, ...sale } = body
      checkSaleDay(sale, dayIn(now, caller.timeZone))
      if (income === undefined) return written(await commands.sell(id, sale, null, meta()))
      if (!can('perm_transaction_add')) throw refusal('FORBIDDEN')
      const profile = await professionalInfoOf(read.professionalInfos, owner, income.profileId)
      const booked = bookedAs(profile, income, saleDay(sale))
      return written(await commands.sell(id, sale, booked, meta()))
    },
  )
  api.serve(stockRoutes.unsold, {}, async ({ params: { id }, meta }) =>
    written(await commands.unsell(id, meta())),
  )
  api.serve(
    stockRoutes.statistics,
    { reads: { products: recordsOf(Product) } },
    async ({ read, owner, params: { year } }) => {
      const [from, to] = [makeDay(year, 1, 1), makeDay(year, 12, 31)].map(epochOfDay)
      const sold = { 'values.sold': true, 'values.sellingDate': { $gte: from ?? 0, $lte: to ?? 0 } }
      return salesOf((await read.products.find({ filter: { where: { owner, ...sold } } })).items)
    },
  )
}

/** Where an income is booked. A profile that the owner does not have is refused with the income. */
function bookedAs(
  profile: ProfessionalInfoDoc | null,
  { profileId, rate }: { readonly profileId: string; readonly rate?: number | undefined },
  day: Day,
): SaleIncome {
  const regime = profile === null ? undefined : vatTermsOn(profile.vat, day)?.terms.regime
  const usual = regime === undefined || regime === 'franchise' ? 0 : USUAL_RATE
  return {
    profileId,
    rate: toRate(rate ?? usual) ?? 0, // the schema allows two decimals
    bankAccountType: profile?.bank.accountType === 'personal' ? 'personal' : 'professional',
  }
}

/** Sales by currency and month. */
function salesOf(docs: readonly RecordDoc[]): ProductSales[] {
  const sales = docs.map(({ values }) => {
    const stored = values as Stored<typeof Product> // as its projection kept it
    const { costPrice, margin } = Product.derived
    return {
      ...stored,
      costPrice: costPrice.of(stored),
      margin: margin.of(stored),
      month: monthOf(saleDay(stored)),
    }
  })
  return [...Map.groupBy(sales, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    months: Array.from({ length: 12 }, (_, n) => {
      const own = some.filter(({ month }) => month === n + 1)
      const sum = (key: 'sellingPrice' | 'collectedPrice' | 'costPrice' | 'margin') =>
        toMajor(
          own.reduce((total, one) => total + one[key], 0),
          currency,
        )
      return {
        month: n + 1,
        count: own.length,
        sellingPrice: sum('sellingPrice'),
        collectedPrice: sum('collectedPrice'),
        costPrice: sum('costPrice'),
        margin: sum('margin'),
      }
    }),
  }))
}
