import { ArrowDown, ArrowUp, BadgePercent, CopyPlus, Ellipsis, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { FieldShell, useField } from '#web/kernel/form/field.tsx'
import { MoneyField, NumberField } from '#web/kernel/form/number-field.tsx'
import { TextArea } from '#web/kernel/form/text-field.tsx'
import { vatPercentsOn } from '#contract/billing/bill.values.ts'
import {
  EXCHANGE_DIGITS,
  inEuros,
  PRICE_DIGITS,
  scaleExact,
} from '#contract/billing/billing-amounts.ts'
import { currencySymbol, percentText, today } from '#web/kernel/words/formats.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import type { PastLine } from '#contract/billing/billing.schemas.ts'
import { LineOffers } from './line-offers.tsx'
import { useLineMemory } from './use-line-memory.ts'
import { DiscountFields } from './discount-fields.tsx'
import { type DraftForm, type DraftLine, NO_DISCOUNT } from './draft-form.ts'
import { useSheet } from './use-sheet.ts'

/**
 * On a wide screen the column heads are the visible labels; each field keeps a label for screen
 * readers.
 */
const CELL = 'md:[&>.label]:sr-only min-w-0'

/** The columns of the lines, with and without VAT; a phone shows them two by two. */
const columnsOf = (vat: boolean) =>
  vat
    ? 'md:grid-cols-[minmax(0,1fr)_66px_80px_112px_80px_108px_56px]'
    : 'md:grid-cols-[minmax(0,1fr)_66px_80px_112px_108px_56px]'

/** A copy takes nothing of a quote: what its line had left is that line's. */
const copyOf = (line: DraftLine): DraftLine => ({ ...line, quotedLine: undefined })

export function DraftLines({
  fixed,
  vat,
  price,
  rate,
  profileId,
}: {
  /** Whose lines are remembered. */
  profileId: string
  /** A credit note's lines are those of its bill: none is added. */ fixed: boolean
  vat: boolean /** The values of a new line. */
  price: number | null
  rate: number
}) {
  const { t } = useTranslation('billing')
  const { control, setFocus, setValue } = useFormContext<DraftForm>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name: 'lines' })
  const [lines, currency, pricesTTC] = useWatch({
    control,
    name: ['lines', 'currency', 'pricesTTC'],
  })
  const sheet = useSheet()
  const [reduced, setReduced] = useState<ReadonlySet<string>>(new Set())
  const empty = (): DraftLine => ({
    description: '',
    quantity: 1,
    unit: lines.at(-1)?.unit ?? 'day',
    unitPrice: price,
    tva: lines.at(-1)?.tva ?? rate,
    creditedLine: null,
    ...NO_DISCOUNT,
  })
  const memory = useLineMemory(fixed ? '' : profileId, currency)
  /** On to the next line: the one below if it is still blank, else a new one. */
  const addAfter = (index: number) => {
    const below = lines[index + 1]
    if (below?.description === '' && !below.unitPrice) setFocus(`lines.${index + 1}.description`)
    else insert(index + 1, empty(), { focusName: `lines.${index + 1}.description` })
  }
  const take = (index: number, line: PastLine) => {
    const set = { shouldDirty: true, shouldValidate: true }
    setValue(`lines.${index}.description`, line.description, set)
    setValue(`lines.${index}.unit`, line.unit, set)
    setValue(`lines.${index}.unitPrice`, line.unitPrice, set)
    if (vat) setValue(`lines.${index}.tva`, line.tva, set)
    memory.close()
    setTimeout(() => setFocus(`lines.${index}.quantity`))
  }
  const shift = (index: number, to: number, field: string) => {
    if (to < 0 || to >= fields.length) return
    move(index, to)
    // the field's name is that of a line's own input
    setTimeout(() => setFocus(`lines.${to}.${field}` as `lines.${number}.description`))
  }
  const press = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const target = event.target as HTMLInputElement
    if (!/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || event.nativeEvent.isComposing) return
    const field = target.name.split('.').at(-1) ?? 'description'
    if (field === 'description') {
      const taken = memory.press(event, index)
      if (taken === 'heard') return event.preventDefault()
      if (taken) {
        event.preventDefault()
        return take(index, taken)
      }
    }
    if (event.key === 'Enter' && !event.shiftKey && !fixed) addAfter(index)
    else if (event.altKey && event.key === 'ArrowUp') shift(index, index - 1, field)
    else if (event.altKey && event.key === 'ArrowDown') shift(index, index + 1, field)
    else return
    event.preventDefault()
  }
  const grid = columnsOf(vat)
  const head = (column: 'unitPrice' | 'priceTTC' | 'amount') =>
    `${t(`line.${column}`)}, ${currencySymbol(currency)}`
  return (
    <>
      <div
        className={`hidden border-b border-line-strong pb-2 text-xs font-medium text-ink-muted md:grid md:gap-x-1.5 ${grid}`}
        aria-hidden="true"
      >
        <span>{t('line.description')}</span>
        <span className="pe-2 fig">{t('line.quantity')}</span>
        <span>{t('line.unit')}</span>
        <span className="pe-2 fig">{head(pricesTTC ? 'priceTTC' : 'unitPrice')}</span>
        {vat && <span className="ps-2">{t('line.tva')}</span>}
        <span className="fig">{head('amount')}</span>
      </div>
      {fields.length === 0 && (
        <p className="border-b border-line py-5 text-ink-muted">{t('line.none')}</p>
      )}
      <ol aria-label={t('draft.section.lines')}>
        {fields.map((field, index) => {
          const line = lines[index]
          const net = !line || sheet.wrong.has(index) ? null : sheet.lines[index]?.netMinor
          const hasDiscount = !fixed && (Boolean(line?.discount) || reduced.has(field.id))
          const of = (name: 'description' | 'quantity' | 'unit' | 'unitPrice' | 'tva') => ({
            name: `lines.${index}.${name}`,
            label: t('line.of', {
              field: t(`line.${name === 'unitPrice' && pricesTTC ? 'priceTTC' : name}`),
              line: index + 1,
            }),
            className: CELL,
          })
          return (
            <li key={field.id}>
              {/* Handles the keys of the line's fields. */}
              <div
                role="presentation"
                className={`group grid grid-cols-2 items-start gap-x-2 gap-y-2 border-b md:gap-x-1.5 border-line py-2.5 ${grid}`}
                onKeyDown={(event) => press(event, index)}
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
                  className={`${CELL} max-md:col-span-2 [&_textarea]:min-h-[var(--field)] [&_textarea]:resize-none [&_textarea]:[field-sizing:content]`}
                />
                <NumberField {...of('quantity')} digits={4} placeholder="0" column />
                <ChoiceField
                  {...of('unit')}
                  options={[
                    { value: 'day', label: t('unit.day') },
                    { value: '', label: t('unit.none') },
                  ]}
                />
                <MoneyField {...of('unitPrice')} currency={currency} finest={PRICE_DIGITS} column />
                {vat && <RateField {...of('tva')} />}
                <span className="fig leading-[var(--field)] font-medium max-md:row-start-4 max-md:flex max-md:items-baseline max-md:gap-3">
                  <span className="text-sm font-normal text-ink-muted md:sr-only">
                    {t('line.amount')}
                  </span>
                  {net === null || net === undefined ? (
                    <span className="text-ink-subtle">–</span>
                  ) : (
                    <Amount minor={net} currency={currency} symbol={false} />
                  )}
                </span>
                <span className="flex justify-end max-md:col-start-2 max-md:row-start-4 max-md:h-[var(--field)] max-md:items-center">
                  <DropMenu
                    className="icon-btn !size-7"
                    label={t('line.actions', { line: index + 1 })}
                    entries={[
                      {
                        label: t('line.up'),
                        icon: ArrowUp,
                        hint: 'Alt ↑',
                        onSelect: () => shift(index, index - 1, 'description'),
                      },
                      {
                        label: t('line.down'),
                        icon: ArrowDown,
                        hint: 'Alt ↓',
                        onSelect: () => shift(index, index + 1, 'description'),
                      },
                      ...(fixed
                        ? []
                        : [
                            {
                              label: t('line.copy'),
                              icon: CopyPlus,
                              onSelect: () => line && insert(index + 1, copyOf(line)),
                            },
                            {
                              label: t('discount.add'),
                              icon: BadgePercent,
                              onSelect: () => {
                                setReduced(new Set([...reduced, field.id]))
                                setTimeout(() => setFocus(`lines.${index}.discount`))
                              },
                            },
                          ]),
                    ]}
                  >
                    <Ellipsis size={16} strokeWidth={1.7} aria-hidden="true" />
                  </DropMenu>
                  <IconButton
                    icon={X}
                    size={16}
                    label={t('line.remove', { line: index + 1 })}
                    className="!size-7"
                    onClick={() => remove(index)}
                  />
                </span>
                {hasDiscount && (
                  <div className="col-span-full pb-1">
                    <DiscountFields
                      of={`lines.${index}.`}
                      label={t('discount.ofLine', { line: index + 1 })}
                      onEnter={() =>
                        reduced.has(field.id) || setReduced(new Set([...reduced, field.id]))
                      }
                      onRemove={() => {
                        setReduced(new Set([...reduced].filter((id) => id !== field.id)))
                        setTimeout(() => setFocus(`lines.${index}.unitPrice`))
                      }}
                    />
                  </div>
                )}
                <LineOffers memory={memory} index={index} onTake={(past) => take(index, past)} />
              </div>
            </li>
          )
        })}
      </ol>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
        {fixed ? (
          <span />
        ) : (
          <Button
            variant="quiet"
            icon={Plus}
            className="-ms-2"
            onClick={() => append(empty(), { focusName: `lines.${fields.length}.description` })}
          >
            {t('line.add')}
          </Button>
        )}
        <Totals fixed={fixed} />
      </div>
    </>
  )
}

