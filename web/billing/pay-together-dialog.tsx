import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill, Outcome } from '#contract/billing/billing.schemas.ts'
import { PAYMENT_METHODS } from '#contract/billing/bill.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { today } from '#web/kernel/words/formats.ts'
import { TOUCHED } from './bills.queries.ts'
import { Sum } from './currency-sums.tsx'
import { PaymentMeansFields } from './payment-means.tsx'

const Payment = z.object({ date: z.int().min(1), method: z.enum([...PAYMENT_METHODS, '']) })

const paymentsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ id, paymentId, code }) => (code === '' ? [{ id, paymentId }] : []))

/** Several bills paid in full on one day. Failed ones are shown, bill by bill. */
export function PayTogetherDialog({
  bills,
  profileId,
  onClose,
}: {
  bills: readonly Bill[]
  profileId: string
  onClose: () => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  // The bills are no longer owed, and so no longer given, once they are paid.
  const [chosen] = useState(bills)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>()
  const params = { profileId }
  const unpay = useWrite(billRoutes.unpaidTogether, {
    invalidates: TOUCHED,
    done: t('together.undone'),
  })
  const pay = useWrite(billRoutes.paidTogether, {
    invalidates: TOUCHED,
  })
  const form = useCarnetForm({
    schema: Payment,
    values: useMemo(() => ({ date: today(), method: '' as const }), []),
    save: async (body) => {
      const answer = await pay.mutateAsync({
        params,
        body: { ...body, ids: chosen.map((bill) => bill.id) },
      })
      const payments = paymentsOf(answer.outcomes)
      if (payments.length < answer.outcomes.length) return setOutcomes(answer.outcomes)
      notifySuccess(t('together.done', { count: payments.length }), {
        action: {
          label: t('kernel:action.undo'),
          run: () => unpay.mutate({ params, body: { payments } }),
        },
      })
      onClose()
    },
  })
  if (outcomes)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('together.outcome')}
        foot={
          <>
            {paymentsOf(outcomes).length > 0 && (
              <Button
                pending={unpay.isPending}
                onClick={() =>
                  unpay.mutate(
                    { params, body: { payments: paymentsOf(outcomes) } },
                    { onSuccess: onClose },
                  )
                }
              >
                {t('together.undo')}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {t('kernel:action.close')}
            </Button>
          </>
        }
      >
        <div className="mt-3">
          {outcomes.map((one) => (
            <Leader key={one.id} label={<bdi>{one.ref || t('bill.one')}</bdi>}>
              {one.code === '' ? (
                t('state.paid')
              ) : (
                <span className="text-negative">{one.message}</span>
              )}
            </Leader>
          ))}
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('together.title', { count: chosen.length })}
      body={
        <>
          {t('together.sum')} <Sum bills={chosen} of={(bill) => bill.outstanding} symbol />.{' '}
          {t('together.booked')}
        </>
      }
      verb={t('together.pay')}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField name="date" label={t('payment.date')} required autoFocus />
        <PaymentMeansFields reference={false} />
      </div>
    </FormDialog>
  )
}
