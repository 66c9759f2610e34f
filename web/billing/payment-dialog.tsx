import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import {
  BANK_REFERENCE_LENGTH,
  PAYMENT_METHODS,
  REST_KINDS,
} from '#contract/billing/bill.values.ts'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { capitalised } from '#web/kernel/words/capitalised.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { amountText, today } from '#web/kernel/words/formats.ts'
import { tellFailed, useWrite } from '#web/kernel/data/queries.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { call } from '#web/kernel/data/client.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { isPaidInFull, paymentAdded } from './bill-acts.ts'
import { TOUCHED } from './bills.queries.ts'
import { minorOf } from './minor-units.ts'
import { PaymentMeansFields } from './payment-means.tsx'

const REST = ['owed', ...REST_KINDS] as const
const Amounts = z.object({
  amount: z.number().min(0),
  /** Null until the bank's amount is entered: the bill's rate is taken then. */
  amountEUR: z.number().min(0).nullable(),
  date: z.int().min(1),
})
const Payment = Amounts.extend({
  method: z.enum([...PAYMENT_METHODS, '']),
  bankReference: z.string().max(BANK_REFERENCE_LENGTH),
  collected: z.boolean(),
  /** End of a rest. */
  rest: z.enum(REST),
}).superRefine(({ amount, rest }, context) => {
  // Without money a rest can still end.
  if (amount === 0 && rest === 'owed')
    context.addIssue({ code: 'custom', path: ['amount'], params: { code: 'FIELD_REQUIRED' } })
})

/**
 * A payment: all that is owed, unless the user enters more or less. A rest stays owed or ends; a
 * surplus is to be given back.
 */
export function PaymentDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'kernel'])
  // Closes before the lists are read again, so that the user can continue meanwhile.
  const unpay = useWrite(billRoutes.unpaid, { invalidates: TOUCHED, done: t('undo.paymentDone') })
  const params = { profileId: bill.profileId, id: bill.id }
  const write = useWrite(billRoutes.paid, {
    invalidates: TOUCHED,
    onDone: async (_, { body }) => {
      onClose()
      // The bill, read again, tells the payment's id. A collected bill is taken back in two steps
      // on its page.
      const paid = body?.collected ? null : await call(billRoutes.get, { params }).catch(tellFailed)
      const payment = paid && paymentAdded(bill, paid)
      notifySuccess(
        t('payment.done'),
        payment
          ? {
              action: {
                label: t('kernel:action.undo'),
                run: () => unpay.mutate({ params, body: { paymentId: payment.id } }),
              },
            }
          : {},
      )
    },
  })
  const settle = useWrite(billRoutes.settled, {
    invalidates: TOUCHED,
    done: t('payment.settledDone'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Payment,
    values: useMemo(
      () => ({
        amount: bill.outstanding,
        amountEUR: null,
        date: today(),
        method: '' as const,
        bankReference: '',
        collected: false,
        rest: 'owed' as const,
      }),
      [bill.outstanding],
    ),
    save: async ({ amountEUR, rest, ...body }) => {
      const { version } = bill
      if (body.amount === 0 && rest !== 'owed') {
        await settle.mutateAsync({ params, body: { as: rest, date: body.date, version } })
        return
      }
      const ended = rest !== 'owed' && body.amount < bill.outstanding ? { rest } : {}
      // The box is hidden below the full amount, its tick stays in the form.
      const collected = body.collected && ('rest' in ended || isPaidInFull(bill, body.amount))
      await write.mutateAsync({
        params,
        body: { ...body, ...ended, collected, version, ...(amountEUR && { amountEUR }) },
      })
    },
  })
  const [amount, rest] = form.methods.watch(['amount', 'rest'])
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('payment.title', { ref: bill.ref })}
      body={
        <>
          {t('payment.owed')} <Amount major={bill.outstanding} currency={bill.currency} />.{' '}
          {t('payment.booked')}
        </>
      }
      verb={t('act.pay')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label={t('payment.amount')}
          required
          currency={bill.currency}
          autoFocus
        />
        {bill.currency !== 'EUR' && (
          <MoneyField
            name="amountEUR"
            label={t('payment.euros')}
            hint={t('payment.eurosHint')}
            currency="EUR"
          />
        )}
        <DayField name="date" label={t('payment.date')} required />
        <PaymentMeansFields />
        <RestFields bill={bill} amount={amount} rest={rest} />
      </div>
      {(rest !== 'owed' || isPaidInFull(bill, amount)) && (
        <CheckField name="collected" label={t('payment.collected')} />
      )}
    </FormDialog>
  )
}

/** Consequence of an amount below or above the debt. */
function RestFields({
  bill: { outstanding, currency },
  amount,
  rest,
}: {
  bill: Bill
  amount: number | null
  rest: (typeof REST)[number]
}) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const text = (major: number) =>
    amountText(language, { minor: minorOf(major, currency), currency })
  if (amount === null || amount === outstanding) return null
  if (amount > outstanding)
    return (
      <p className="hint sm:col-span-2">
        {t('payment.surplus', { amount: text(amount - outstanding) })}
      </p>
    )
  return (
    <div className="sm:col-span-2">
      <SelectField
        name="rest"
        label={t('payment.rest', { amount: text(outstanding - amount) })}
        hint={t(`payment.restHint.${rest}`)}
        options={REST.map((value) => ({
          value,
          label: capitalised(t(`payment.restKind.${value}`)),
        }))}
      />
    </div>
  )
}

/**
 * A refund to the client: all that was paid too much, unless the user enters less. It is booked as
 * an outgoing transaction.
 */
export function RefundDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const write = useWrite(billRoutes.refunded, {
    invalidates: TOUCHED,
    done: t('refund.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Amounts,
    values: useMemo(
      () => ({ amount: bill.toRefund, amountEUR: null, date: today() }),
      [bill.toRefund],
    ),
    save: async ({ amountEUR, ...body }) => {
      const params = { profileId: bill.profileId, id: bill.id }
      await write.mutateAsync({
        params,
        body: { ...body, version: bill.version, ...(amountEUR && { amountEUR }) },
      })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('refund.title', { client: bill.client })}
      body={
        <>
          {t('refund.rest')} <Amount major={bill.toRefund} currency={bill.currency} />.{' '}
          {t('refund.booked')}
        </>
      }
      verb={t('act.refund')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label={t('refund.amount')}
          required
          currency={bill.currency}
          autoFocus
        />
        {bill.currency !== 'EUR' && (
          <MoneyField name="amountEUR" label={t('refund.euros')} currency="EUR" />
        )}
        <DayField name="date" label={t('refund.date')} required />
      </div>
    </FormDialog>
  )
}

/** The day the money was in the bank. */
export function CollectDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const write = useWrite(billRoutes.collected, {
    invalidates: TOUCHED,
    done: t('collect.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Amounts.pick({ date: true }),
    values: useMemo(() => ({ date: today() }), []),
    save: async ({ date }) => {
      await write.mutateAsync({
        params: { profileId: bill.profileId, id: bill.id },
        body: { date },
      })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('collect.title', { ref: bill.ref })}
      body={t('collect.body')}
      verb={t('act.collect')}
    >
      <DayField name="date" label={t('collect.date')} required autoFocus />
    </FormDialog>
  )
}
