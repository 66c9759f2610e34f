import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { createPace } from '#commands/kernel/pace.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { outstandingOf } from '#domain/billing/bill-balance.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { dayIn, type DayOrNone } from '#domain/kernel/time.ts'
import type { MailPayload } from '#domain/mail/mail.ts'
import { isReminder, type ReminderStop, reminderPurpose } from '#domain/mail/mail.values.ts'
import {
  goesByItself,
  NO_PLAN,
  type ReminderPlan,
  reminderPlansDecider,
  stepsOn,
} from '#domain/mail/reminder-plan.ts'
import { remindersDecider } from '#domain/mail/reminders.ts'
import type { BillMails } from './bill-mails.ts'
import type { MailCommands } from './send-mail.ts'

type Round = {
  readonly plans: Readonly<Record<string, ReminderPlan>>
  readonly cause: string
  /** The reminder was due while the account had no access. */
  readonly held?: true
}

/**
 * From one reminder to the next, over all owners: each takes a few milliseconds of the process that
 * answers requests.
 *
 * @unit milliseconds
 */
const EVERY_MS = 50

/** Refusals of a reminder that would go by itself: it then waits for the user. */
const WAITS_FOR_USER: ReadonlySet<string> = new Set([
  'MAIL_WITHOUT_RECIPIENT',
  'MAIL_ADDRESS_INVALID',
  'MAIL_VARIABLE_UNKNOWN',
  'MAIL_EMPTY',
  'MAIL_TOO_LARGE',
])

/**
 * Reminders of bills that are owed: planned by profile, shown before they go, or let go by
 * themselves.
 */
