import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { vatPercentsAt } from '#contract/finance/finance.values.ts'
import type { RecordRow } from '#contract/kernel/records.ts'
import { stockRoutes } from '#contract/stock/stock.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useBusinessAddress, useSession } from '#web/kernel/data/session.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'

const Entry = z.object({
  sellingPrice: z.number().min(0),
  sellingDate: z.number().int().min(1),
  collectedPrice: z.number().min(0),
  withIncome: z.boolean(),
  /** Empty for the rate of the professional profile. */
  rate: z.string(),
})

/** Price, day and collected amount of a sale, and the income that it proposes. */
export function SaleDialog({ row, onClose }: { row: RecordRow; onClose: () => void }) {
  const { t } = useTranslation('stock')
  const { can, profileId } = useSession()
  const mayBook = can('perm_transaction_add') && profileId !== ''
  const sell = useWrite(stockRoutes.sold, {
    invalidates: ['stock', 'finance', 'history'],
    done: (_, { body }) => ({
      text: t(body.income ? 'sold.doneIncome' : 'sold.done'),
      name: plainText(row['name']),
    }),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Entry,
    values: useMemo(() => {
      const price = Number(row['sellingPrice'] ?? 0)
      return {
        sellingPrice: price,
        sellingDate: today(),
        collectedPrice: price,
        withIncome: mayBook,
        rate: '',
      }
    }, [row, mayBook]),
    save: ({ withIncome, rate, ...sale }) =>
      sell.mutateAsync({
        params: { id: row.id },
        body: {
          ...sale,
          version: row.version,
          ...(withIncome && { income: { profileId, ...(rate !== '' && { rate: Number(rate) }) } }),
        },
      }),
  })
  const address = useBusinessAddress(profileId)
  const currency = plainText(row['currency']) || 'EUR'
  const { withIncome, collectedPrice, sellingDate } = form.methods.watch()
  const rates = [...vatPercentsAt(address, sellingDate || today()), 0]
  const label = (field: string) => fieldLabel('product', field)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('sold.title', { name: row['name'] })}
      verb={t('sold.act')}
    >
      <FieldGrid>
        <MoneyField
          name="sellingPrice"
          label={label('sellingPrice')}
          currency={currency}
          autoFocus
        />
        <DayField name="sellingDate" label={label('sellingDate')} required />
        <MoneyField
          name="collectedPrice"
          label={label('collectedPrice')}
          currency={currency}
          hint={t('sold.collected')}
        />
      </FieldGrid>
      {mayBook && <CheckField name="withIncome" label={t('sold.income')} />}
      {mayBook && withIncome && (
        <SelectField
          name="rate"
          label={t('sold.rate')}
          none={t('sold.usualRate')}
          options={rates.map((rate) => ({
            value: String(rate),
            label: t('sold.percent', { rate }),
          }))}
          hint={t(collectedPrice > 0 ? 'sold.incomePaid' : 'sold.incomeExpected')}
        />
      )}
    </FormDialog>
  )
}
