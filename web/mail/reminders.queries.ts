import { queryOptions } from '@tanstack/react-query'
import { reminderRoutes } from '#contract/mail/reminders.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/** Contexts that a reminder changes. */
export const REMINDED = ['mail']

export const reminderPlanQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['mail', 'reminderPlans', 'plan', profileId],
    queryFn: () => call(reminderRoutes.plan, { params: { profileId } }),
  })

/**
 * Bills whose reminder waits. The words after the first are the collections that changes are told
 * by.
 */
export const waitingRemindersQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['mail', 'billReminders', 'bill', 'effect', 'waiting', profileId],
    queryFn: () => call(reminderRoutes.waiting, { params: { profileId } }),
  })

export const reminderOfBillQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', 'billReminders', 'bill', 'effect', id],
    queryFn: () => call(reminderRoutes.ofBill, { params: { id } }),
    meta: { refusal: 'silent' },
  })
