import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { toMajor, toMinor, toRate } from '#contract/billing/billing-amounts.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import {
  type Entered,
  enteredRow,
  goes,
  isNeutral,
  isSelfAssessed,
} from '#contract/finance/finance.values.ts'
import { call } from '#web/kernel/data/client.ts'
import { tellFailed } from '#web/kernel/data/queries.ts'
import { type Entry, percentOf } from './entry.ts'

/** The values of a row of the form → the part of it that was entered. */
const ENTERED_BY: Readonly<Record<string, Entered>> = { base: 'net', amount: 'vat', total: 'gross' }

/** Values proposed as they were the last time. */
const PROPOSED = [
  'type',
  'currency',
  'bankAccountType',
  'paymentMethod',
  'nature',
  'region',
  'supplierOnDebits',
  'foreignVat',
  'deductibleShare',
] as const

/** The usual type of a direction. */
export const USUAL = { in: 'sale', out: 'purchase' } as const

/** The latest transaction by hand with an organism, of one operation. */
async function lastWith(
  profileId: string,
  organismId: string,
  operation: Entry['operation'],
): Promise<Transaction | undefined> {
  const filters = {
    organismId: { operator: 'eq' as const, value: organismId },
    operation: { operator: 'eq' as const, value: operation },
  }
  const [last] = await call(financeRoutes.filtered, {
    body: { profileId, quantity: 1, sort: '-date', filters },
  })
  return last
}

/**
 * Helps to enter a transaction. The user enters one amount, and the others follow. Type, VAT and
 * account are proposed as they were with the organism the last time. A choice made here stays.
 *
 * @param profileId of a new transaction: nothing is proposed for one that is changed
 * @returns whether something was proposed
 */
export function useEntryHelp(
  methods: UseFormReturn<Entry, unknown, Entry>,
  profileId: string | undefined,
): boolean {
  /** Last entered value of each row: another rate keeps it. */
  const last = useRef<Readonly<Record<string, string>>>({})
  /** Fields that the user has set. */
  const chosen = useRef<ReadonlySet<string>>(new Set())
  /** The type bore no VAT: its rate was not chosen. */
  const untaxed = useRef(false)
  const [proposedFor, setProposedFor] = useState('')
  useEffect(() => {
    const fill = (index: number) => {
      const from = last.current[index] ?? 'total'
      const at = methods.getValues(`details.${index}`)
      const entered = ENTERED_BY[from]
      const given: unknown = at[from as 'base' | 'amount' | 'total']
      const currency = methods.getValues('currency')
      const minor = given === null ? null : toMinor(Number(given), currency)
      if (entered === undefined || minor === null) return
      const [operation, kind, region, foreignVat] = methods.getValues([
        'operation',
        'type',
        'region',
        'foreignVat',
      ])
      const isUncharged = isSelfAssessed({ operation, kind, region, foreignVat })
      const filled = enteredRow(entered, minor, toRate(percentOf(at.rate)) ?? 0, isUncharged)
      if (filled === null) return
      const values = {
        base: filled.baseMinor,
        amount: filled.amountMinor,
        total: filled.baseMinor + filled.amountMinor,
      }
      for (const [field, value] of Object.entries(values))
        if (field !== from)
          methods.setValue(
            `details.${index}.${field as keyof typeof values}`,
            toMajor(value, currency),
            { shouldValidate: true, shouldDirty: true },
          )
    }
    /** Type and rates that go together, and with the direction. */
    const suitType = () => {
      const [operation, kind, rows] = methods.getValues(['operation', 'type', 'details'])
      if (!goes(operation, kind)) methods.setValue('type', USUAL[operation])
      const isUntaxed = isNeutral(methods.getValues('type'))
      const [first] = rows
      // Without VAT there is one amount: the whole.
      if (isUntaxed && first && rows.length > 1) {
        const total = rows.reduce((sum, row) => sum + row.total, 0)
        methods.setValue('details', [{ ...first, total }])
        last.current = { 0: 'total' }
      }
      if (isUntaxed) methods.setValue('details.0.rate', '0')
      else if (untaxed.current) methods.setValue('details.0.rate', '20')
      untaxed.current = isUntaxed
    }
    const propose = async (organismId: string) => {
      if (profileId === undefined || organismId === '') return
      // Without an answer nothing is proposed: the user enters it.
      const latest = await lastWith(profileId, organismId, methods.getValues('operation')).catch(
        tellFailed,
      )
      if (latest === undefined || methods.getValues('organismId') !== organismId) return
      for (const name of PROPOSED)
        if (!chosen.current.has(name)) methods.setValue(name, latest[name])
      const [row] = latest.details
      if (row && latest.details.length === 1 && !chosen.current.has('details.0.rate')) {
        methods.setValue('details.0.rate', String(row.rate))
        fill(0)
      }
      setProposedFor(organismId)
    }
    const subscription = methods.watch((_, { name, type }) => {
      if (type !== 'change' || name === undefined) return
      chosen.current = new Set([...chosen.current, name])
      if (name === 'operation' || name === 'type') suitType()
      // Purchases from abroad cost their price alone.
      if (['operation', 'type', 'region', 'foreignVat', 'currency'].includes(name))
        methods.getValues('details').forEach((_, row) => fill(row))
      if (name === 'organismId') void propose(String(methods.getValues('organismId') || ''))
      const [, index, key] = /^details\.(\d+)\.(rate|base|amount|total)$/.exec(name) ?? []
      if (index === undefined || key === undefined) return
      if (key !== 'rate') last.current = { ...last.current, [index]: key }
      fill(Number(index))
    })
    return () => subscription.unsubscribe()
  }, [methods, profileId])
  return proposedFor !== '' && methods.watch('organismId') === proposedFor
}
