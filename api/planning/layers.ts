import type { DatedFact, Layer } from '#contract/planning/planning.contract.ts'
import { stateOn } from '#domain/billing/bill-state.values.ts'
import { runsAfter } from '#domain/schedules/recurrence.ts'
import { toMajor } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  epochOfDay,
  weekday,
  yearOf,
} from '#domain/kernel/time.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { QUARTERS_OF_HOUR } from '#domain/projects/time-unit.values.ts'
import { type HolidayRegion, publicHolidays } from '#domain/timesheets/holidays.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import type { ScheduleFamily } from '#domain/schedules/schedule.ts'
import { nextRenewal, type ProjectTerms } from '#domain/projects/project.ts'
import { bills } from '#projections/billing/bills.ts'
import { schedules } from '#projections/schedules/schedules.ts'
import { transactions } from '#projections/finance/transactions.ts'
import { withRecountedRuns } from '#projections/schedules/waiting-runs.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  contributionTermsIn,
  professionalInfos,
  professionalInfosOf,
} from '#projections/profile/professional-infos.ts'
import { projectDocsOf, projects } from '#projections/projects/projects.ts'
import { boardColumns, boardTasks, columnsOf } from '#projections/tasks/boards.ts'
import {
  clientHolidayReads,
  clientHolidays,
} from '#projections/timesheets/client-holidays.queries.ts'
import { activitiesIn, timesheetMonths } from '#projections/timesheets/months.ts'

export const layerReads = {
  ...clientHolidayReads,
  bills,
  schedules,
  transactions,
  professionalInfos,
  projects,
  timesheetMonths,
  boardTasks,
  boardColumns,
}

/** @param to the last day */
export type Asked = {
  readonly read: Read<typeof layerReads>
  readonly owner: string
  readonly from: Day
  readonly to: Day
  /** Absent for all of the user's profiles. */
  readonly profileId: string | undefined
  readonly today: Day
}

const PERMISSIONS: Readonly<Record<Layer, Permission>> = {
  holidays: 'perm_events_menu',
  worked: 'perm_timesheet_menu',
  bills: 'perm_billing_menu',
  charges: 'perm_charge_menu',
  contracts: 'perm_contract_menu',
  tasks: 'perm_task_board_menu',
}

const NOTHING = {
  amount: null,
  currency: '',
  color: 0,
  share: 1,
  hours: 0,
  entity: '',
  entityId: '',
} as const
const WHOLE_DAY = 10_000

const profilesOf = async ({ read, owner, profileId }: Asked) =>
  (await professionalInfosOf(read.professionalInfos, owner)).filter(
    ({ _id }) => profileId === undefined || _id === profileId,
  )

/** Public holidays where the profiles are, once each. */
async function holidays(reading: Asked): Promise<readonly DatedFact[]> {
  const { from, to } = reading
  const regions = new Set(
    (await profilesOf(reading)).map(({ identity }) => regionOf(identity.address)),
  )
  if (regions.size === 0) regions.add('national')
  const all = holidaysIn(regions, reading)
  const once = new Map(all.map((holiday) => [`${holiday.day} ${holiday.name}`, holiday]))
  return [...once.values()]
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, name }) => ({
      ...NOTHING,
      layer: 'holidays',
      day: epochOfDay(day),
      title: '',
      kind: name,
    }))
}

const holidaysIn = (regions: Iterable<HolidayRegion>, { from, to }: Pick<Asked, 'from' | 'to'>) => {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, n) => yearOf(from) + n)
  return years.flatMap((year) => [...regions].flatMap((region) => publicHolidays(year, region)))
}

/** Closed days of clients where the user is not off, once for a client of several contracts. */
async function closedClients(reading: Asked): Promise<readonly DatedFact[]> {
  const { read, owner, from, to } = reading
  const found = await Promise.all(
    (await profilesOf(reading)).map(({ _id: profileId, identity }) => {
      const own = holidaysIn([regionOf(identity.address)], reading)
      return clientHolidays(read, {
        owner,
        profileId,
        from,
        to,
        own: new Set(own.map(({ day }) => day)),
      })
    }),
  )
  const once = new Map(found.flat().map((one) => [`${one.day} ${one.client}`, one]))
  return [...once.values()].map(({ day, name, client, projectId }) => ({
    ...NOTHING,
    layer: 'holidays',
    day: epochOfDay(day),
    title: client,
    kind: name,
    entity: 'project',
    entityId: projectId,
  }))
}

