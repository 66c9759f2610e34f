import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { minorOf } from '#web/billing/minor-units.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { Amount, Figure } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { MADE } from './quotes.queries.ts'

type Quantities = { quantities: (number | null)[] }
const quantitiesOf = (quote: Quote) =>
  z.object({
    quantities: z
      .array(z.preprocess((value: number | null) => value ?? 0, z.number().min(0)))
      .superRefine((all, ctx) => {
        for (const [index, quantity] of all.entries())
          if (quantity > (quote.lines[index]?.left ?? 0))
            ctx.addIssue({ code: 'custom', path: [index], params: { code: '' }, message: '' })
      }),
  })

/** Bills what is left of a quote's lines, or less of each. */
export function BillDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const navigate = useNavigate()
  const write = useWrite(quoteRoutes.bill, {
    invalidates: MADE,
    done: t('bill.done'),
    onDone: ({ billId }) => void navigate(paths.bill.to({ id: billId })),
  })
  const schema = useMemo(() => quantitiesOf(quote), [quote])
  const form = useCarnetForm<Quantities, z.output<typeof schema>>({
    schema,
    values: useMemo(
      (): Quantities => ({ quantities: quote.lines.map(({ left }) => left) }),
      [quote.lines],
    ),
    save: async ({ quantities }) => {
      const lines = quantities.flatMap((quantity, line) =>
        quantity > 0 ? [{ line, quantity }] : [],
      )
      await write.mutateAsync({
        params: { profileId: quote.profileId, id: quote.id },
        body: { lines },
      })
    },
  })
  const { quantities } = form.methods.watch()
  const netOf = (index: number): number => {
    const line = quote.lines[index]
    const quantity = quantities[index] ?? 0
    if (!line?.quantity || Number.isNaN(quantity)) return 0
    return Math.round((minorOf(line.amountHT, quote.currency) * quantity) / line.quantity)
  }
  const net = quote.lines.reduce((sum, _, index) => sum + netOf(index), 0)
  const nothing = quantities.every((quantity) => !quantity)
  return (
    <FormDialog
      form={form}
      wide
      onClose={onClose}
      title={t('bill.title', { ref: quote.ref })}
      body={t('bill.body')}
      verb={t('bill.action')}
      disabledReason={nothing ? t('bill.nothing') : undefined}
    >
      <div>
        <ul className="border-t border-line">
          {quote.lines.map((line, index) => (
            // An accepted quote's lines never move, so an index is a stable key.
            <li
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_104px] items-center gap-x-4 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_120px_100px]"
            >
              <span className="min-w-0">
                <bdi className="line-clamp-2">{line.description.split('\n')[0]}</bdi>
                <span className="block text-xs text-ink-subtle">
                  {t('bill.left')} <Figure value={line.left} digits={4} />
                </span>
              </span>
              <NumberField
                name={`quantities.${index}`}
                label={t('bill.quantityOf', { line: index + 1 })}
                digits={4}
                className="[&>.label]:sr-only"
              />
              <span className="fig max-sm:col-span-2">
                <Amount minor={netOf(index)} currency={quote.currency} />
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-3 flex justify-end gap-3 font-semibold">
          <span>{t('bill.net')}</span>
          <Amount minor={net} currency={quote.currency} />
        </p>
      </div>
    </FormDialog>
  )
}
