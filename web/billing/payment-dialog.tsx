import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Bill, billRoutes } from '#contract/billing.ts'
import { Button } from '#web/kernel/button.tsx'
import { Dialog } from '#web/kernel/dialog.tsx'
import { DayField, MoneyField } from '#web/kernel/fields.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form.tsx'
import { today } from '#web/kernel/formats.ts'
import { useWrite } from '#web/kernel/queries.ts'
import { Amount } from '#web/kernel/values.tsx'
import { TOUCHED } from './list-queries.ts'

const Payment = z.object({ amount: z.number().min(0), date: z.int().min(1) })

/** What was received, all that is owed unless less is said; it is booked as an income. */
export function PaymentDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const formId = useId()
  // Closed before the lists are read again: who goes on meanwhile is not called back.
  const write = useWrite(billRoutes.paid, { invalidates: TOUCHED, done: t('payment.done'), onDone: onClose, failure: 'shown-by-caller' })
  const form = useCarnetForm({
    schema: Payment,
    values: useMemo(() => ({ amount: bill.outstanding, date: today() }), [bill.outstanding]),
    save: async ({ amount, date }) => {
      await write.mutateAsync({ params: { profileId: bill.profileId, id: bill.id }, body: { amount, date } })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('payment.title', { ref: bill.ref })}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.cancel')}</Button>
          <SubmitButton form={form} outside={formId}>
            {t('act.pay')}
          </SubmitButton>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        {t('payment.owed')} <Amount major={bill.outstanding} currency={bill.currency} />. {t('payment.booked')}
      </p>
      <Form form={form} id={formId} guard={false} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <MoneyField name="amount" label={t('payment.amount')} required currency={bill.currency} autoFocus />
          <DayField name="date" label={t('payment.date')} required />
        </div>
      </Form>
    </Dialog>
  )
}

/** The day the money was in the bank. */
export function CollectDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const formId = useId()
  const write = useWrite(billRoutes.collected, { invalidates: TOUCHED, done: t('collect.done'), onDone: onClose, failure: 'shown-by-caller' })
  const form = useCarnetForm({
    schema: Payment.pick({ date: true }),
    values: useMemo(() => ({ date: today() }), []),
    save: async ({ date }) => {
      await write.mutateAsync({ params: { profileId: bill.profileId, id: bill.id }, body: { date } })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('collect.title', { ref: bill.ref })}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.cancel')}</Button>
          <SubmitButton form={form} outside={formId}>
            {t('act.collect')}
          </SubmitButton>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{t('collect.body')}</p>
      <Form form={form} id={formId} guard={false} className="mt-4 grid gap-4">
        <FormProblem form={form} />
        <DayField name="date" label={t('collect.date')} required autoFocus />
      </Form>
    </Dialog>
  )
}