/** Days that the timesheets hold, with their contract; absences are kinds without a title. */
async function worked(reading: Asked): Promise<readonly DatedFact[]> {
  const { read, owner, from, to } = reading
  const facts: DatedFact[] = []
  for (const { _id: profileId } of await profilesOf(reading)) {
    const contracts = new Map(
      (await projectDocsOf(read.projects, owner, profileId)).map((doc) => [doc._id, doc]),
    )
    const years = { $gte: yearOf(from), $lte: yearOf(to) }
    const { items } = await read.timesheetMonths.find({
      filter: { where: { owner, profileId, year: years } },
    })
    for (const month of items)
      for (const { day, kind, projectId, quantity, hours } of activitiesIn(month)) {
        if (day < from || day > to || quantity <= 0) continue
        const contract = contracts.get(projectId)
        const title = contract === undefined ? '' : contract.title || contract.ref
        const entity = contract === undefined ? {} : { entity: 'project', entityId: projectId }
        const share = quantity / WHOLE_DAY
        facts.push({
          ...NOTHING,
          layer: 'worked',
          day: epochOfDay(day),
          title,
          kind,
          share,
          hours: (hours?.quarters ?? 0) / QUARTERS_OF_HOUR,
          ...entity,
        })
      }
  }
  return facts
}

/** Bills on the day they are due, with what is still owed; paid ones with what they came to. */
async function dueBills({
  read,
  owner,
  from,
  to,
  profileId,
  today,
}: Asked): Promise<readonly DatedFact[]> {
  const where = {
    owner,
    ...(profileId !== undefined && { profileId }),
    dueDate: { $gte: from, $lte: to },
  }
  const { items } = await read.bills.find({ filter: { where } })
  return items.flatMap((bill): DatedFact[] => {
    const state = stateOn(bill.state, bill.lateFrom, today)
    if (bill.type === 'creditNote' || state === 'draft' || state === 'issuing') return []
    const minor = bill.outstandingMinor > 0 ? bill.outstandingMinor : bill.grossMinor
    return [
      {
        ...NOTHING,
        layer: 'bills',
        day: epochOfDay(bill.dueDate),
        title: bill.ref,
        kind: state,
        amount: toMajor(minor, bill.currency),
        currency: bill.currency,
        entity: 'bill',
        entityId: bill._id,
      },
    ]
  })
}

/** The most runs that one schedule shows. */
const RUNS = 100

/**
 * Runs of charges: those that wait for the user, and those to come. Declarations are charges of
 * contributions.
 */
const charges = (reading: Asked): Promise<readonly DatedFact[]> => runs(reading, 'charge')

/** Runs of schedules of one family. */
export async function runs(
  { read, owner, from, to, profileId, today }: Asked,
  family: ScheduleFamily,
): Promise<readonly DatedFact[]> {
  const where = { owner, family, ...(profileId !== undefined && { profileId }) }
  const { items } = await read.schedules.find({ filter: { where } })
  const termsOf = contributionTermsIn(await professionalInfosOf(read.professionalInfos, owner))
  const withTerms = await withRecountedRuns(read.transactions, items, termsOf)
  return withTerms.flatMap(({ _id, schedule }): DatedFact[] => {
    const { facts, active, ranUntil, waiting } = schedule
    const signed = (minor: number) =>
      toMajor(facts.operation === 'out' ? -minor : minor, facts.currency)
    const fact = (day: Day, kind: string, minor: number | null): DatedFact => ({
      ...NOTHING,
      layer: 'charges',
      day: epochOfDay(day),
      title: facts.label,
      kind,
      amount: minor === null ? null : signed(minor),
      currency: facts.currency,
      entity: family,
      entityId: _id,
    })
    const after = ranUntil > addDays(from, -1) ? ranUntil : addDays(from, -1)
    const toCome = active
      ? runsAfter(facts.recurrence, after, RUNS, to).filter((day) => day >= from)
      : []
    const fixedMinor = facts.amountType === 'fixed' ? facts.amountMinor : null
    const isDeclared = facts.amountType === 'contributions'
    return [
      ...waiting
        .filter(({ due }) => due >= from && due <= to)
        .map(({ due, amountMinor }) => fact(due, due < today ? 'late' : 'waiting', amountMinor)),
      ...toCome.map((day) => fact(day, isDeclared ? 'declaration' : 'expected', fixedMinor)),
    ]
  })
}

