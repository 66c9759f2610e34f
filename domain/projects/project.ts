import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import type { PenaltyBasis } from '#domain/billing/terms.values.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { usedBy } from '#domain/kernel/records/used-by.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { addOnce, differing } from '#domain/kernel/records/changes.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import {
  type Currency,
  fromQuantity,
  fromRate,
  multiplyRounded,
  QUANTITY_SCALE,
  toMajor,
} from '#domain/kernel/money.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { addDays, type Day, type DayOrNone, daysBetween, epochOrZero } from '#domain/kernel/time.ts'
import { inUnits, type PriceUnit, unitsPerDay } from './price-unit.values.ts'
import type { TimeUnit } from './time-unit.values.ts'
import { brokenTerms, daysToRenewal, RENEWAL_NEAR_DAYS } from './project.values.ts'

/**
 * The terms of a billable contract.
 *
 * @unit priceMinor: minor units of `currency`, for a `priceUnit` or for the whole by `priceMode`
 * @unit soldDays: ten-thousandths, 0 when not agreed; renewalPeriod, paymentDeadline: days
 * @unit penaltyRate, vatRate: hundredths of a percent
 */
export type ProjectTerms = {
  readonly clientId: string
  readonly priceMode: 'day' | 'fixed'
  readonly priceMinor: number
  readonly soldDays: number
  readonly currency: Currency
  readonly isRenewable: boolean
  readonly renewalPeriod: number
  readonly startDate: DayOrNone
  readonly endDate: DayOrNone
  readonly paymentDeadline: number
  readonly penaltyRate: number
  readonly vatRate: number
  /** Unit of a price by time; absent for a day. */
  readonly priceUnit?: PriceUnit
  /** Hours of a day; absent or 0 for the usual ones. */
  readonly hoursPerDay?: number
  readonly buyerReference?: string
  readonly purchaseOrder?: string
} & Partial<BillTexts>

/** Terms of lateness and discounts on its bills, and their texts; an empty one is the profile's. */
type BillTexts = {
  readonly penaltyBasis: PenaltyBasis | ''
  readonly discountTerms: string
  readonly header: string
  readonly footer: string
  readonly language: PaperLanguage | ''
}
type ProjectLabels = {
  readonly ref: string
  readonly title: string
  readonly templates: readonly string[]
  /** Unit in which its time is entered; absent for halves of a day. */
  readonly timeUnit?: TimeUnit
}

/** Terms asked on a contract that is not billable are dropped, as the specification says. */
export type ProjectDraft = ProjectLabels & {
  readonly profileId: string
  readonly isBillable: boolean
  readonly terms: ProjectTerms
}
export type ProjectChanges = Partial<ProjectLabels> & {
  readonly profileId?: string
  readonly isBillable?: boolean
  readonly terms?: Partial<ProjectTerms>
}

// Commands

export type ProjectCommand =
  | { type: 'AddProject'; draft: ProjectDraft }
  | { type: 'ChangeProject'; changes: ProjectChanges }
  | { type: 'ArchiveProject' }
  | { type: 'RestoreProject' }
  | { type: 'RemoveProject' }

// Events. Stored for good: add fields, never rename or remove.

type Facts = ProjectLabels & { readonly terms: ProjectTerms | null }
export type ProjectEvent =
  | { type: 'ProjectAdded'; data: Facts & { readonly profileId: string } }
  | {
      type: 'ProjectChanged'
      data: {
        readonly changes: Partial<ProjectLabels> & { readonly terms?: Partial<ProjectTerms> | null }
      }
    }
  | { type: 'ProjectArchived'; data: Record<never, never> }
  | { type: 'ProjectRestored'; data: Record<never, never> }
  | { type: 'ProjectRemoved'; data: Record<never, never> }

