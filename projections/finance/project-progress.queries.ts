import { worthOf } from '#domain/projects/worth.ts'
import {
  byPriority,
  isActive,
  isExpired,
  isToRenew,
  nextRenewal,
} from '#domain/projects/project.ts'
import { type Day, type DayOrNone, daysBetween } from '#domain/kernel/time.ts'
import { daysByProject, timesheetMonths } from '#projections/timesheets/months.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projectRowReads, projectsOf, type ProjectRow } from '#projections/projects/projects.ts'

/**
 * Amounts billed without VAT (issued bills less their credit notes), by contract.
 *
 * @unit minor units of the contract's currency
 */
export type BilledByProject = ReadonlyMap<string, number>

/** The read models of contracts and of the days worked on them. */
export const progressReads = { ...projectRowReads, timesheetMonths }

/**
 * A contract and its progress.
 *
 * @unit consumedDays: ten-thousandths; amounts: minor units of its currency
 */
export type ProjectProgress = ProjectRow & {
  readonly active: boolean
  readonly expired: boolean
  /** Ends or renews itself soon. */
  readonly toRenew: boolean
  readonly nextRenewal: DayOrNone
  /** Whole days until it ends, today excluded; null without an end, negative once past. */
  readonly endsInDays: number | null
  readonly consumedDays: number
  readonly billedMinor: number
  /**
   * The contract's whole value less what is billed, never below 0; null when no number of days was
   * agreed.
   */
  readonly leftMinor: number | null
}

function progressOf(
  row: ProjectRow,
  today: Day,
  consumedDays: number,
  billedMinor: number,
): ProjectProgress {
  const worth = worthOf(row.terms)
  const end = row.terms?.endDate ?? ''
  return {
    ...row,
    active: isActive(row, today),
    expired: isExpired(row, today),
    toRenew: isToRenew(row, today),
    nextRenewal: nextRenewal(row.terms, today),
    endsInDays: end === '' ? null : daysBetween(today, end),
    consumedDays,
    billedMinor,
    leftMinor: worth === null ? null : Math.max(0, worth - billedMinor),
  }
}

/** A profile's contracts in the specification's order. */
export async function projectsWithProgress(
  read: Read<typeof progressReads>,
  billed: BilledByProject,
  owner: string,
  profileId: string,
  today: Day,
): Promise<readonly ProjectProgress[]> {
  const [rows, consumed] = await Promise.all([
    projectsOf(read, owner, profileId),
    daysByProject(read.timesheetMonths, owner, profileId),
  ])
  return rows
    .map((row) => progressOf(row, today, consumed.get(row._id) ?? 0, billed.get(row._id) ?? 0))
    .sort(byPriority(today))
}

/**
 * The contracts that run today, for the dashboard and the timesheet's rows: those with clients
 * first. The user's own ones run until they are archived.
 */
export async function activeContracts(
  read: Read<typeof progressReads>,
  billed: BilledByProject,
  owner: string,
  profileId: string,
  today: Day,
): Promise<readonly ProjectProgress[]> {
  return (await projectsWithProgress(read, billed, owner, profileId, today)).filter(
    (project) => project.active || (project.terms === null && !project.archived),
  )
}
