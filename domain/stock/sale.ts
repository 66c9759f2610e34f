import { catalogue } from '#domain/kernel/errors.ts'
import { type Day, dayOfEpoch } from '#domain/kernel/time.ts'

/**
 * Facts of a product's sale. @unit amounts: major units of its currency; day: epoch milliseconds
 */
export type Sale = {
  readonly sellingPrice: number
  readonly sellingDate: number
  /** Paid part of the buyer; 0 for nothing yet. */
  readonly collectedPrice: number
}

const saleRefusal = catalogue({ PRODUCT_SALE_NOT_VALID: 'invalid', PRODUCT_SOLD_LATER: 'invalid' })

/** The day of a sale. */
export const saleDay = ({ sellingDate }: Pick<Sale, 'sellingDate'>): Day =>
  dayOfEpoch(sellingDate, 'UTC')

/**
 * A product is sold today at the latest.
 *
 * @throws PRODUCT_SALE_NOT_VALID naming the day in the wire's words
 */
export function checkSaleDay(sale: Pick<Sale, 'sellingDate'>, today: Day): void {
  if (saleDay(sale) > today)
    throw saleRefusal('PRODUCT_SALE_NOT_VALID', {}, [
      { path: 'sellingDate', code: 'PRODUCT_SOLD_LATER' },
    ])
}