/** A contract is named by its client, who may be a person. */
export const projectPersonal = personal<ProjectEvent>(ofOwner, {
  ProjectAdded: {
    ref: '',
    title: '',
    'terms.buyerReference': '',
    'terms.purchaseOrder': '',
    'terms.discountTerms': '',
    'terms.header': '',
    'terms.footer': '',
  },
  ProjectChanged: {
    'changes.ref': '',
    'changes.title': '',
    'changes.terms.buyerReference': '',
    'changes.terms.purchaseOrder': '',
    'changes.terms.discountTerms': '',
    'changes.terms.header': '',
    'changes.terms.footer': '',
  },
})

// The state of a contract

/** `terms` is null when it is not billable. */
export type LiveProject = Facts & {
  readonly status: 'live'
  readonly profileId: string
  readonly added: Facts & { readonly profileId: string }
  readonly archived: boolean
}
export type Project =
  | { readonly status: 'none' }
  | LiveProject
  | { readonly status: 'removed'; readonly profileId: string }

export const projectRefusal = catalogue({
  PROJECT_PROFILE_FIXED: 'conflict',
  PROJECT_PROFILE_UNKNOWN: 'invalid',
  PROJECT_CLIENT_REQUIRED: 'invalid',
  PROJECT_CLIENT_UNKNOWN: 'invalid',
  PROJECT_RENEWAL_PERIOD_REQUIRED: 'invalid',
  PROJECT_END_BEFORE_START: 'invalid',
  PROJECT_HOURS_PER_DAY_TOO_FEW: 'invalid',
})

export const noTerms: ProjectTerms = {
  clientId: '',
  priceMode: 'day',
  priceMinor: 0,
  soldDays: 0,
  currency: 'EUR',
  isRenewable: false,
  renewalPeriod: 0,
  startDate: '',
  endDate: '',
  paymentDeadline: 30,
  penaltyRate: 0,
  vatRate: 0,
}

/** Cost of so many days; null for a price by the month or for the whole. */
export function costOfDays(terms: ProjectTerms, days: number): number | null {
  const { priceMode, priceUnit = 'day', hoursPerDay = 0, priceMinor } = terms
  const perDay = priceMode === 'day' ? unitsPerDay(priceUnit, hoursPerDay) : null
  return perDay === null ? null : multiplyRounded(inUnits(days, perDay), priceMinor, QUANTITY_SCALE)
}

/** Renewable clears the end, not renewable clears the period. @source specification, section 5 */
const settled = (terms: ProjectTerms): ProjectTerms =>
  terms.isRenewable ? { ...terms, endDate: '' } : { ...terms, renewalPeriod: 0 }

/** @throws the first broken rule, naming all */
function checkTerms(terms: ProjectTerms | null): void {
  if (terms === null) return
  const faults = brokenTerms(terms)
  const [first] = faults
  if (first !== undefined) throw projectRefusal(first.code, {}, faults)
}

function change(changes: ProjectChanges, project: LiveProject): readonly ProjectEvent[] {
  if (changes.profileId !== undefined && changes.profileId !== project.profileId)
    throw projectRefusal('PROJECT_PROFILE_FIXED', {}, [
      { path: 'profileId', code: 'PROJECT_PROFILE_FIXED' },
    ])
  const { ref, title, templates, timeUnit = 'halfDay' } = project
  const labels = differing<ProjectLabels>(
    { ref, title, templates, timeUnit },
    {
      ...(changes.ref === undefined ? {} : { ref: changes.ref }),
      ...(changes.title === undefined ? {} : { title: changes.title }),
      ...(changes.templates === undefined ? {} : { templates: changes.templates }),
      ...(changes.timeUnit === undefined ? {} : { timeUnit: changes.timeUnit }),
    },
  )
  const billable = changes.isBillable ?? project.terms !== null
  const terms = billable ? settled({ ...(project.terms ?? noTerms), ...changes.terms }) : null
  checkTerms(terms)
  const changed = { ...labels, ...termsChange(project.terms, terms) }
  return Object.keys(changed).length === 0
    ? []
    : [{ type: 'ProjectChanged', data: { changes: changed } }]
}

