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

const Amount = z.number().nullable()
/** Each account has an amount of its own: another tab may enter the other account's. */
const Opening = z
  .object({
    account: z.enum(['professional', 'personal']),
    professional: Amount,
    personal: Amount,
    date: z.int().min(1),
  })
  .superRefine((entry, context) => {
    if (entry[entry.account] === null)
      context.addIssue({
        code: 'custom',
        path: [entry.account],
        params: { code: 'FIELD_REQUIRED' },
      })
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
  const { currency, accounts, openingVersion: version } = forecast
  const write = useWrite(forecastRoutes.balance, {
    invalidates: ['finance'],
    done: t('forecast.opening.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Opening,
    values: useMemo(() => {
      const entered = (account: 'professional' | 'personal') =>
        accounts.find((one) => one.account === account && one.openingDay !== 0)?.balance ?? 0
      return {
        account: 'professional' as const,
        professional: entered('professional'),
        personal: entered('personal'),
        date: today(),
      }
    }, [accounts]),
    save: async ({ account, date, ...amounts }) => {
      const amount = amounts[account] ?? 0
      const body = { account, amount, date, currency, version }
      await write.mutateAsync({ params: { profileId }, body })
    },
  })
  const account = form.methods.watch('account')
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
          key={account}
          name={account}
          label={t('forecast.opening.amount')}
          required
          currency={currency}
        />
        <DayField name="date" label={t('forecast.opening.date')} required />
      </div>
    </FormDialog>
  )
}
