import { epochOfDay } from '#domain/kernel/time.ts'
import { Product } from '#domain/stock/product.record.ts'
import { recordAdded } from './records.ts'
import { type Chapter, monthsBefore } from './tale.ts'

/** What was bought, and what of it was sold. */
export const stockChapter: Chapter = (tale) => {
  const { today, first } = tale
  const lastMonth = monthsBefore(today, 1)
  return [
    recordAdded(tale, today, Product, 'keyboard', {
      name: 'Clavier reconditionné',
      color: 'gris',
      purchasePrice: 4_500,
      shippingFees: 590,
      sellingPrice: 8_900,
      purchaseDate: epochOfDay(lastMonth),
    }),
    recordAdded(tale, today, Product, 'last word', {
      name: 'Écran 27 pouces',
      purchasePrice: 12_000,
      deliveryPrice: 1_500,
      sellingPrice: 19_900,
      collectedPrice: 19_900,
      sold: true,
      purchaseDate: epochOfDay(first),
      sellingDate: epochOfDay(lastMonth),
    }),
  ]
}
