import { type KeyboardEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { PastLine } from '#contract/billing/billing.schemas.ts'
import { type DraftForm, type DraftLine, NO_DISCOUNT } from './draft-form.ts'
import type { LineUnit } from '#contract/billing/bill.values.ts'
import { useOfferedRates } from './use-offered-rates.ts'
import { useLineMemory } from './use-line-memory.ts'
import { useSheet } from './use-sheet.ts'

/** A copy takes nothing of a quote: what its line had left is that line's. */
const copyOf = (line: DraftLine): DraftLine => ({ ...line, quotedLine: undefined })

export type LinesOf = {
  /** The profile whose lines are remembered. */
  readonly profileId: string
  /** A credit note's lines are those of its bill: none is added. */
  readonly fixed: boolean
  readonly vat: boolean
  /** The price and the rate of a new line. */
  readonly price: number | null
  /** Null for the usual one of the place. */
  readonly rate: number | null
  /** The unit of a first line. */
  readonly unit?: LineUnit
}

/** The lines of a draft, and what keys and buttons do with them. */
export function useDraftLines({ profileId, fixed, vat, price, rate, unit = 'day' }: LinesOf) {
  const rates = useOfferedRates(profileId)
  const { control, setFocus, setValue } = useFormContext<DraftForm>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name: 'lines' })
  const [lines, currency, pricesTTC, operation] = useWatch({
    control,
    name: ['lines', 'currency', 'pricesTTC', 'operation'],
  })
  const last = lines.at(-1)?.unit ?? unit
  const usual = rate ?? rates[0] ?? 0
  const sheet = useSheet()
  const memory = useLineMemory(fixed ? '' : profileId, currency)
  /** Lines whose reduction is open, by the id of their fields. */
  const [reduced, setReduced] = useState<ReadonlySet<string>>(new Set())
  const openReduction = (id: string) =>
    setReduced((before) => (before.has(id) ? before : new Set([...before, id])))
  const empty = (): DraftLine => ({
    description: '',
    quantity: 1,
    // Goods are not sold by the day.
    unit: operation === 'goods' && last === 'day' ? 'piece' : last,
    disbursement: false,
    unitPrice: price,
    tva: lines.findLast(({ disbursement }) => !disbursement)?.tva ?? usual,
    creditedLine: null,
    ...NO_DISCOUNT,
  })
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
  const shift = (index: number, to: number, field = 'description') => {
    if (to < 0 || to >= fields.length) return
    move(index, to)
    // the field's name is that of a line's own input
    setTimeout(() => setFocus(`lines.${to}.${field}` as `lines.${number}.description`))
  }
  const press = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const target = event.target as HTMLInputElement
    if (!/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || event.nativeEvent.isComposing) return
    const field = target.name.split('.').at(-1) ?? 'description'
    const offer = field === 'description' ? memory.press(event, index) : null
    if (offer !== null) {
      if (offer !== 'heard') take(index, offer)
    } else if (event.key === 'Enter' && !event.shiftKey && !fixed) addAfter(index)
    else if (event.altKey && event.key === 'ArrowUp') shift(index, index - 1, field)
    else if (event.altKey && event.key === 'ArrowDown') shift(index, index + 1, field)
    else return
    event.preventDefault()
  }
  return {
    fields,
    currency,
    pricesTTC,
    fixed,
    vat,
    rates,
    memory,
    /** The net amount of a line; null while one of its values is wrong. @unit minor units */
    netOf: (index: number): number | null =>
      sheet.wrong.has(index) ? null : (sheet.lines[index]?.netMinor ?? null),
    add: () => append(empty(), { focusName: `lines.${fields.length}.description` }),
    copy: (index: number) => lines[index] && insert(index + 1, copyOf(lines[index])),
    remove,
    take,
    shift,
    press,
    hasReduction: (index: number, id: string) =>
      !fixed && (Boolean(lines[index]?.discount) || reduced.has(id)),
    /** A cost advanced in the client's name, or a sale again. */
    disburse: (index: number) => {
      const set = { shouldDirty: true, shouldValidate: true }
      const disbursement = !lines[index]?.disbursement
      setValue(`lines.${index}.disbursement`, disbursement, set)
      setValue(`lines.${index}.tva`, disbursement ? 0 : usual, set)
    },
    isDisbursed: (index: number): boolean => lines[index]?.disbursement ?? false,
    openReduction,
    reduce: (index: number, id: string) => {
      openReduction(id)
      setTimeout(() => setFocus(`lines.${index}.discount`))
    },
    endReduction: (index: number, id: string) => {
      setReduced((before) => new Set([...before].filter((other) => other !== id)))
      setTimeout(() => setFocus(`lines.${index}.unitPrice`))
    },
  }
}
export type DraftLinesState = ReturnType<typeof useDraftLines>
