import { BadgePercent } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { EXCHANGE_DIGITS, inEuros, scaleExact } from '#contract/billing/billing-amounts.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { DiscountFields } from './discount-fields.tsx'
import type { DraftForm } from './draft-form.ts'
import { useSheet } from './use-sheet.ts'

/** The bases by rate, as they are typed. */
export function DraftTotals({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { control, setFocus } = useFormContext<DraftForm>()
  const [currency, includeTva, discount, exchangeRate] = useWatch({
    control,
    name: ['currency', 'includeTva', 'discount', 'exchangeRate'],
  })
  const { totals, allowances } = useSheet()
  const [isReducing, setReducing] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const rate = currency === 'EUR' ? null : scaleExact(exchangeRate ?? 0, EXCHANGE_DIGITS)
  const several = totals.vat.length > 1
  const takenMinor = allowances.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const hasDiscount = !fixed && (Boolean(discount) || isReducing)
  return (
    <div className="ms-auto grid max-w-full gap-2 min-[880px]:me-[62px]">
      {hasDiscount ? (
        <DiscountFields
          of=""
          label={t('discount.ofBill')}
          onEnter={() => setReducing(true)}
          onRemove={() => {
            setReducing(false)
            setTimeout(() => adder.current?.focus())
          }}
        />
      ) : (
        !fixed && (
          <Button
            ref={adder}
            variant="quiet"
            size="sm"
            icon={BadgePercent}
            className="justify-self-end"
            onClick={() => {
              setReducing(true)
              setTimeout(() => setFocus('discount'))
            }}
          >
            {t('discount.addToBill')}
          </Button>
        )
      )}
      <div className="ms-auto w-[300px] max-w-full" aria-live="polite" aria-atomic="true">
        {takenMinor !== 0 && (
          <>
            <Total
              label={t('totals.lines')}
              minor={totals.netMinor + takenMinor}
              currency={currency}
            />
            <Total label={t('discount.title')} minor={-takenMinor} currency={currency} />
          </>
        )}
        <Total label={t('totals.net')} minor={totals.netMinor} currency={currency} />
        {includeTva &&
          totals.vat.map((row) => (
            <Total
              key={row.rate}
              label={
                <>
                  {t('totals.vat', { rate: percentText(language, row.rate / 100) })}
                  {several && (
                    <>
                      {' '}
                      {t('totals.on')} <Amount minor={row.baseMinor} currency={currency} />
                    </>
                  )}
                </>
              }
              minor={row.amountMinor}
              currency={currency}
            />
          ))}
        <div className="total mt-1 flex justify-between py-1.5 text-md font-semibold">
          <span>{t(includeTva ? 'totals.gross' : 'totals.noVat')}</span>
          <span className="num">
            <Amount minor={totals.grossMinor} currency={currency} />
          </span>
        </div>
        {rate !== null && rate > 0 && totals.vatMinor !== 0 && (
          <Total
            label={t('totals.vatInEuros')}
            minor={inEuros(totals.vatMinor, rate, currency)}
            currency="EUR"
          />
        )}
      </div>
    </div>
  )
}

const Total = ({
  label,
  minor,
  currency,
}: {
  label: ReactNode
  minor: number
  currency: string
}) => (
  <div className="leader py-1">
    <span className="text-ink-muted">{label}</span>
    <span className="num amt">
      <Amount minor={minor} currency={currency} />
    </span>
  </div>
)
