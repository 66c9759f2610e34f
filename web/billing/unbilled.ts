import type { Bill } from '#contract/billing.ts'
import type { Project } from '#contract/projects.ts'
import type { TimesheetMonth } from '#contract/timesheets.ts'

/** Days of a contract in a month, and how many of them no bill carries yet. */
export type Unbilled = {
  readonly contract: Project
  readonly days: number
  readonly left: number
  readonly billedBy: readonly Bill[]
}

/** Bills of a contract's days in that month: those whose period lies within it, unless they were given back. */
const ofMonth = (bill: Bill, projectId: string, from: number, to: number) =>
  bill.projectId === projectId &&
  bill.type === 'invoice' &&
  bill.state !== 'credited' &&
  bill.startDate >= from &&
  bill.endDate !== 0 &&
  bill.endDate <= to

export function unbilledOf(
  month: Pick<TimesheetMonth, 'activities'>,
  contracts: readonly Project[],
  bills: readonly Bill[],
  year: number,
  monthNumber: number,
): readonly Unbilled[] {
  const from = Date.UTC(year, monthNumber - 1, 1)
  const to = Date.UTC(year, monthNumber, 0)
  return contracts
    .filter((contract) => contract.isBillable)
    .map((contract) => {
      const days = month.activities
        .filter((activity) => activity.kind === 'work' && activity.projectId === contract.id)
        .reduce((sum, activity) => sum + activity.quantity, 0)
      const billedBy = bills.filter((bill) => ofMonth(bill, contract.id, from, to))
      const billed = billedBy
        .flatMap((bill) => bill.lines)
        .reduce((sum, line) => sum + (line.unit === 'day' ? line.quantity : 0), 0)
      return { contract, days, left: Math.max(0, days - billed), billedBy }
    })
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.left - a.left || a.contract.title.localeCompare(b.contract.title))
}

/** What a bill of these days would lack, to be mended first: of the contract, of its client. Words are `month.missing.<name>`. */
export type Missing = 'rate' | 'fixed' | 'client' | 'address' | 'siren'
export function missingOf(
  contract: Project,
  client: Readonly<Record<string, unknown>> | undefined,
): readonly Missing[] {
  const address = client?.['address'] as
    | { street?: string; postalCode?: string; city?: string; country?: string }
    | undefined
  const whole = Boolean(address?.street && address.postalCode && address.city)
  const french = !address?.country || address.country === 'FR'
  return [
    ...(contract.priceMode === 'fixed' ? (['fixed'] as const) : contract.priceHT <= 0 ? (['rate'] as const) : []),
    ...(contract.clientId ? [] : (['client'] as const)),
    ...(client && !whole ? (['address'] as const) : []),
    ...(client && french && !client['siren'] ? (['siren'] as const) : []),
  ]
}
