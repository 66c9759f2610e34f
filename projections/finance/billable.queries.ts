import { billedDays, carriedBy, monthKey, type YearMonth } from '#domain/billing/billed-month.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { costOfDays } from '#domain/projects/project.ts'
import { inUnits, type PriceUnit, USUAL_HOURS } from '#domain/projects/price-unit.values.ts'
import { type BillDoc, bills, dayBillOf } from '#projections/billing/bills.ts'
import { type ProjectRow, projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import type { Read } from '#projections/kernel/read-models.ts'

/**
 * A contract's month with days that no issued bill carries.
 *
 * @unit days: ten-thousandths; prices and amounts: minor units of `currency`, without VAT
 */
export type BillableMonth = YearMonth & {
  readonly projectId: string
  readonly title: string
  readonly client: string
  readonly priceMode: 'day' | 'fixed'
  readonly priceUnit: PriceUnit
  readonly worked: number
  readonly billed: number
  readonly left: number
  /** `left` in hours, where they are sold; else null. @unit ten-thousandths of an hour */
  readonly leftHours: number | null
  readonly priceMinor: number
  /** Amount of the days left; null for a fixed price, where days are not sold. */
  readonly amountMinor: number | null
  readonly currency: Currency
  /** A draft that holds days of this month; empty when there is none. */
  readonly draftId: string
}

/** The read models that this module's questions read. */
export const billableReads = { ...projectRowReads, timesheetMonths, bills }

/** The oldest month first. */
export async function billableMonths(
  read: Read<typeof billableReads>,
  owner: string,
  profileId: string,
): Promise<readonly BillableMonth[]> {
  const [months, contracts] = await Promise.all([
    read.timesheetMonths.find({ filter: { where: { owner, profileId } } }),
    projectsOf(read, owner, profileId),
  ])
  const worked = new Map<string, (YearMonth & { readonly quantity: number })[]>()
  for (const { year, month, worked: lines } of months.items)
    for (const { projectId, quantity } of lines)
      worked.set(projectId, [...(worked.get(projectId) ?? []), { year, month, quantity }])
  const rows = await Promise.all(
    contracts.map(async (contract) => {
      const days = worked.get(contract._id)
      if (contract.terms === null || days === undefined) return []
      const carrying = { owner, profileId, projectId: contract._id, ofDays: true }
      const found = await read.bills.find({ filter: { where: carrying } })
      return monthsOf(contract, days, found.items)
    }),
  )
  return rows.flat().sort((a, b) => byMonth(a, b) || (a.client < b.client ? -1 : 1))
}

const byMonth = (a: YearMonth, b: YearMonth): number => a.year - b.year || a.month - b.month

function monthsOf(
  { _id: projectId, title, ref, client, terms }: ProjectRow,
  months: readonly (YearMonth & { readonly quantity: number })[],
  docs: readonly BillDoc[],
): readonly BillableMonth[] {
  if (terms === null) return []
  const carried = (doc: BillDoc) => carriedBy(dayBillOf(doc))
  const drafts = docs
    .filter(({ state }) => state === 'draft')
    .map((doc) => ({ id: doc._id, ...carried(doc) }))
    .filter(({ days }) => days > 0)
  // Undated days belong to the oldest month that has days left.
  const undated = drafts.find((draft) => draft.months.length === 0)?.id ?? ''
  const billed = billedDays(
    new Map(months.map(({ quantity, ...month }) => [monthKey(month), quantity])),
    docs.filter(({ state }) => state !== 'draft').map(carried),
  )
  const { priceMode, priceMinor, priceUnit = 'day', hoursPerDay = 0, currency } = terms
  let oldest = true
  return months.toSorted(byMonth).flatMap(({ year, month, quantity }) => {
    const key = monthKey({ year, month })
    const left = quantity - (billed.get(key) ?? 0)
    if (left <= 0) return []
    const named = drafts.find((draft) => draft.months.some((one) => monthKey(one) === key))?.id
    const draftId = named ?? (oldest ? undated : '')
    oldest = false
    return {
      projectId,
      title: title || ref,
      client,
      year,
      month,
      priceMode,
      priceUnit,
      worked: quantity,
      billed: quantity - left,
      left,
      leftHours:
        priceMode === 'day' && priceUnit === 'hour'
          ? inUnits(left, hoursPerDay || USUAL_HOURS)
          : null,
      priceMinor,
      amountMinor: priceMode === 'day' ? (costOfDays(terms, left) ?? priceMinor) : null,
      currency,
      draftId,
    }
  })
}
