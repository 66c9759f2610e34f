import type { BillingPorts } from '#commands/billing/ports.ts'
import { checklist } from '#domain/billing/checklist.ts'
import { blankContent } from '#domain/billing/content.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { MonthSummary } from '#domain/timesheets/summary.ts'
import { bills } from '#projections/billing/bills.ts'
import { activeContracts, type BilledByProject } from '#projections/projects/progress.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { type BillableMonth, billableMonths } from '#projections/billing/billable.ts'
import type { ProjectionRef } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { monthSummary, timesheetMonths } from '#projections/timesheets/months.ts'

/** @unit consumedDays, soldDays: ten-thousandths; leftMinor: minor units of `currency` */
type RunningContract = {
  readonly id: string
  readonly ref: string
  readonly title: string
  readonly client: string
  readonly billable: boolean
  readonly startDate: DayOrNone
  readonly endDate: DayOrNone
  readonly endsInDays: number | null
  readonly consumedDays: number
  /** 0 when none were agreed. */
  readonly soldDays: number
  /** Null when no whole was agreed. */
  readonly leftMinor: number | null
  readonly currency: Currency
}
/** What the profile lacks before anything can be billed: a code of the billing checklist, and the wire field that mends it. */
export type SetupGap = { readonly code: string; readonly path: string }

/** What the dashboard asks of the other contexts. */
export type DashboardPorts = {
  /** Null when the profile is not the owner's. */
  readonly setup: (
    owner: string,
    profileId: string,
    today: Day,
  ) => Promise<{ readonly gaps: readonly SetupGap[]; readonly currency: Currency } | null>
  readonly monthSummary: (
    owner: string,
    profileId: string,
    year: number,
    month: number,
    today: Day,
  ) => Promise<MonthSummary>
  readonly activeContracts: (owner: string, profileId: string, today: Day) => Promise<readonly RunningContract[]>
  /** Months of contracts with days left to bill, the oldest first. */
  readonly billable: (owner: string, profileId: string) => Promise<readonly BillableMonth[]>
  /** Read models behind them, which a read that must see its own writes waits for. */
  readonly reads: readonly ProjectionRef[]
}

/** The seller's points of the billing checklist that an ordinary bill would not meet. */
export async function setupGaps(
  seller: BillingPorts['seller'],
  owner: string,
  profileId: string,
  today: Day,
): Promise<readonly SetupGap[] | null> {
  const found = await seller(owner, profileId, today)
  if (found === null) return null
  const line = {
    description: '-',
    quantity: 10_000,
    unit: '',
    unitPriceMinor: 1,
    rate: 2000,
    creditedLine: null,
  } as const
  const content = { ...blankContent, profileId, issueDate: today, dueDate: today, lines: [line] }
  return checklist({
    billId: '',
    type: 'invoice',
    content,
    seller: found.seller,
    buyer: null,
    issueDate: today,
    today,
    lastIssueDate: '',
    month: null,
    original: null,
    creditFits: true,
  })
    .filter((item) => item.entity === 'professionalInfo' && !item.ok)
    .map(({ code, path }) => ({ code, path }))
}

/** The ports as the read models answer them. */
export const dashboardPorts = (
  readModels: ReadModels,
  options: { readonly seller: BillingPorts['seller']; readonly billed: BilledByProject },
): DashboardPorts => ({
  async setup(owner, profileId, today) {
    const gaps = await setupGaps(options.seller, owner, profileId, today)
    return gaps === null ? null : { gaps, currency: 'EUR' }
  },
  monthSummary: (owner, profileId, year, month, today) =>
    monthSummary(readModels, owner, profileId, year, month, today),
  async activeContracts(owner, profileId, today) {
    return (await activeContracts(readModels, options.billed, owner, profileId, today)).map(
      ({ _id, ref, title, client, terms, consumedDays, endsInDays, leftMinor }) => ({
        id: _id,
        ref,
        title,
        client,
        billable: terms !== null,
        startDate: terms?.startDate ?? '',
        endDate: terms?.endDate ?? '',
        endsInDays,
        consumedDays,
        soldDays: terms?.soldDays ?? 0,
        leftMinor,
        currency: terms?.currency ?? 'EUR',
      }),
    )
  },
  billable: (owner, profileId) => billableMonths(readModels, owner, profileId),
  reads: [bills, projects, projectClients, professionalInfos, timesheetMonths],
})
