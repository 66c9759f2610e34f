import { ArrowDown, ArrowUp, BadgePercent, CopyPlus, Ellipsis, HandCoins, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LINE_UNITS } from '#contract/billing/bill.values.ts'
import { PRICE_DIGITS } from '#contract/billing/billing-amounts.ts'
import { FieldShell, useField } from '#web/kernel/form/field.tsx'
import { MoneyField, NumberField } from '#web/kernel/form/number-field.tsx'
import { TextArea } from '#web/kernel/form/text-field.tsx'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { DiscountFields } from './discount-fields.tsx'
import { LineOffers } from './line-offers.tsx'
import type { DraftLinesState } from './use-draft-lines.ts'

/**
 * Column heads are the visible labels where a line has room for its text. Each field keeps a label
 * for screen readers.
 */
const CELL = 'min-[880px]:[&>.label]:sr-only min-w-0'

/** The columns of the lines, with and without VAT; a narrow window shows them two by two. */
export const columnsOf = (vat: boolean) =>
  vat
    ? 'min-[880px]:grid-cols-[minmax(0,1fr)_60px_76px_100px_74px_92px_56px]'
    : 'min-[880px]:grid-cols-[minmax(0,1fr)_60px_76px_100px_92px_56px]'

/** A line: its fields, its amount, and its menu. */
export function LineRow({
  id,
  index,
  state,
}: {
  /** Id of the line's fields. */
  id: string
  index: number
  state: DraftLinesState
}) {
  const { t } = useTranslation('billing')
  const { fixed, vat, currency, pricesTTC, memory } = state
  const net = state.netOf(index)
  const of = (name: 'description' | 'quantity' | 'unit' | 'unitPrice' | 'tva') => ({
    name: `lines.${index}.${name}`,
    label: t('line.of', {
      field: t(`line.${name === 'unitPrice' && pricesTTC ? 'priceTTC' : name}`),
      line: index + 1,
    }),
    className: CELL,
  })
  return (
    <li>
      {/* Handles the keys of the line's fields. */}
      <div
        role="presentation"
        className={`group grid grid-cols-2 items-start gap-x-2 gap-y-2 border-b min-[880px]:gap-x-1.5 border-line py-2.5 ${columnsOf(vat)}`}
        onKeyDown={(event) => state.press(event, index)}
        onInput={(event) => {
          const { name, value } = event.target as HTMLTextAreaElement
          if (name.endsWith('.description')) memory.type(index, value)
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) memory.close()
        }}
      >
        <TextArea
          {...of('description')}
          rows={1}
          placeholder={t('line.description')}
          className={`${CELL} max-[879px]:col-span-2 [&_textarea]:min-h-[var(--field)] [&_textarea]:resize-none [&_textarea]:[field-sizing:content]`}
        />
        <NumberField {...of('quantity')} digits={4} placeholder="0" column />
        <ChoiceField
          {...of('unit')}
          options={LINE_UNITS.map((value) => ({ value, label: t(`unit.${value || 'none'}`) }))}
        />
        <MoneyField {...of('unitPrice')} currency={currency} finest={PRICE_DIGITS} column />
        {vat && <RateField {...of('tva')} rates={state.rates} />}
        <span className="fig leading-[var(--field)] font-medium max-[879px]:row-start-4 max-[879px]:flex max-[879px]:items-baseline max-[879px]:gap-3">
          <span className="text-sm font-normal text-ink-muted min-[880px]:sr-only">
            {t('line.amount')}
          </span>
          {net === null ? (
            <span className="text-ink-subtle">–</span>
          ) : (
            <Amount minor={net} currency={currency} symbol={false} />
          )}
        </span>
        <span className="flex justify-end max-[879px]:col-start-2 max-[879px]:row-start-4 max-[879px]:h-[var(--field)] max-[879px]:items-center">
          <DropMenu
            className="icon-btn !size-7"
            label={t('line.actions', { line: index + 1 })}
            entries={[
              {
                label: t('line.up'),
                icon: ArrowUp,
                hint: 'Alt ↑',
                onSelect: () => state.shift(index, index - 1),
              },
              {
                label: t('line.down'),
                icon: ArrowDown,
                hint: 'Alt ↓',
                onSelect: () => state.shift(index, index + 1),
              },
              ...(fixed
                ? []
                : [
                    {
                      label: t('line.copy'),
                      icon: CopyPlus,
                      onSelect: () => state.copy(index),
                    },
                    {
                      label: t('discount.add'),
                      icon: BadgePercent,
                      onSelect: () => state.reduce(index, id),
                    },
                    ...(vat
                      ? [
                          {
                            label: t(state.isDisbursed(index) ? 'line.sale' : 'line.disburse'),
                            icon: HandCoins,
                            onSelect: () => state.disburse(index),
                          },
                        ]
                      : []),
                  ]),
            ]}
          >
            <Ellipsis size={16} />
          </DropMenu>
          <IconButton
            icon={X}
            size={16}
            label={t('line.remove', { line: index + 1 })}
            className="!size-7"
            onClick={() => state.remove(index)}
          />
        </span>
        {vat && state.isDisbursed(index) && (
          <p className="col-span-full pb-1 text-sm text-ink-muted">{t('line.disbursed')}</p>
        )}
        {state.hasReduction(index, id) && (
          <div className="col-span-full pb-1">
            <DiscountFields
              of={`lines.${index}.`}
              label={t('discount.ofLine', { line: index + 1 })}
              onEnter={() => state.openReduction(id)}
              onRemove={() => state.endReduction(index, id)}
            />
          </div>
        )}
        <LineOffers memory={memory} index={index} onTake={(past) => state.take(index, past)} />
      </div>
    </li>
  )
}

type Choice = {
  readonly name: string
  readonly label: string
  readonly className?: string
  readonly options: readonly { value: string; label: string }[]
}

/** A few short choices in a row: a native select, which the keyboard knows. */
function ChoiceField({ options, ...props }: Choice) {
  const { field, error, id, wiring } = useField(props.name, {})
  return (
    <FieldShell id={id} error={error} {...props}>
      <NativeSelect
        {...wiring}
        ref={field.ref}
        name={field.name}
        className="!ps-2.5"
        value={String(field.value)}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </FieldShell>
  )
}

function RateField({
  rates: offered,
  ...props
}: Omit<Choice, 'options'> & { readonly rates: readonly number[] }) {
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, {})
  const value = Number(field.value ?? 0)
  // The rate that the line already has stays.
  const rates = offered.includes(value) ? offered : [value, ...offered]
  return (
    <FieldShell id={id} error={error} {...props}>
      <NativeSelect
        {...wiring}
        ref={field.ref}
        name={field.name}
        className="!ps-2"
        value={value}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(Number(event.target.value))}
      >
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {percentText(language, rate)}
          </option>
        ))}
      </NativeSelect>
    </FieldShell>
  )
}
