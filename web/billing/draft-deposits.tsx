import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Bill } from '#contract/billing.schemas.ts'
import { Leader, Section } from '#web/kernel/ui/page.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { depositsQuery } from './bill.queries.ts'
import { minorOf } from './currency-sums.tsx'
import type { DraftForm } from './draft-form.ts'
import { useSheet } from './use-sheet.ts'

/** The client's deposits, each to be deducted or not, and what is left to pay. Nothing without a deposit. */
export function DraftDeposits({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { control, setValue } = useFormContext<DraftForm>()
  const [clientId, currency, chosen] = useWatch({ control, name: ['clientId', 'currency', 'deposits'] })
  const { totals } = useSheet()
  const open = useQuery({
    ...depositsQuery(bill.profileId, String(clientId)),
    enabled: clientId !== 0 && bill.type === 'invoice',
  })
  const offered = (open.data ?? []).filter(
    (one) => one.currency === currency && !bill.deposits.some(({ id }) => id === one.id),
  )
  const deposits = [...bill.deposits, ...offered]
  if (bill.type !== 'invoice' || deposits.length === 0) return null
  const prepaid = deposits.reduce(
    (sum, { id, amountTTC }) => sum + (chosen.includes(id) ? minorOf(amountTTC, currency) : 0),
    0,
  )
  return (
    <Section name={t('draft.section.deposits')} className="border-t border-line">
      <ul className="max-w-[560px]">
        {deposits.map(({ id, ref, date, amountTTC }) => (
          <li key={id} className="flex items-center gap-2.5 py-1">
            <input
              type="checkbox"
              className="check shrink-0"
              id={`deposit-${id}`}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setValue('deposits', event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id), {
                  shouldDirty: true,
                })
              }
            />
            <div className="min-w-0 grow">
              <Leader
                label={
                  <>
                    <label htmlFor={`deposit-${id}`}>{t('deposit.deduct')}</label>{' '}
                    <Link className="link" to={paths.bill.to({ id })}>
                      <Code value={ref} />
                    </Link>{' '}
                    <DayText at={date} />
                  </>
                }
              >
                <Amount major={amountTTC} currency={currency} />
              </Leader>
            </div>
          </li>
        ))}
      </ul>
      {prepaid > 0 && (
        <div className="mt-3 max-w-[560px] font-semibold" aria-live="polite">
          <Leader label={t('deposit.left')}>
            <Amount minor={totals.grossMinor - prepaid} currency={currency} />
          </Leader>
        </div>
      )}
    </Section>
  )
}
