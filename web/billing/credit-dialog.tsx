import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Amount, useAmountText } from '#web/kernel/ui/values.tsx'
import { TOUCHED } from './bills.queries.ts'
import { minorOf } from './minor-units.ts'

const Asked = z.object({
  what: z.enum(['all', 'lines']),
  daysAgain: z.boolean(),
  lines: z.array(
    z.object({
      taken: z.boolean(),
      quantity: z.preprocess((value: number | null) => value ?? 0, z.number().min(0)),
    }),
  ),
})
type Asked = {
  what: 'all' | 'lines'
  daysAgain: boolean
  lines: { taken: boolean; quantity: number | null }[]
}

/** Whether it bills time of a contract, which may be billed again. */
const hasDays = ({ projectId, lines }: Bill): boolean =>
  projectId !== 0 &&
  lines.some(({ unit }) => unit === 'day' || unit === 'halfDay' || unit === 'hour')

/** Amount of a line's quantity, its reduction taken off. @unit minor units */
const partOf = (bill: Bill, index: number, quantity: number | null): number => {
  const line = bill.lines[index]
  if (!line || !line.quantity || quantity === null || Number.isNaN(quantity)) return 0
  return Math.round((minorOf(line.amountHT, bill.currency) * quantity) / line.quantity)
}

/** Credits all that is left of a bill, or some lines. The credit note starts as a draft. */
export function CreditDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const amount = useAmountText()
  const write = useWrite(billRoutes.creditNote, {
    invalidates: TOUCHED,
    done: t('credit.done'),
    onDone: ({ id }) => void navigate(paths.bill.to({ id })),
  })
  const form = useCarnetForm<Asked, z.output<typeof Asked>>({
    schema: Asked,
    values: useMemo(
      (): Asked => ({
        what: 'all',
        daysAgain: false,
        lines: bill.lines.map((line) => ({
          taken: bill.lines.length === 1,
          quantity: line.quantity,
        })),
      }),
      [bill.lines],
    ),
    save: async ({ what, daysAgain, lines }) => {
      const taken = lines.flatMap((line, index) =>
        line.taken ? [{ line: index, quantity: line.quantity }] : [],
      )
      await write.mutateAsync({
        params: { profileId: bill.profileId, id: bill.id },
        body: { ...(what === 'lines' && { lines: taken }), ...(daysAgain && { daysAgain }) },
      })
    },
  })
  const { methods } = form
  // A typed quantity selects its line.
  useEffect(() => {
    const typed = methods.watch((_, { name, type }) => {
      const [, line] = /^lines\.(\d+)\.quantity$/.exec(name ?? '') ?? []
      if (line !== undefined && type === 'change')
        methods.setValue(`lines.${Number(line)}.taken`, true)
    })
    return () => typed.unsubscribe()
  }, [methods])
  const { what, lines } = methods.watch()
  const net = lines.reduce(
    (sum, { taken, quantity }, index) => sum + (taken ? partOf(bill, index, quantity) : 0),
    0,
  )
  const nothing = what === 'lines' && !lines.some((line) => line.taken)
  return (
    <FormDialog
      form={form}
      wide
      onClose={onClose}
      title={t('credit.title', { ref: bill.ref })}
      body={t('credit.body')}
      verb={t('credit.create')}
      disabledReason={nothing ? t('credit.nothing') : undefined}
    >
      <SegmentField
        name="what"
        label={t('credit.what')}
        options={[
          {
            value: 'all',
            label: t('credit.all', {
              amount: amount({
                major: bill.totalTTC - bill.creditedAmount,
                currency: bill.currency,
              }),
            }),
          },
          { value: 'lines', label: t('credit.lines') },
        ]}
      />
      {what === 'lines' && (
        <div>
          <ul className="border-t border-line">
            {bill.lines.map((line, index) => (
              // A bill's lines never move, so an index is a stable key.
              <li
                key={index}
                className="grid grid-cols-[minmax(0,1fr)_96px_auto] items-center gap-x-4 border-b border-line py-2.5"
              >
                <CheckField
                  name={`lines.${index}.taken`}
                  label={line.description.split('\n')[0] ?? ''}
                />
                <NumberField
                  name={`lines.${index}.quantity`}
                  label={t('line.of', { field: t('line.quantity'), line: index + 1 })}
                  digits={4}
                  className="[&>.label]:sr-only"
                />
                <span className="min-w-[92px] fig">
                  <Amount
                    minor={lines[index]?.taken ? partOf(bill, index, lines[index].quantity) : 0}
                    currency={bill.currency}
                  />
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-3 flex justify-end gap-3 font-semibold">
            <span>{t('credit.net')}</span>
            <Amount minor={net} currency={bill.currency} />
          </p>
        </div>
      )}
      {hasDays(bill) && (
        <CheckField name="daysAgain" label={t('credit.daysAgain')} hint={t('credit.daysHint')} />
      )}
    </FormDialog>
  )
}
