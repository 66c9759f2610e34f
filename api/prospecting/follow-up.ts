import type { FollowUp } from '#commands/prospecting/jobs.ts'
import { FOLLOW_UP_DAYS } from '#domain/identity/follow-up.values.ts'
import { addDays, dayIn, epochOfDay } from '#domain/kernel/time.ts'
import { workingDayFrom } from '#domain/timesheets/working-days.ts'
import { users } from '#projections/identity/users.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import type { Caller } from '#api/kernel/api.ts'
import type { Language } from '#api/kernel/languages.ts'
import { word } from '#api/kernel/words.ts'

export const followUpReads = { users }

/**
 * The follow-up that an application of today sets, on a working day, as the user's account says;
 * null for none.
 */
export async function followUpOf({
  read,
  owner,
  caller,
  language,
  now,
}: {
  readonly read: Read<typeof followUpReads>
  readonly owner: string
  readonly caller: Pick<Caller, 'timeZone'>
  readonly language: Language
  readonly now: number
}): Promise<FollowUp | null> {
  const days = (await read.users.get(owner))?.parameters.followUpDays ?? FOLLOW_UP_DAYS
  return days === 0
    ? null
    : {
        nextAction: word(language, 'prospecting', 'apply.followUp'),
        nextActionDate: epochOfDay(workingDayFrom(addDays(dayIn(now, caller.timeZone), days))),
      }
}
