import type { BillCommands } from '#commands/billing/bills.ts'
import type { TimesheetCommands } from '#commands/timesheets/timesheet.ts'
import type { Correction } from '#contract/billing/correction.ts'
import {
  type ActivityDraft,
  type BillableMonth,
  timesheetRoutes as routes,
} from '#contract/timesheets/timesheets.contract.ts'
import type { CheckItem } from '#domain/billing/checklist.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { fromQuantity, toMajor, toQuantity } from '#domain/kernel/money.ts'
import { addDays, dayIn, dayOfEpoch, epochOfDay, makeDay, monthEnd } from '#domain/kernel/time.ts'
import {
  activitiesView,
  type Activity,
  type Entry,
  timesheetId,
  WINDOW_DAYS,
} from '#domain/timesheets/timesheet.ts'
import { QUARTERS_OF_HOUR } from '#domain/projects/time-unit.values.ts'
import { holidaysOfMonth, regionOf } from '#domain/timesheets/working-days.ts'
import { message } from '#api/kernel/messages.ts'
import { billableMonths, billableReads } from '#projections/finance/billable.queries.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  type ProfessionalInfoDoc,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import { mails } from '#projections/mail/mails.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import {
  clientHolidayReads,
  clientHolidays,
} from '#projections/timesheets/client-holidays.queries.ts'
import {
  activitiesIn,
  monthOf,
  monthReads,
  monthSummary,
  timesheetMonths,
} from '#projections/timesheets/months.ts'
import { correctedReads, correctionToWire, withVersions } from '../billing/corrections.ts'
import type { Api } from '../kernel/api.ts'
import type { Language } from '../kernel/languages.ts'
import { auditFields } from '../kernel/audit-fields.ts'
import { approvalsOf, outboxOf } from './approvals.ts'

/** Time that is neither whole quarters nor told is 0, which the rules refuse by name. */
const entryOf = ({ kind, projectId, day, quantity = 0, hours }: ActivityDraft): Entry => ({
  kind,
  projectId: projectId || '',
  day: dayOfEpoch(day),
  quantity: toQuantity(quantity) ?? 0,
  ...(hours !== undefined && { hours: { quarters: hours * QUARTERS_OF_HOUR } }),
})

/** A line of a day is one activity, whatever its quantity. */
const lineOf = ({ kind, projectId, day }: Entry): string => `${day} ${kind} ${projectId}`
const timeOf = ({ quantity, hours }: Entry): string =>
  hours ? `${hours.quarters}/4 h` : `${quantity}`

/** Permissions of a write by its effect on a month: some activities are new, changed or gone. */
function permissionsFor(
  before: readonly Activity[],
  after: readonly Entry[],
): readonly Permission[] {
  const had = new Map(before.map((activity) => [lineOf(activity), timeOf(activity)]))
  const has = new Map(after.map((entry) => [lineOf(entry), timeOf(entry)]))
  const adds = [...has.keys()].some((line) => !had.has(line))
  const changes = [...has].some(([line, time]) => had.has(line) && had.get(line) !== time)
  const removes = [...had.keys()].some((line) => !has.has(line))
  return [
    ...(adds ? ['perm_timesheet_add' as const] : []),
    ...(changes ? ['perm_timesheet_update' as const] : []),
    ...(removes ? ['perm_timesheet_delete' as const] : []),
  ]
}

/** One of them at least is needed to send a month. */
const WRITING = ['perm_timesheet_add', 'perm_timesheet_update', 'perm_timesheet_delete'] as const

/** Audit fields of a month that was never written. */
const unwritten = {
  version: 0,
  creationDate: 0,
  lastModificationDate: 0,
  createdBy: '',
  modifiedBy: '',
}

/** The contract's field that mends a point of a future bill's checklist. */
const ON_CONTRACT: Readonly<Record<string, string>> = { unitPrice: 'priceHT', includeTva: 'tva' }
const contractField = (path: string): string => {
  const name = path.split('.').at(-1) ?? path
  return ON_CONTRACT[name] ?? name
}

/** A contract knows fewer terms than a bill: what it has not is mended on the draft. */
const onContract = ({
  name,
  changes: { penaltyRate, paymentDeadline },
}: Correction): readonly Correction[] =>
  penaltyRate !== undefined
    ? [{ name, changes: { penaltyRate } }]
    : paymentDeadline !== undefined
      ? [{ name, changes: { paymentDeadline } }]
      : []

/** Points of a future bill, in the caller's language: those of the bill are the contract's. */
const lackingToWire = (items: readonly CheckItem[], projectId: string, language: Language) =>
  items.map(({ code, entity, entityId, path, details, corrections = [] }) => ({
    code,
    ...(entity === 'bill'
      ? { entity: 'project' as const, entityId: projectId, path: contractField(path) }
      : { entity, entityId, path }),
    message: message(language, code, details),
    corrections: corrections.flatMap((correction) =>
      entity === 'bill' ? onContract(correctionToWire(correction)) : correctionToWire(correction),
    ),
  }))