function termsChange(
  before: ProjectTerms | null,
  after: ProjectTerms | null,
): { terms?: Partial<ProjectTerms> | null } {
  if (after === null) return before === null ? {} : { terms: null }
  const terms = before === null ? after : differing(before, after)
  return Object.keys(terms).length === 0 ? {} : { terms }
}

/**
 * A contract with a client who pays for it, or one of the user's own (not billable). A contract
 * that has bills can be archived, not removed.
 */
export const projectDecider: Decider<ProjectCommand, ProjectEvent, Project> = {
  category: 'project',
  initial: { status: 'none' },

  decide(command, project) {
    if (command.type === 'AddProject') {
      const { profileId, ref, title, templates, isBillable, timeUnit } = command.draft
      const terms = isBillable ? settled(command.draft.terms) : null
      checkTerms(terms)
      const added = {
        profileId,
        ref,
        title,
        templates,
        ...(timeUnit !== undefined && { timeUnit }),
        terms,
      }
      return addOnce(project, added, { type: 'ProjectAdded', data: added })
    }
    if (project.status === 'removed' && command.type === 'RemoveProject') return []
    if (project.status !== 'live') throw refusal('NOT_FOUND')
    switch (command.type) {
      case 'ChangeProject':
        return change(command.changes, project)
      case 'ArchiveProject':
        return project.archived ? [] : [{ type: 'ProjectArchived', data: {} }]
      case 'RestoreProject':
        return project.archived ? [{ type: 'ProjectRestored', data: {} }] : []
      case 'RemoveProject':
        return [{ type: 'ProjectRemoved', data: {} }]
      default:
        return unreachable(command)
    }
  },

  evolve(project, event): Project {
    if (event.type === 'ProjectAdded')
      return { status: 'live', ...event.data, added: event.data, archived: false }
    if (project.status !== 'live')
      throw new Error(`${event.type} in the stream of a contract that is not there`)
    switch (event.type) {
      case 'ProjectChanged':
        return withChanges(project, event.data.changes)
      case 'ProjectArchived':
        return { ...project, archived: true }
      case 'ProjectRestored':
        return { ...project, archived: false }
      case 'ProjectRemoved':
        return { status: 'removed', profileId: project.profileId }
      default:
        return unreachable(event)
    }
  },
}

/** The facts after a `ProjectChanged`. */
export function withChanges<T extends Facts>(
  facts: T,
  { terms, ...labels }: Extract<ProjectEvent, { type: 'ProjectChanged' }>['data']['changes'],
): T {
  if (terms === undefined) return { ...facts, ...labels }
  return {
    ...facts,
    ...labels,
    terms: terms === null ? null : { ...(facts.terms ?? noTerms), ...terms },
  }
}

/** Whether the contract runs: it has started, has no past end date, and is not archived. */
export const isActive = (
  { terms, archived }: Pick<LiveProject, 'terms' | 'archived'>,
  today: Day,
): boolean =>
  !archived &&
  terms !== null &&
  terms.startDate !== '' &&
  (terms.endDate === '' || today <= terms.endDate)
export const isExpired = ({ terms }: Pick<LiveProject, 'terms'>, today: Day): boolean =>
  terms !== null && terms.endDate !== '' && today > terms.endDate

/**
 * The first renewal today or later: the start plus whole periods. Empty for a contract that is not
 * renewable or has no start.
 */
export function nextRenewal(terms: ProjectTerms | null, today: Day): DayOrNone {
  if (terms === null || !terms.isRenewable || terms.startDate === '' || terms.renewalPeriod < 1)
    return ''
  return addDays(
    terms.startDate,
    daysToRenewal(daysBetween(terms.startDate, today), terms.renewalPeriod),
  )
}

/** Whether an active contract ends or renews itself within `RENEWAL_NEAR_DAYS`. */
export const isToRenew = (project: Pick<LiveProject, 'terms' | 'archived'>, today: Day): boolean =>
  isActive(project, today) &&
  [project.terms?.endDate ?? '', nextRenewal(project.terms, today)].some(
    (day) => day !== '' && daysBetween(today, day) <= RENEWAL_NEAR_DAYS,
  )