/** The days of a period on which a contract is renewed. */
function renewals(terms: ProjectTerms, from: Day, to: Day): readonly Day[] {
  const days: Day[] = []
  let day = nextRenewal(terms, from)
  while (day !== '' && day <= to) {
    if (day !== terms.startDate) days.push(day)
    day = nextRenewal(terms, addDays(day, 1))
  }
  return days
}

/** Tasks of the board on the day they are due. */
async function tasks({ read, owner, from, to, today }: Asked): Promise<readonly DatedFact[]> {
  const { items } = await read.boardTasks.find({
    filter: { where: { owner, removed: false, 'facts.dueDay': { $gte: from, $lte: to } } },
  })
  const last = (await columnsOf(read.boardColumns, owner)).at(-1)?.columnId
  return items.map(({ _id, facts, columnId }) => ({
    ...NOTHING,
    layer: 'tasks',
    day: epochOfDay(facts.dueDay === '' ? from : facts.dueDay),
    title: facts.title,
    kind: columnId === last ? 'done' : facts.dueDay < today ? 'late' : 'due',
    color: facts.color,
    entity: 'task',
    entityId: _id,
  }))
}

/** Contracts that begin, end or are renewed. */
async function contracts(reading: Asked): Promise<readonly DatedFact[]> {
  const { read, owner, from, to } = reading
  const facts: DatedFact[] = []
  for (const { _id: profileId } of await profilesOf(reading))
    for (const { _id, terms, ref, title, archived } of await projectDocsOf(
      read.projects,
      owner,
      profileId,
    )) {
      if (terms === null || archived) continue
      for (const [kind, day] of [
        ['begins', terms.startDate],
        ['ends', terms.endDate],
        ...renewals(terms, from, to).map((renewed) => ['renews', renewed] as const),
      ] as const)
        if (day !== '' && day >= from && day <= to)
          facts.push({
            ...NOTHING,
            layer: 'contracts',
            day: epochOfDay(day),
            title: title || ref,
            kind,
            entity: 'project',
            entityId: _id,
          })
    }
  return facts
}

const LAYERS_READ = { holidays, worked, bills: dueBills, charges, contracts, tasks } as const

/** The dated facts that these permissions open, in the order of their days. */
export async function datedFacts(
  reading: Asked,
  can: (permission: Permission) => boolean,
): Promise<DatedFact[]> {
  const facts: DatedFact[] = []
  // the keys of the constant above
  for (const [layer, read] of Object.entries(LAYERS_READ))
    if (can(PERMISSIONS[layer as Layer])) facts.push(...(await read(reading)))
  if (can(PERMISSIONS.holidays) && can(PERMISSIONS.contracts))
    facts.push(...(await closedClients(reading)))
  return facts.sort((a, b) => a.day - b.day)
}

/** The longest that a free day is looked for. */
const LOOK_AHEAD_DAYS = 366

/**
 * The next working day with nothing on it; empty when there is none within a year.
 *
 * @param busy whether something takes place on a day
 */
export async function nextFreeDay(
  reading: Omit<Asked, 'to'>,
  busy: (day: Day) => boolean,
): Promise<DayOrNone> {
  const { from } = reading
  const last = addDays(from, LOOK_AHEAD_DAYS)
  const taken = new Set<number>()
  for (const { day } of [
    ...(await holidays({ ...reading, to: last })),
    ...(await worked({ ...reading, to: last })),
  ])
    taken.add(day)
  for (let day = from; day <= last; day = addDays(day, 1))
    if (weekday(day) <= 5 && !taken.has(epochOfDay(day)) && !busy(day)) return day
  return ''
}
