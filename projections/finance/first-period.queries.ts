import { type Day, dayIn, type DayOrNone } from '#domain/kernel/time.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import type { ProfessionalInfoDoc } from '#projections/profile/professional-infos.ts'
import { vatDeclarationsOf } from './vat-declarations.ts'
import type { vatReads } from './vat-facts.queries.ts'
import type { VatMovementDoc } from './vat-movements.ts'

/**
 * First day whose periods are declared here. Periods that end before it were declared elsewhere:
 * they are neither late nor due.
 *
 * `by`: the user chose it, a first record lies before the profile, or it is the profile's first day.
 */
export type FirstPeriod = {
  readonly from: Day
  readonly by: 'chosen' | 'record' | 'creation'
}

const earliest = (days: readonly DayOrNone[], otherwise: Day): Day =>
  days.reduce<Day>((first, day) => (day !== '' && day < first ? day : first), otherwise)

/** The first day on which something counts; the day given when that is earlier. */
export async function firstRecordDay(
  movements: ReadModel<VatMovementDoc>,
  { owner, profileId }: { readonly owner: string; readonly profileId: string },
  day: Day,
  fields: readonly ('receiptsDay' | 'debitsDay' | 'turnoverDay')[] = ['receiptsDay', 'debitsDay'],
): Promise<Day> {
  const days = await Promise.all(
    fields.map(async (field) => {
      const { items } = await movements.find({
        filter: { where: { owner, profileId, [field]: { $gt: '' } } },
        sort: [[field, 1]],
        limit: 1,
      })
      return items[0]?.[field] ?? ''
    }),
  )
  return earliest(days, day)
}

/** The first period of a profile, as its user chose it, or as its records tell. */
export async function firstPeriodOf(
  { vatMovements }: Read<Pick<typeof vatReads, 'vatMovements'>>,
  { _id: profileId, owner, identity, creationDate }: ProfessionalInfoDoc,
  timeZone: string,
): Promise<FirstPeriod> {
  if (identity.firstPeriodFrom) return { from: identity.firstPeriodFrom, by: 'chosen' }
  const created = dayIn(creationDate, timeZone)
  const from = await firstRecordDay(vatMovements, { owner, profileId }, created, [
    'receiptsDay',
    'debitsDay',
    'turnoverDay',
  ])
  return { from, by: from < created ? 'record' : 'creation' }
}

/**
 * First day of the first VAT return that is made here. A credit from before and a return that was
 * declared tell it too.
 */
export async function firstReturnDay(
  read: Read<typeof vatReads>,
  profile: ProfessionalInfoDoc,
  timeZone: string,
): Promise<Day> {
  const { _id: profileId, owner } = profile
  const [{ from }, opening, [sealed]] = await Promise.all([
    firstPeriodOf(read, profile, timeZone),
    read.vatOpenings.get(profileId),
    vatDeclarationsOf(read.vatDeclarations, owner, profileId),
  ])
  if (sealed) return sealed.from
  return opening?.owner === owner && opening.from > from ? opening.from : from
}
