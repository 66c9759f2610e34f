import { USUAL_HOURS } from '#domain/projects/price-unit.values.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { checklist } from '#domain/billing/checklist.ts'
import { blankContent } from '#domain/billing/content.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { MonthSummary } from '#domain/timesheets/summary.ts'
import { billedByProject } from '#projections/billing/billed.queries.ts'
import { declarationReads } from '#projections/finance/declarations.queries.ts'
import { activeContracts, progressReads } from '#projections/finance/project-progress.queries.ts'
import { turnoverReads } from '#projections/finance/turnover.queries.ts'
import {
  type BillableMonth,
  billableMonths,
  billableReads,
} from '#projections/finance/billable.queries.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projectDocsOf } from '#projections/projects/projects.ts'
import { depositsToBillReads } from '#projections/quotes/deposits-to-bill.queries.ts'
import { recordsOf } from '#projections/records.ts'
import { monthReads, monthSummary } from '#projections/timesheets/months.ts'

/** The read models of the dashboard. */
export const dashboardReads = {
  ...turnoverReads,
  ...progressReads,
  ...monthReads,
  ...billableReads,
  companies: recordsOf(Company),
  professionalInfos,
  ...declarationReads,
  ...depositsToBillReads,
}
type DashboardRead = Read<typeof dashboardReads>

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
  /** Hours of a day, where time is kept in hours; absent for days. */
  readonly hoursPerDay?: number
  /** 0 when no number was agreed. */
  readonly soldDays: number
  /** Null without an agreed total. */
  readonly leftMinor: number | null
  readonly currency: Currency
}
/**
 * A profile's gap that stops its bills: a code of the billing checklist, and the wire field that
 * mends it.
 */
export type SetupGap = { readonly code: string; readonly path: string }

/** Questions of the dashboard to other contexts. */
export type DashboardPorts = {
  /** Null when the profile is not the owner's. */
  readonly setup: (
    owner: string,
    profileId: string,
    today: Day,
  ) => Promise<{ readonly gaps: readonly SetupGap[]; readonly currency: Currency } | null>
  readonly monthSummary: (
    read: DashboardRead,
    owner: string,
    profileId: string,
    year: number,
    month: number,
    today: Day,
    timeZone?: string,
  ) => Promise<MonthSummary>
  readonly activeContracts: (
    read: DashboardRead,
    owner: string,
    profileId: string,
    today: Day,
  ) => Promise<readonly RunningContract[]>
  /** A client, the last one made first; null when there is none. */
  readonly client: (
    read: DashboardRead,
    owner: string,
  ) => Promise<{ readonly id: string; readonly name: string } | null>
  /** A contract that is billed, the last one made first; empty when there is none. */
  readonly contractId: (read: DashboardRead, owner: string, profileId: string) => Promise<string>
  readonly legalRates: BillingPorts['legalRates']
  /** Months of contracts with unbilled days, the oldest first. */
  readonly billable: (
    read: DashboardRead,
    owner: string,
    profileId: string,
  ) => Promise<readonly BillableMonth[]>
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

/** The ports, answered from the read models. */
export const dashboardPorts = (
  seller: BillingPorts['seller'],
  legalRates: BillingPorts['legalRates'],
): DashboardPorts => ({
  legalRates,
  async setup(owner, profileId, today) {
    const gaps = await setupGaps(seller, owner, profileId, today)
    return gaps === null ? null : { gaps, currency: 'EUR' }
  },
  monthSummary,
  async activeContracts(read, owner, profileId, today) {
    const billed = await billedByProject(read.bills, owner, profileId)
    return (await activeContracts(read, billed, owner, profileId, today)).map(
      ({ _id, ref, title, client, timeUnit, terms, consumedDays, endsInDays, leftMinor }) => ({
        id: _id,
        ref,
        title,
        client,
        billable: terms !== null,
        startDate: terms?.startDate ?? '',
        endDate: terms?.endDate ?? '',
        endsInDays,
        consumedDays,
        ...(timeUnit === 'hour' && { hoursPerDay: terms?.hoursPerDay || USUAL_HOURS }),
        soldDays: terms?.soldDays ?? 0,
        leftMinor,
        currency: terms?.currency ?? 'EUR',
      }),
    )
  },
  async client(read, owner) {
    const found = await read.companies.find({
      filter: { where: { owner, 'values.kind': 'customer' } },
    })
    const last = newest(found.items)
    return last === undefined ? null : { id: last._id, name: plain(last.values['name']) }
  },
  async contractId(read, owner, profileId) {
    const contracts = await projectDocsOf(read.projects, owner, profileId)
    return newest(contracts.filter(({ terms, archived }) => terms !== null && !archived))?._id ?? ''
  },
  billable: billableMonths,
})

const plain = (value: unknown): string => (typeof value === 'string' ? value : '')
const newest = <D extends { readonly _id: string }>(docs: readonly D[]): D | undefined =>
  docs.toSorted((a, b) => (a._id < b._id ? -1 : 1)).at(-1)
