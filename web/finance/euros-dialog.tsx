import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'

const Euros = z.object({ amountEUR: z.number().gt(0) })

/** Entry of the amount in euros that the bank booked. */
export function EurosDialog({ row, onClose }: { row: Transaction; onClose: () => void }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const write = useWrite(financeRoutes.euros, {
    invalidates: ['finance', 'dashboard'],
    done: t('euros.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Euros,
    values: useMemo(() => ({ amountEUR: row.amountEUR }), [row.amountEUR]),
    save: async (body) => {
      await write.mutateAsync({ params: { id: row.id }, body: { ...body, version: row.version } })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('euros.tell')}
      body={
        <>
          <Amount major={row.amountTTC} currency={row.currency} />. {t('euros.body')}
        </>
      }
      verb={t('kernel:action.save')}
    >
      <MoneyField
        name="amountEUR"
        label={fieldLabel('transaction', 'amountEUR')}
        required
        currency="EUR"
        autoFocus
      />
    </FormDialog>
  )
}
