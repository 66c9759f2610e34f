import { epochOfDay } from '#domain/kernel/time.ts'
import { Product } from '#domain/stock/product.record.ts'
import { recordAdded } from './records.ts'
import { type Chapter, monthsBefore } from './tale.ts'

/** Bought products, and the sales of some of them. */
export const stockChapter: Chapter = (tale) => {
  const { today, first } = tale
  const lastMonth = monthsBefore(today, 1)
  return [
    recordAdded(tale, today, Product, 'keyboard', {
      name: 'Clavier reconditionné',
      color: 'gris',
      purchasePrice: 45,
      shippingFees: 5.9,
      sellingPrice: 89,
      purchaseDate: epochOfDay(lastMonth),
    }),
    recordAdded(tale, today, Product, 'last word', {
      name: 'Écran 27 pouces',
      purchasePrice: 120,
      deliveryPrice: 15,
      sellingPrice: 199,
      collectedPrice: 199,
      sold: true,
      purchaseDate: epochOfDay(first),
      sellingDate: epochOfDay(lastMonth),
    }),
  ]
}