/** The bases by rate, as they are typed. */
function Totals({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { control, setFocus } = useFormContext<DraftForm>()
  const [currency, includeTva, discount, exchangeRate] = useWatch({
    control,
    name: ['currency', 'includeTva', 'discount', 'exchangeRate'],
  })
  const { totals, allowances } = useSheet()
  const [asked, setAsked] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const rate = currency === 'EUR' ? null : scaleExact(exchangeRate ?? 0, EXCHANGE_DIGITS)
  const several = totals.vat.length > 1
  const takenMinor = allowances.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const hasDiscount = !fixed && (Boolean(discount) || asked)
  return (
    <div className="ms-auto grid max-w-full gap-2 md:me-[62px]">
      {hasDiscount ? (
        <DiscountFields
          of=""
          label={t('discount.ofBill')}
          onEnter={() => setAsked(true)}
          onRemove={() => {
            setAsked(false)
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
              setAsked(true)
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
            <div className="leader py-1">
              <span className="text-ink-muted">{t('totals.lines')}</span>
              <span className="num amt">
                <Amount minor={totals.netMinor + takenMinor} currency={currency} />
              </span>
            </div>
            <div className="leader py-1">
              <span className="text-ink-muted">{t('discount.one')}</span>
              <span className="num amt">
                <Amount minor={-takenMinor} currency={currency} />
              </span>
            </div>
          </>
        )}
        <div className="leader py-1">
          <span className="text-ink-muted">{t('totals.net')}</span>
          <span className="num amt">
            <Amount minor={totals.netMinor} currency={currency} />
          </span>
        </div>
        {includeTva &&
          totals.vat.map((row) => (
            <div key={row.rate} className="leader py-1">
              <span className="text-ink-muted">
                {t('totals.vat', { rate: percentText(language, row.rate / 100) })}
                {several && (
                  <>
                    {' '}
                    {t('totals.on')} <Amount minor={row.baseMinor} currency={currency} />
                  </>
                )}
              </span>
              <span className="num amt">
                <Amount minor={row.amountMinor} currency={currency} />
              </span>
            </div>
          ))}
        <div className="total mt-1 flex justify-between py-1.5 text-md font-semibold">
          <span>{t(includeTva ? 'totals.gross' : 'totals.noVat')}</span>
          <span className="num">
            <Amount minor={totals.grossMinor} currency={currency} />
          </span>
        </div>
        {rate !== null && rate > 0 && totals.vatMinor !== 0 && (
          <div className="leader py-1">
            <span className="text-ink-muted">{t('totals.vatInEuros')}</span>
            <span className="num amt">
              <Amount minor={inEuros(totals.vatMinor, rate, currency)} currency="EUR" />
            </span>
          </div>
        )}
      </div>
    </div>
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

function RateField(props: Omit<Choice, 'options'>) {
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, {})
  const [issueDate, vatReason] = useWatch<DraftForm, ['issueDate', 'vatReason']>({
    name: ['issueDate', 'vatReason'],
  })
  const value = Number(field.value ?? 0)
  // Rates of mainland France on the day of issue, and the rate that the line already has.
  const inForce = [...vatPercentsOn(issueDate || today()), ...(vatReason === '' ? [] : [0])]
  const rates = inForce.includes(value) ? inForce : [value, ...inForce]
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
