import { type Day, epochOfDay } from '#domain/kernel/time.ts'
import { Product } from '#domain/stock/product.record.ts'
import { recordAdded } from './records.ts'
import { type Chapter, type Episode, monthsBefore } from './tale.ts'

/** VAT on goods. @unit hundredths of a percent */
const RATE = 2_000

/** Bought products: one waits for its buyer, one is sold and paid, one is sold and still unpaid. */
export const stockChapter: Chapter = (tale) => {
  const { commands, today, first, profileId, id, meta } = tale
  const lastMonth = monthsBefore(today, 1)
  const income = { profileId, bankAccountType: 'professional', rate: RATE } as const
  const sold = (key: string, day: Day, sellingPrice: number, collectedPrice: number): Episode => ({
    day,
    tell: () =>
      commands.sales.sell(
        id(key),
        { sellingPrice, collectedPrice, sellingDate: epochOfDay(day) },
        income,
        meta(`sale of ${key}`, day),
      ),
  })
  return [
    recordAdded(tale, first, Product, 'screen', {
      name: 'Écran 27 pouces',
      purchasePrice: 120,
      deliveryPrice: 15,
      sellingPrice: 210,
      purchaseDate: epochOfDay(first),
    }),
    sold('screen', lastMonth, 199, 199),
    recordAdded(tale, lastMonth, Product, 'printer', {
      name: 'Imprimante laser',
      color: 'blanc',
      purchasePrice: 70,
      shippingFees: 12.5,
      sellingPrice: 140,
      purchaseDate: epochOfDay(lastMonth),
    }),
    sold('printer', monthsBefore(today, 0), 140, 0),
    recordAdded(tale, today, Product, 'last word', {
      name: 'Clavier reconditionné',
      color: 'gris',
      purchasePrice: 45,
      shippingFees: 5.9,
      sellingPrice: 89,
      purchaseDate: epochOfDay(lastMonth),
    }),
  ]
}
