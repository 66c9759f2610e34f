import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { turnsByKey } from '#commands/kernel/turns-by-key.ts'
import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import { fold } from '#domain/kernel/decider.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import {
  contributionTermsOf,
  type LiveProfessionalInfo,
  type ProfessionalInfo,
  professionalInfoDecider,
  type ProfessionalInfoEvent,
} from '#domain/profile/professional-info.ts'
import { chargeOfContributions, rhythmOf } from '#domain/schedules/contribution-charge.ts'
import { type ScheduleCommand, scheduleDeciders } from '#domain/schedules/schedule.ts'

/** The charge of a profile's contributions, unless the user added one. */
export const contributionChargeId = (profileId: string): string =>
  ulidFrom(`${profileId}/contributions`)

const periodicityOf = (profile: ProfessionalInfo): UrssafPeriodicity | '' =>
  profile.status === 'live' && contributionTermsOf(profile.identity) !== null
    ? (profile.identity.urssafPeriodicity ?? '')
    : ''

/**
 * The rhythm of a profile sets up the charge of its contributions. A charge that the user added
 * before follows it, and one that the user removed returns with another rhythm alone.
 *
 * @returns what is called after each change of a profile with its result, also when it is repeated
 */
export function contributionCharge(
  handler: CommandHandler,
  facts: Pick<Facts, 'contributionCharges'>,
  clock: Clock,
) {
  const inTurn = turnsByKey()

  async function follow(
    profileId: string,
    profile: LiveProfessionalInfo,
    before: UrssafPeriodicity | '',
    meta: CommandMeta,
  ): Promise<void> {
    const { identity, bank } = profile
    const { version: _, ...rest } = meta
    const send = (id: string, command: ScheduleCommand) =>
      handler.run(scheduleDeciders.charge, id, command, {
        ...rest,
        commandId: derivedUuid(meta.commandId, command.type, before),
        causationId: meta.commandId,
      })
    const terms = contributionTermsOf(identity)
    const periodicity = periodicityOf(profile)
    const isChanged = periodicity !== before
    if (!isChanged && periodicity === '') return
    const [present] = await facts.contributionCharges(meta.owner, profileId)
    if (periodicity === '' || terms === null) {
      if (present !== undefined) await send(present, { type: 'Deactivate' })
      return
    }
    const today = dayIn(meta.occurredAt ?? clock.now(), meta.timeZone ?? FRENCH_ZONE)
    const id = present ?? contributionChargeId(profileId)
    const state = (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
    const { startDate } = identity
    if (state === undefined || state.status === 'none') {
      const added = { profileId, terms, periodicity, accountType: bank.accountType }
      const since = startDate > today ? startDate : today
      await send(id, { type: 'Add', facts: chargeOfContributions({ ...added, since }) })
    } else if (isChanged) {
      if (state.status === 'removed') await send(id, { type: 'Restore' })
      const recurrence = rhythmOf(state.facts.recurrence, periodicity, { today, startDate })
      await send(id, { type: 'Change', changes: { recurrence }, active: true })
    }
  }

  return (
    id: string,
    { events: [first] }: Pick<CommandResult<ProfessionalInfo>, 'events'>,
    meta: CommandMeta,
  ): Promise<void> =>
    // Changes at the same time are followed one after another, each up to the present profile.
    inTurn(id, async () => {
      if (first === undefined) return
      let before: UrssafPeriodicity | '' | null = null
      for (;;) {
        const loaded = await handler.load(professionalInfoDecider, id, meta.owner)
        if (loaded?.state.status !== 'live') return
        const now = periodicityOf(loaded.state)
        if (now === before) return
        // The profile's own decider wrote them.
        const earlier = loaded.events.slice(0, first.revision) as readonly ProfessionalInfoEvent[]
        before ??= periodicityOf(fold(professionalInfoDecider, earlier))
        await follow(id, loaded.state, before, meta)
        before = now
      }
    })
}
