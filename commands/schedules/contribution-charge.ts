import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import {
  contributionTermsOf,
  type LiveProfessionalInfo,
} from '#domain/profile/professional-info.ts'
import { chargeOfContributions, rhythmOf } from '#domain/schedules/contribution-charge.ts'
import { type ScheduleCommand, scheduleDeciders } from '#domain/schedules/schedule.ts'

/**
 * The rhythm of a profile sets up the charge of its contributions. A charge that the user added
 * before follows it, and one that the user removed returns with another rhythm alone.
 *
 * @returns what is called after each change of a profile, with the rhythm that it had before
 */
export function contributionCharge(
  handler: CommandHandler,
  facts: Pick<Facts, 'contributionCharges'>,
  clock: Clock,
) {
  return async (
    profileId: string,
    { identity, bank }: Pick<LiveProfessionalInfo, 'identity' | 'bank'>,
    before: UrssafPeriodicity | '',
    meta: CommandMeta,
  ): Promise<void> => {
    const { version: _, ...rest } = meta
    const send = (id: string, command: ScheduleCommand) =>
      handler.run(scheduleDeciders.charge, id, command, {
        ...rest,
        commandId: derivedUuid(meta.commandId, command.type),
        causationId: meta.commandId,
      })
    const terms = contributionTermsOf(identity)
    const periodicity = terms === null ? '' : (identity.urssafPeriodicity ?? '')
    const isChanged = periodicity !== before
    if (!isChanged && periodicity === '') return
    const [present] = await facts.contributionCharges(meta.owner, profileId)
    if (periodicity === '' || terms === null) {
      if (present !== undefined) await send(present, { type: 'Deactivate' })
      return
    }
    const today = dayIn(meta.occurredAt ?? clock.now(), meta.timeZone ?? FRENCH_ZONE)
    const id = present ?? ulidFrom(`${profileId}/contributions`)
    const state = (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
    if (state === undefined || state.status === 'none') {
      const added = { profileId, terms, periodicity, accountType: bank.accountType }
      const since = identity.startDate > today ? identity.startDate : today
      await send(id, { type: 'Add', facts: chargeOfContributions({ ...added, since }) })
    } else if (isChanged) {
      if (state.status === 'removed') await send(id, { type: 'Restore' })
      const recurrence = rhythmOf(state.facts.recurrence, periodicity)
      await send(id, { type: 'Change', changes: { recurrence }, active: true })
    }
  }
}
