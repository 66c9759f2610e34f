import { useTranslation } from 'react-i18next'
import { Product, type RecordRow } from '#contract/kernel/records.ts'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { amountIn, SaleStatus } from './sale-status.tsx'

const COSTS = ['purchasePrice', 'shippingFees', 'advertisingCosts', 'deliveryPrice'] as const

/** Fields of a product that are read beside its margin. */
const SHEET = ['purchaseDate', 'color', 'size', 'sellingDate', 'collectedPrice'] as const

/** A product as it is read: its photo, its state, its dates, its margin. */
export function ProductSheet({ row }: { row: RecordRow }) {
  const filled = SHEET.filter((field) => Boolean(row[field]))
  const photo = plainText(row['image'])
  return (
    <>
      {photo !== '' && (
        <img
          src={photo}
          alt={fieldLabel('product', 'image')}
          className="mb-4 max-h-64 rounded-[4px] object-contain"
        />
      )}
      <p>
        <SaleStatus row={row} />
      </p>
      <div className="mt-4">
        {filled.map((field) => (
          <Leader key={field} label={fieldLabel('product', field)}>
            <RecordValue type={Product} row={row} name={field} />
          </Leader>
        ))}
      </div>
      <MarginFormula row={row} />
    </>
  )
}

/** ST1: the margin, with its calculation. */
function MarginFormula({ row }: { row: RecordRow }) {
  const { t } = useTranslation('stock')
  const label = (field: string) => fieldLabel('product', field)
  return (
    <section className="mt-6" aria-label={label('margin')}>
      <h3 className="h2 mb-1">{label('margin')}</h3>
      <Leader label={label('sellingPrice')}>
        <Amount major={amountIn(row, 'sellingPrice')} />
      </Leader>
      {COSTS.map((field) => (
        <Leader key={field} label={label(field)}>
          <Amount major={-amountIn(row, field)} />
        </Leader>
      ))}
      <div className="mt-1 flex justify-between gap-3 font-semibold">
        <span>{t('margin.equals')}</span>
        <span className="total py-0.5">
          <Amount major={amountIn(row, 'margin')} />
        </span>
      </div>
    </section>
  )
}