/** @param lacking points that would stop the issue of a bill of a month's days, from billing */
export function timesheetApi(
  api: Api,
  commands: TimesheetCommands,
  lacking: BillCommands['lacking'],
): void {
  const profileOf = async (
    infos: ReadModel<ProfessionalInfoDoc>,
    owner: string,
    profileId: string,
  ) => {
    const profile = await professionalInfoOf(infos, owner, profileId)
    if (profile === null) throw refusal('NOT_FOUND')
    return profile
  }

  api.serve(
    routes.month,
    { reads: { timesheetMonths, professionalInfos, mails, ...clientHolidayReads } },
    async ({ read, owner, params: { profileId, year, month }, caller, now }) => {
      const profile = await profileOf(read.professionalInfos, owner, profileId)
      const doc = await monthOf(read.timesheetMonths, owner, profileId, year, month)
      const today = dayIn(now, caller.timeZone)
      const holidays = holidaysOfMonth(year, month, regionOf(profile.identity.address))
      const closed = await clientHolidays(read, {
        owner,
        profileId,
        from: makeDay(year, month, 1),
        to: monthEnd(year, month),
        own: new Set(holidays.map(({ day }) => day)),
      })
      return {
        ...auditFields({ ...(doc ?? unwritten), _id: timesheetId(profileId, year, month) }),
        activities: activitiesView(activitiesIn(doc)),
        approvals: approvalsOf(doc, now, await outboxOf(read.mails, owner, [doc])),
        holidays: holidays.map(({ day, name }) => ({ day: epochOfDay(day), name })),
        clientHolidays: closed.map(({ day, ...one }) => ({ ...one, day: epochOfDay(day) })),
        editableFrom: epochOfDay(addDays(today, -WINDOW_DAYS)),
        editableTo: epochOfDay(addDays(today, WINDOW_DAYS)),
      }
    },
  )
  api.serve(
    routes.days,
    { reads: { timesheetMonths, ...projectRowReads } },
    async ({ read, owner, params: { profileId, year, month } }) => {
      const contracts = new Map(
        (await projectsOf(read, owner, profileId)).map((row) => [row._id, row]),
      )
      const recorded = activitiesIn(
        await monthOf(read.timesheetMonths, owner, profileId, year, month),
      )
      return recorded
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
        .map(({ day, kind, projectId, quantity, hours }) => {
          const contract = contracts.get(projectId)
          return {
            day: epochOfDay(day),
            kind,
            project: contract ? contract.title || contract.ref : '',
            client: contract?.client ?? '',
            quantity: fromQuantity(quantity),
            hours: (hours?.quarters ?? 0) / QUARTERS_OF_HOUR,
          }
        })
    },
  )
  api.serve(routes.record, { reads: { timesheetMonths } }, async (call) => {
    const { params, body, meta, read, owner, can } = call
    const { profileId, year, month } = params
    const doc = await monthOf(read.timesheetMonths, owner, profileId, year, month)
    if (!WRITING.some((permission) => can(permission))) throw refusal('FORBIDDEN')
    for (const permission of permissionsFor(activitiesIn(doc), body.activities.map(entryOf)))
      if (!can(permission)) throw refusal('FORBIDDEN')
    const { id, version, position } = await commands.recordMonth(
      profileId,
      year,
      month,
      body.activities.map(entryOf),
      meta(),
    )
    return { id, version, position }
  })
  api.serve(
    routes.billable,
    { reads: { ...billableReads, ...correctedReads } },
    async ({ read, owner, params: { profileId }, caller, now, language }) => {
      await profileOf(read.professionalInfos, owner, profileId)
      const today = dayIn(now, caller.timeZone)
      const rows = await billableMonths(read, owner, profileId)
      // Missing points concern the contract and the parties: they are the same for each of its
      // months.
      const missing = new Map<string, BillableMonth['missing']>()
      for (const { projectId, year, month, priceMode } of rows)
        if (priceMode === 'day' && !missing.has(projectId)) {
          const command = {
            profileId,
            billType: 'invoice',
            fromTimesheet: { projectId, year, month },
          } as const
          const items = await lacking(command, today, owner)
          missing.set(
            projectId,
            await withVersions(read, lackingToWire(items, projectId, language)),
          )
        }
      return rows.map((row) => ({
        projectId: row.projectId,
        title: row.title,
        client: row.client,
        year: row.year,
        month: row.month,
        priceMode: row.priceMode,
        priceUnit: row.priceUnit,
        days: fromQuantity(row.worked),
        billed: fromQuantity(row.billed),
        left: fromQuantity(row.left),
        leftHours: row.leftHours === null ? null : fromQuantity(row.leftHours),
        priceHT: toMajor(row.priceMinor, row.currency),
        amountHT: row.amountMinor === null ? null : toMajor(row.amountMinor, row.currency),
        currency: row.currency,
        draftId: row.draftId || (0 as const),
        missing: [...(missing.get(row.projectId) ?? [])],
      }))
    },
  )
  api.serve(
    routes.summary,
    { reads: monthReads },
    async ({ read, owner, params: { profileId, year, month }, caller, now }) => {
      await profileOf(read.professionalInfos, owner, profileId)
      const summary = await monthSummary(
        read,
        owner,
        profileId,
        year,
        month,
        dayIn(now, caller.timeZone),
        caller.timeZone,
      )
      return {
        billable: fromQuantity(summary.billable),
        nonBillable: fromQuantity(summary.nonBillable),
        holiday: fromQuantity(summary.holiday),
        unfilled: fromQuantity(summary.unfilled),
        workingDays: fromQuantity(summary.workingDays),
        exceeded: fromQuantity(summary.exceeded),
      }
    },
  )
}
