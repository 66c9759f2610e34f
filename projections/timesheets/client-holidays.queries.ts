import { Company } from '#domain/customers/company.record.ts'
import { type Day, yearOf } from '#domain/kernel/time.ts'
import { type HolidayName, publicHolidays } from '#domain/timesheets/holidays.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projectDocsOf, projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'

export const clientHolidayReads = { projects, companies: recordsOf(Company) }

/** A public holiday where a contract's client is: the client is closed, the user may work. */
export type ClientHoliday = {
  readonly day: Day
  readonly name: HolidayName
  readonly projectId: string
  readonly client: string
}

/**
 * Closed days of the clients of running contracts, the user's own public holidays apart. The days
 * off of a freelancer are those of the business's place; those of a client are a hint.
 *
 * @param asked.own holidays of the business
 */
export async function clientHolidays(
  read: Read<typeof clientHolidayReads>,
  {
    owner,
    profileId,
    from,
    to,
    own,
  }: {
    readonly owner: string
    readonly profileId: string
    readonly from: Day
    readonly to: Day
    readonly own: ReadonlySet<Day>
  },
): Promise<readonly ClientHoliday[]> {
  const running = (await projectDocsOf(read.projects, owner, profileId)).flatMap(
    ({ _id, archived, terms }) =>
      archived || terms === null || (terms.endDate !== '' && terms.endDate < from)
        ? []
        : [{ projectId: _id, ...terms }],
  )
  const clients = await read.companies.load([...new Set(running.map(({ clientId }) => clientId))])
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, n) => yearOf(from) + n)
  return running.flatMap(({ projectId, clientId, startDate, endDate }) => {
    const client = clients.get(clientId)
    if (client?.owner !== owner) return []
    const { address, name } = client.values as {
      readonly address?: { readonly postalCode: string; readonly country: string }
      readonly name?: string
    }
    if (address === undefined || address.country === '') return []
    const region = regionOf(address)
    return years
      .flatMap((year) => publicHolidays(year, region))
      .filter(
        ({ day }) =>
          from <= day &&
          day <= to &&
          startDate <= day &&
          (endDate === '' || day <= endDate) &&
          !own.has(day),
      )
      .map((holiday) => ({ ...holiday, projectId, client: name ?? '' }))
  })
}
