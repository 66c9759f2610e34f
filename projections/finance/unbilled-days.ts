import { type Currency, multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { daysInMonth, makeDay } from '#domain/kernel/time.ts'
import { bills } from '../billing/bills.ts'
import { projectsOf } from '#projections/projects/projects.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { monthOf } from '../timesheets/months.ts'

/** Days of a contract that no bill takes up, not even a draft. @unit days: ten-thousandths; amount: minor units, without VAT */
export type UnbilledDays = {
  readonly projectId: string
  readonly client: string
  readonly days: number
  readonly amountMinor: number
  readonly currency: Currency
}

/** A month's billable days that are not billed, by contract. A bill whose service overlaps the month bills them. */
export async function unbilledDays(
  readModels: ReadModels,
  owner: string,
  profileId: string,
  year: number,
  month: number,
): Promise<readonly UnbilledDays[]> {
  const recorded = await monthOf(readModels, owner, profileId, year, month)
  if (recorded === null || recorded.worked.length === 0) return []
  const [contracts, collection] = await Promise.all([projectsOf(readModels, owner, profileId), readModels.of(bills)])
  const [first, last] = [makeDay(year, month, 1), makeDay(year, month, daysInMonth(year, month))]
  const found: UnbilledDays[] = []
  for (const { projectId, quantity } of recorded.worked) {
    const contract = contracts.find((project) => project._id === projectId)
    if (!contract?.terms || contract.terms.priceMode !== 'day') continue
    const billed = (await collection.find({ filter: { where: { owner, profileId, projectId } } })).items.some(
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
