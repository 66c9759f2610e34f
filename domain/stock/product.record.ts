import { boolean, currency, day, image, money, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

const PRICE = { currency: 'currency' } as const

/** A thing bought to be sold. */
export const Product = defineRecord('product', {
  context: 'stock',
  permission: 'product',
  fields: {
    name: text({ required: true, max: 200 }),
    color: text({ max: 60 }),
    size: text({ max: 60 }),
    currency: currency(),
    purchaseDate: day(),
    purchasePrice: money(PRICE),
    shippingFees: money(PRICE),
    advertisingCosts: money(PRICE),
    deliveryPrice: money(PRICE),
    sellingPrice: money(PRICE),
    sellingDate: day(),
    collectedPrice: money(PRICE),
    sold: boolean(),
    image: image(),
  },
  derived: {
    /** The total cost of the thing until it reaches its buyer. */
    costPrice: {
      ...money(PRICE),
      of: (v) => v.purchasePrice + v.shippingFees + v.advertisingCosts + v.deliveryPrice,
    },
    margin: {
      ...money(PRICE),
      of: (v) =>
        v.sellingPrice - (v.purchasePrice + v.shippingFees + v.advertisingCosts + v.deliveryPrice),
    },
  },
  named: ['name'],
  listed: ['name', 'purchaseDate', 'purchasePrice', 'sellingPrice', 'sold'],
  searched: ['name', 'color', 'size'],
  version: 2,
})
