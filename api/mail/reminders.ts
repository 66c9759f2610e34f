import type { ReminderCommands } from '#commands/mail/reminders.ts'
import { reminderRoutes } from '#contract/mail/reminders.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import { bills } from '#projections/billing/bills.ts'
import { owedBills } from '#projections/mail/mailing.queries.ts'
import { billReminders } from '#projections/mail/reminders.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** Plans of reminders, and the reminders that wait for the user. */
export function remindersApi(api: Api, commands: ReminderCommands): void {
  api.serve(
    reminderRoutes.plan,
    { reads: { professionalInfos } },
    async ({ read, owner, params: { profileId } }) => {
      if ((await professionalInfoOf(read.professionalInfos, owner, profileId)) === null)
        throw refusal('NOT_FOUND')
      const { version, active, steps, automaticFrom } = await commands.plan(owner, profileId)
      return {
        version,
        active,
        steps: [...steps],
        automatic: automaticFrom !== '',
        automaticFrom: epochOrZero(automaticFrom),
      }
    },
  )
  api.serve(
    reminderRoutes.setPlan,
    { reads: { professionalInfos } },
    async ({ read, owner, params: { profileId }, body, meta }) => {
      if ((await professionalInfoOf(read.professionalInfos, owner, profileId)) === null)
        throw refusal('NOT_FOUND')
      const { version: _, ...plan } = body
      return written(await commands.setPlan(profileId, plan, meta()))
    },
  )

  api.serve(
    reminderRoutes.waiting,
    { reads: { bills, billReminders } },
    async ({ read, owner, params: { profileId } }) =>
      (await owedBills(read, owner, profileId)).flatMap(({ id, waits, proposed, ...bill }) =>
        waits && proposed !== null
          ? [
              {
                billId: id,
                ref: bill.ref,
                client: bill.clientName,
                step: proposed,
                dueDate: epochOfDay(bill.dueDate),
                outstanding: toMajor(bill.outstandingMinor, bill.currency),
                currency: bill.currency,
              },
            ]
          : [],
      ),
  )
  api.serve(
    reminderRoutes.ofBill,
    { reads: { bills, billReminders } },
    async ({ read, owner, params: { id } }) => {
      const bill = await read.bills.get(id)
      if (bill?.owner !== owner) throw refusal('NOT_FOUND', { id })
      const doc = await read.billReminders.get(id)
      const isWaiting = doc?.state === 'waiting' && doc.stopped === '' && bill.outstandingMinor > 0
      return { step: isWaiting ? doc.step : null, stopped: doc?.stopped ?? '' }
    },
  )
  api.serve(reminderRoutes.skip, {}, async ({ params: { id }, body: { step }, meta }) =>
    written(await commands.skip(id, step, meta())),
  )
  api.serve(reminderRoutes.stop, {}, async ({ params: { id }, body: { reason }, meta }) =>
    written(await commands.stop(id, reason, meta())),
  )
  api.serve(reminderRoutes.resume, {}, async ({ params: { id }, meta }) =>
    written(await commands.resume(id, meta())),
  )
}
