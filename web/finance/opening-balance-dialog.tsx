import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { forecastRoutes, type Forecast } from '#contract/finance/forecast.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { today } from '#web/kernel/words/formats.ts'

const Opening = z.object({
  account: z.enum(['professional', 'personal']),
  amount: z.number(),
  date: z.int().min(1),
})

/** Balance of an account by the bank: all balances are counted from there on. */
export function OpeningBalanceDialog({
  profileId,
  forecast,
  onClose,
}: {
  profileId: string
  forecast: Forecast
  onClose: () => void
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { currency } = forecast
  const opened = forecast.accounts.find(({ account }) => account === 'professional')
  const write = useWrite(forecastRoutes.balance, {
    invalidates: ['finance'],
    done: t('forecast.opening.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Opening,
    values: useMemo(
      () => ({
        account: 'professional' as const,
        amount: opened && opened.openingDay !== 0 ? opened.balance : 0,
        date: today(),
      }),
      [opened],
    ),
    save: async (body) => {
      await write.mutateAsync({ params: { profileId }, body: { ...body, currency } })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('forecast.opening.title')}
      body={t('forecast.opening.body')}
      verb={t('kernel:action.save')}
    >
      <SegmentField
        name="account"
        label={t('forecast.opening.account')}
        options={(['professional', 'personal'] as const).map((one) => ({
          value: one,
          label: t(`forecast.choice.${one}`),
        }))}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label={t('forecast.opening.amount')}
          required
          currency={currency}
        />
        <DayField name="date" label={t('forecast.opening.date')} required />
      </div>
    </FormDialog>
  )
}
