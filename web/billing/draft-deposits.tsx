import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { afterDeposits, toRate } from '#contract/billing/billing-amounts.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note, Section } from '#web/kernel/ui/page.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { useSettled } from '#web/kernel/data/settled.tsx'
import { depositsQuery } from './bill.queries.ts'
import { minorOf } from './minor-units.ts'
import type { DraftForm } from './draft-form.ts'
import { useSheet } from './use-sheet.ts'

type Deposit = Bill['deposits'][number]

/** A deposit's VAT by rate, in the units of the bill's arithmetic. */
const vatIn = ({ tvaBreakdown }: Pick<Deposit, 'tvaBreakdown'>, currency: string) =>
  tvaBreakdown.map(({ rate, base, amount }) => ({
    rate: toRate(rate) ?? 0,
    baseMinor: minorOf(base, currency),
    amountMinor: minorOf(amount, currency),
  }))

/**
 * The client's deposits, each to be deducted or not, and what is left to pay by rate. Nothing
 * without a deposit.
 */
export function DraftDeposits({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { control } = useFormContext<DraftForm>()
  const [clientId, currency] = useWatch({ control, name: ['clientId', 'currency'] })
  const { field } = useController<DraftForm, 'deposits'>({ control, name: 'deposits' })
  const open = useQuery({
    ...depositsQuery(bill.profileId, String(clientId)),
    // Below the fold.
    enabled: useSettled() && clientId !== 0 && bill.type === 'invoice',
  })
  const offered = (open.data ?? []).filter(
    (one) => one.currency === currency && !bill.deposits.some(({ id }) => id === one.id),
  )
  const deposits = [...bill.deposits, ...offered]
  if (bill.type !== 'invoice' || deposits.length === 0) return null
  const chosen = field.value
  return (
    <Section name={t('draft.section.deposits')} className="border-t border-line">
      <ul className="max-w-[560px]">
        {deposits.map((deposit, index) => (
          <li key={deposit.id} className="flex items-start gap-2.5 py-1">
            <input
              type="checkbox"
              className="check translate-y-[7px]"
              id={`deposit-${deposit.id}`}
              aria-describedby={`deposit-${deposit.id}-of`}
              // Where the checklist leads.
              ref={index === 0 ? field.ref : undefined}
              checked={chosen.includes(deposit.id)}
              onChange={(event) =>
                field.onChange(
                  event.target.checked
                    ? [...chosen, deposit.id]
                    : chosen.filter((other) => other !== deposit.id),
                )
              }
            />
            <div className="min-w-0 grow">
              <Leader
                label={
                  <>
                    <label htmlFor={`deposit-${deposit.id}`}>{t('deposit.deduct')}</label>{' '}
                    <span id={`deposit-${deposit.id}-of`}>
                      <Link className="link" to={paths.bill.to({ id: deposit.id })}>
                        <Code value={deposit.ref} />
                      </Link>{' '}
                      <DayText at={deposit.date} />
                    </span>
                  </>
                }
              >
                <Amount major={deposit.amountTTC} currency={currency} />
              </Leader>
              {deposit.tvaBreakdown.length > 1 && <ByRate deposit={deposit} currency={currency} />}
            </div>
          </li>
        ))}
      </ul>
      <Left deposits={deposits.filter(({ id }) => chosen.includes(id))} currency={currency} />
    </Section>
  )
}

/** `20 % : 250,00 € + 50,00 €` for each rate of a deposit. */
function ByRate({ deposit: { tvaBreakdown }, currency }: { deposit: Deposit; currency: string }) {
  const { language } = usePreferences()
  return (
    <p className="flex flex-wrap gap-x-4 text-xs text-ink-subtle">
      {tvaBreakdown.map(({ rate, base, amount }) => (
        <span key={rate} className="num">
          <bdi>{percentText(language, rate)}</bdi> <Amount major={base} currency={currency} />
          {' + '}
          <Amount major={amount} currency={currency} />
        </span>
      ))}
    </p>
  )
}

/** Rest of the bill after the chosen deposits, and the rates at which they exceed it. */
function Left({ deposits, currency }: { deposits: readonly Deposit[]; currency: string }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { totals } = useSheet()
  if (deposits.length === 0) return null
  const deducted = deposits.map((deposit) => ({ vat: vatIn(deposit, currency) }))
  const unbilled = deducted
    .flatMap(({ vat }) => vat)
    .filter(({ rate }) => !totals.vat.some((row) => row.rate === rate))
    .map(({ rate }) => ({ rate, baseMinor: 0, amountMinor: 0 }))
  const rates = [
    ...totals.vat,
    ...unbilled.filter(({ rate }, i) => unbilled.findIndex((r) => r.rate === rate) === i),
  ]
  const left = afterDeposits(rates, deducted)
  const above = left.vat.filter(({ baseMinor, amountMinor }) => baseMinor < 0 || amountMinor < 0)
  const rateText = (rate: number) => percentText(language, rate / 100)
  return (
    <div className="mt-3 grid max-w-[560px] gap-2" aria-live="polite">
      <div>
        {left.vat.length > 1 && (
          <>
            <Leader label={t('deposit.leftNet')}>
              <Amount minor={left.netMinor} currency={currency} />
            </Leader>
            {left.vat.map((row) => (
              <Leader
                key={row.rate}
                label={
                  <>
                    {t('totals.vat', { rate: rateText(row.rate) })} {t('totals.on')}{' '}
                    <Amount minor={row.baseMinor} currency={currency} />
                  </>
                }
              >
                <Amount minor={row.amountMinor} currency={currency} />
              </Leader>
            ))}
          </>
        )}
        <Leader label={t('deposit.left')} className="font-semibold">
          <Amount minor={left.grossMinor} currency={currency} />
        </Leader>
      </div>
      {above.map(({ rate }) => (
        <Note key={rate} tone="negative">
          {t('deposit.above', { rate: rateText(rate) })}
        </Note>
      ))}
    </div>
  )
}