/**
 * Active billable first, then inactive billable, then the rest; the latest start first in each.
 *
 * @source specification, section 4
 */
export function byPriority(today: Day) {
  const rank = (project: Pick<LiveProject, 'terms' | 'archived'>): number =>
    project.terms === null ? 2 : isActive(project, today) ? 0 : 1
  return (
    a: Pick<LiveProject, 'terms' | 'archived'>,
    b: Pick<LiveProject, 'terms' | 'archived'>,
  ): number => {
    const [from, to] = [a.terms?.startDate ?? '', b.terms?.startDate ?? '']
    return rank(a) - rank(b) || (from < to ? 1 : from > to ? -1 : 0)
  }
}

/** A contract in the wire's words, without the fields that are computed at reading. */
export function projectView(project: Pick<LiveProject, keyof Facts | 'profileId' | 'archived'>) {
  const { ref, title, profileId, templates, archived, timeUnit } = project
  const terms = project.terms ?? { ...noTerms, paymentDeadline: 0 }
  return {
    ref,
    title,
    profileId,
    isBillable: project.terms !== null,
    timeUnit: timeUnit ?? ('halfDay' as const),
    clientId: terms.clientId || (0 as const),
    priceMode: terms.priceMode,
    priceHT: toMajor(terms.priceMinor, terms.currency),
    priceUnit: terms.priceUnit ?? ('day' as const),
    hoursPerDay: terms.hoursPerDay ?? 0,
    soldDays: fromQuantity(terms.soldDays),
    currency: project.terms === null ? '' : terms.currency,
    isRenewable: terms.isRenewable,
    renewalPeriod: terms.renewalPeriod,
    startDate: epochOrZero(terms.startDate),
    endDate: epochOrZero(terms.endDate),
    paymentDeadline: terms.paymentDeadline,
    penaltyRate: fromRate(terms.penaltyRate),
    tva: fromRate(terms.vatRate),
    penaltyBasis: terms.penaltyBasis ?? '',
    buyerReference: terms.buyerReference ?? '',
    purchaseOrder: terms.purchaseOrder ?? '',
    discountTerms: terms.discountTerms ?? '',
    header: terms.header ?? '',
    footer: terms.footer ?? '',
    language: terms.language ?? '',
    templates: [...templates],
    archived,
  }
}

export const projectEntity: Entity<ProjectCommand, ProjectEvent, Project> = {
  name: 'project',
  decider: projectDecider,
  permission: 'contract',
  usedBy: usedBy(
    { by: 'issuedBill', field: 'projectId', code: 'PROJECT_HAS_BILLS' },
    { by: 'draftBill', field: 'projectId', code: 'PROJECT_HAS_DRAFTS' },
  ),
  currency: 'currency',
  refers: { profileId: 'professionalInfo', clientId: 'company', templates: 'mailTemplate' },
  shows: {
    profileId: 'reference',
    isBillable: 'boolean',
    timeUnit: 'choice',
    clientId: 'reference',
    priceMode: 'choice',
    priceHT: 'money',
    priceUnit: 'choice',
    hoursPerDay: 'decimal',
    soldDays: 'decimal',
    currency: 'currency',
    isRenewable: 'boolean',
    renewalPeriod: 'integer',
    startDate: 'day',
    endDate: 'day',
    paymentDeadline: 'integer',
    penaltyRate: 'percent',
    tva: 'percent',
    penaltyBasis: 'choice',
    buyerReference: 'text',
    purchaseOrder: 'text',
    discountTerms: 'text',
    header: 'longText',
    footer: 'longText',
    language: 'choice',
    templates: 'references',
    archived: 'boolean',
  },
  edits: ['ProjectChanged'],
  removed: 'ProjectRemoved',
  view: (state) => (state.status === 'live' ? projectView(state) : null),
  title: (view) => firstText(view, 'title', 'ref'),
}
