import { boolean, day, image, money, text } from '#domain/kernel/fields.ts'
import { defineRecord } from '#domain/kernel/record.ts'

const amount = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** A thing bought to be sold. */
export const Product = defineRecord('product', {
  context: 'stock',
  permission: 'product',
  fields: {
    name: text({ required: true, max: 200 }),
    color: text({ max: 60 }),
    size: text({ max: 60 }),
    purchaseDate: day(),
    purchasePrice: money(),
    shippingFees: money(),
    advertisingCosts: money(),
    deliveryPrice: money(),
    sellingPrice: money(),
    sellingDate: day(),
    collectedPrice: money(),
    sold: boolean(),
    image: image(),
  },
  derived: {
    /** All that the thing has cost until it reaches its buyer. */
    costPrice: {
      kind: 'money',
      of: (v) =>
        amount(v['purchasePrice']) +
        amount(v['shippingFees']) +
        amount(v['advertisingCosts']) +
        amount(v['deliveryPrice']),
    },
    margin: {
      kind: 'money',
      of: (v) =>
        amount(v['sellingPrice']) -
        (amount(v['purchasePrice']) +
          amount(v['shippingFees']) +
          amount(v['advertisingCosts']) +
          amount(v['deliveryPrice'])),
    },
  },
  listed: ['name', 'purchaseDate', 'purchasePrice', 'sellingPrice', 'sold'],
  searched: ['name', 'color', 'size'],
})