export function reminderCommands({
  handler,
  facts,
  mail,
  billMails,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Facts
  readonly mail: Pick<MailCommands, 'files' | 'send'>
  readonly billMails: BillMails
  readonly now: () => number
}) {
  const inTurn = createPace(EVERY_MS)

  /**
   * Sends one by itself. The mail's id follows from bill and step, so that a repeated round sends
   * it once.
   */
  async function send(
    profileId: string,
    billId: string,
    step: number,
    today: string,
    meta: CommandMeta,
  ) {
    const id = ulidFrom(`reminder ${billId} ${step}`)
    try {
      const purpose = reminderPurpose(step)
      const { body: html, ...draft } = await billMails.draft(
        meta.owner,
        profileId,
        billId,
        { purpose, template: '' },
        today,
      )
      const attachments = await mail.files(meta.owner, draft.attachments)
      const { sender, subject, template } = draft
      const recipients = [...draft.recipients]
      const reminderMail = {
        sender,
        recipients,
        cc: [],
        subject,
        html,
        template,
        billId,
        purpose,
        step,
      }
      await mail.send(id, { ...reminderMail, attachments: [...attachments] }, null, {
        ...meta,
        commandId: derivedUuid('send reminder', billId, step),
      })
    } catch (error) {
      const isKnown =
        error instanceof Refusal &&
        (error.code === 'ID_ALREADY_USED' || WAITS_FOR_USER.has(error.code))
      if (!isKnown) throw error
    }
  }

  /** @returns the day of the profile's next reminder */
  async function propose(
    profileId: string,
    plan: ReminderPlan,
    {
      timeZone,
      meta,
      signal,
    }: { readonly timeZone: string; readonly meta: CommandMeta; readonly signal: AbortSignal },
  ): Promise<DayOrNone> {
    const today = dayIn(now(), timeZone)
    let soonest: DayOrNone = ''
    for (const { id, dueDate, proposed, waits } of await facts.owedBills(meta.owner, profileId)) {
      signal.throwIfAborted()
      const { step, next } = stepsOn(plan.steps, dueDate, today)
      if (next !== '' && (soonest === '' || next < soonest)) soonest = next
      if (step === null) continue
      const byItself = goesByItself(plan, dueDate, step)
      const isNew = proposed === null || proposed < step
      // A waiting reminder can be sent now: the client got an address, or the plan became
      // automatic.
      if (!isNew && !(proposed === step && waits && byItself)) continue
      await inTurn(signal)
      if (isNew) {
        const command = { type: 'ProposeReminder', profileId, step } as const
        const commandId = derivedUuid('propose reminder', id, step)
        const { state } = await handler.run(remindersDecider, id, command, { ...meta, commandId })
        if (state.stopped !== '') continue
      }
      if (byItself) await send(profileId, id, step, today, meta)
    }
    return soonest
  }

  /** Whether a bill is still owed. */
  async function isOwed(owner: string, billId: string): Promise<boolean> {
    const state = (await handler.load(billDecider, billId, owner))?.state
    return state?.status === 'issued' && outstandingOf(state) > 0
  }

  return {
    /** The plan of a profile, and the version of all plans of its user. */
    async plan(owner: string, profileId: string) {
      const loaded = await handler.load(reminderPlansDecider, owner, owner)
      return { ...(loaded?.state[profileId] ?? NO_PLAN), version: loaded?.version ?? 0 }
    },

    /** @throws REMINDER_STEPS_INVALID */
    setPlan: (
      profileId: string,
      plan: {
        readonly active: boolean
        readonly automatic: boolean
        readonly steps: readonly number[]
      },
      meta: CommandMeta,
    ) =>
      handler.run(
        reminderPlansDecider,
        meta.owner,
        { type: 'SetReminderPlan', profileId, ...plan },
        meta,
      ),

    /**
     * Proposes what is due in every active plan of an owner, and sends what goes by itself. May run
     * twice.
     */
    async round(
      { plans, cause, held }: Round,
      meta: CommandMeta,
      signal: AbortSignal,
    ): Promise<void> {
      const timeZone = await facts.timeZoneOf(meta.owner)
      if (held) {
        const release = { ...meta, timeZone, commandId: derivedUuid(meta.commandId, 'release') }
        const { events } = await handler.run(
          reminderPlansDecider,
          meta.owner,
          { type: 'ReleaseReminders' },
          release,
        )
        // The plans that it sets ask for a round of their own.
        if (events.length > 0) return
      }
      let next: DayOrNone = ''
      for (const [profileId, plan] of Object.entries(plans)) {
        if (!plan.active) continue
        const soonest = await propose(profileId, plan, { timeZone, meta, signal })
        if (soonest !== '' && (next === '' || soonest < next)) next = soonest
      }
      await handler.run(
        reminderPlansDecider,
        meta.owner,
        { type: 'EndReminderRound', next, askedBy: cause },
        meta,
      )
    },

    /** Due reminders wait: the access of the account has ended. Recorded once. */
    async hold({ held }: Round, meta: CommandMeta): Promise<void> {
      if (!held)
        await handler.run(reminderPlansDecider, meta.owner, { type: 'HoldReminders' }, meta)
    },

    /** @throws REMINDER_NOT_WAITING */
    skip: (billId: string, step: number, meta: CommandMeta) =>
      handler.run(remindersDecider, billId, { type: 'SkipReminder', step }, meta),

    /** @throws NOT_FOUND */
    async stop(billId: string, reason: ReminderStop, meta: CommandMeta) {
      const bill = (await handler.load(billDecider, billId, meta.owner))?.state
      if (bill?.status !== 'issued') throw refusal('NOT_FOUND', { id: billId })
      const { profileId } = bill.content
      return handler.run(
        remindersDecider,
        billId,
        { type: 'StopReminders', profileId, reason },
        meta,
      )
    },

    resume: (billId: string, meta: CommandMeta) =>
      handler.run(remindersDecider, billId, { type: 'ResumeReminders' }, meta),

    /**
     * Whether a mail may still go. A reminder goes while its bill is owed, and a planned one unless
     * it is stopped or skipped.
     */
    isWanted: async (owner: string, { purpose, step, billId }: MailPayload): Promise<boolean> => {
      if (purpose === undefined || !isReminder(purpose) || billId === '') return true
      const state = (await handler.load(remindersDecider, billId, owner))?.state
      const isHeld =
        state !== undefined && (state.stopped !== '' || (state.skipped && state.step === step))
      return (step === undefined || !isHeld) && (await isOwed(owner, billId))
    },
  }
}
export type ReminderCommands = ReturnType<typeof reminderCommands>
