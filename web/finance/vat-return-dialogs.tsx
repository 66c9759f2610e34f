import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { vatRoutes, type VatPeriod } from '#contract/finance/vat.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { useAmountText } from '#web/kernel/ui/values.tsx'

type Asked = {
  readonly profileId: string
  readonly period: VatPeriod
  /** The period's name. */
  readonly name: string
  readonly onClose: () => void
}
const Euros = z.number().int().min(0).max(1_000_000_000)
const OpeningEntry = z.object({ credit: Euros })
const YearEntry = z.object({ instalments: Euros, refund: Euros })
/** A whole amount in euros, as returns take them. */
const EurosField = (
  props: Omit<ComponentProps<typeof NumberField>, 'amount' | 'digits' | 'unit' | 'zeroIsEmpty'>,
) => <NumberField {...props} amount digits={0} unit="€" zeroIsEmpty />
const READ_AGAIN = { invalidates: ['finance', 'dashboard'] } as const

/** Declares a period that ends with a credit: the part that is asked back, line 26, is entered. */
export function RefundDialog({ profileId, period, name, onClose }: Asked) {
  const { t } = useTranslation('finance')
  const amount = useAmountText()
  const credit = period.creditAfter + period.refund
  const declare = useWrite(vatRoutes.declare, {
    ...READ_AGAIN,
    done: t('vatScreen.declare.done', { period: name }),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: useMemo(() => z.object({ refund: z.number().int().min(0).max(credit) }), [credit]),
    values: useMemo(() => ({ refund: period.refund }), [period.refund]),
    save: ({ refund }) =>
      declare.mutateAsync({
        params: { profileId },
        body: { from: period.from, to: period.to, refund },
      }),
  })
  const refund = form.methods.watch('refund')
  const carried = Number.isFinite(refund) ? Math.max(0, credit - refund) : credit
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('vatScreen.declare.title', { period: name })}
      body={t('vatScreen.declare.credit', { amount: amount({ major: credit }) })}
      verb={t('vatScreen.declare.verb')}
    >
      <EurosField
        name="refund"
        autoFocus
        label={t('vatScreen.declare.refund')}
        hint={t('vatScreen.declare.refundHint', { amount: amount({ major: period.leastRefund }) })}
      />
      <p className="text-sm text-ink-muted" aria-live="polite">
        {t('vatScreen.declare.carried', { amount: amount({ major: carried }) })}
      </p>
    </FormDialog>
  )
}

/** Declares a year: the instalments (line 30) are entered, and the refunded part of a credit. */
export function YearDialog({ profileId, period, name, onClose }: Asked) {
  const { t } = useTranslation('finance')
  const amount = useAmountText()
  const { 28: net = 0, 29: credit = 0 } = period.boxes
  const declare = useWrite(vatRoutes.declare, {
    ...READ_AGAIN,
    done: t('vatScreen.declare.done', { period: name }),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: YearEntry,
    values: useMemo(
      () => ({ instalments: period.instalmentsPaid, refund: period.refund }),
      [period.instalmentsPaid, period.refund],
    ),
    save: ({ instalments, refund }) => {
      const { from, to } = period
      const amounts = { instalments, refund: carriedOf(instalments) > 0 ? refund : 0 }
      return declare.mutateAsync({ params: { profileId }, body: { from, to, ...amounts } })
    },
  })
  const carriedOf = (paid: number) => credit + Math.max(0, paid - net)
  const typed = form.methods.watch('instalments')
  const paid = Number.isFinite(typed) ? typed : 0
  const carried = carriedOf(paid)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('vatScreen.declare.title', { period: name })}
      body={t('vatScreen.declare.year')}
      verb={t('vatScreen.declare.verb')}
    >
      <EurosField
        name="instalments"
        autoFocus
        label={t('vatScreen.declare.instalments')}
        hint={t('vatScreen.declare.instalmentsHint')}
      />
      {carried > 0 && (
        <EurosField
          name="refund"
          label={t('vatScreen.declare.refundYear')}
          hint={t('vatScreen.declare.refundHint', {
            amount: amount({ major: period.leastRefund }),
          })}
        />
      )}
      <p className="text-sm text-ink-muted" aria-live="polite">
        {carried > 0
          ? t('vatScreen.declare.yearCarried', { amount: amount({ major: carried }) })
          : t('vatScreen.declare.yearDue', { amount: amount({ major: net - paid }) })}
      </p>
    </FormDialog>
  )
}

/** The credit that the last return before Carnet carried forward, line 22 of the first one here. */
export function OpeningCreditDialog({ profileId, period, name, onClose }: Asked) {
  const { t } = useTranslation(['finance', 'kernel'])
  const write = useWrite(vatRoutes.opening, {
    ...READ_AGAIN,
    done: t('vatScreen.opening.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: OpeningEntry,
    values: useMemo(() => ({ credit: period.creditBefore }), [period.creditBefore]),
    save: ({ credit }) =>
      write.mutateAsync({
        params: { profileId },
        body: { from: period.from, credit, version: period.version },
      }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('vatScreen.opening.title')}
      body={t('vatScreen.opening.body', { period: name })}
      verb={t('kernel:action.save')}
    >
      <EurosField
        name="credit"
        autoFocus
        label={t('vatScreen.opening.amount')}
        hint={t('vatScreen.opening.hint')}
      />
    </FormDialog>
  )
}
