import { type Currency, multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { daysInMonth, makeDay } from '#domain/kernel/time.ts'
import { bills } from '../billing/bills.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import type { Read } from '../kernel/read-models.ts'
import { monthOf, timesheetMonths } from '../timesheets/months.ts'

/**
 * Days of a contract that no bill takes up, not even a draft.
 *
 * @unit days: ten-thousandths; amount: minor units, without VAT
 */
export type UnbilledDays = {
  readonly projectId: string
  readonly client: string
  readonly days: number
  readonly amountMinor: number
  readonly currency: Currency
}

/** What the days that are not billed are read from. */
export const unbilledReads = { ...projectRowReads, timesheetMonths, bills }

/** A month's billable days that are not billed, by contract. A bill whose service overlaps the month bills them. */
export async function unbilledDays(
  read: Read<typeof unbilledReads>,
  owner: string,
  profileId: string,
  year: number,
  month: number,
): Promise<readonly UnbilledDays[]> {
  const recorded = await monthOf(read.timesheetMonths, owner, profileId, year, month)
  if (recorded === null || recorded.worked.length === 0) return []
  const contracts = await projectsOf(read, owner, profileId)
  const [first, last] = [makeDay(year, month, 1), makeDay(year, month, daysInMonth(year, month))]
  const found: UnbilledDays[] = []
  for (const { projectId, quantity } of recorded.worked) {
    const contract = contracts.find((project) => project._id === projectId)
    if (!contract?.terms || contract.terms.priceMode !== 'day') continue
    const billed = (await read.bills.find({ filter: { where: { owner, profileId, projectId } } })).items.some(
      (bill) =>
        bill.type !== 'creditNote' &&
        bill.state !== 'credited' &&
        ((bill.source?.year === year && bill.source.month === month) ||
          (bill.serviceStart !== '' && bill.serviceStart <= last && (bill.serviceEnd || bill.serviceStart) >= first)),
    )
    if (billed) continue
    const { priceMinor, currency } = contract.terms
    found.push({
      projectId,
      client: contract.client,
      days: quantity,
      amountMinor: multiplyRounded(quantity, priceMinor, QUANTITY_SCALE),
      currency,
    })
  }
  return found
}
