import { Organism } from '#domain/cv/organism.record.ts'
import { runsAfter } from '#domain/schedules/recurrence.ts'
import { PLAIN_SCHEDULE, type ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import type { ScheduleFamily } from '#domain/schedules/schedule.ts'
import { addDays, type Day, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { recordAdded } from './records.ts'
import { type Chapter, type Episode, monthsBefore, type Tale } from './tale.ts'

/** The business's suppliers and the like, by the sample's key. */
const ORGANISMS = {
  office: 'Espace La Soupente',
  telecom: 'Télécom Goéland',
  insurer: 'Assurance Paravent',
  urssaf: 'Urssaf',
} as const

const dayOf = (month: Day, day: number): Day => makeDay(yearOf(month), monthOf(month), day)

type Sample = Partial<Omit<ScheduleFacts, 'recurrence'>> & {
  readonly key: string
  readonly family: ScheduleFamily
  readonly label: string
  readonly first: Day
  readonly count?: number
  /** The day it was stopped. */
  readonly stopped?: Day
}

/**
 * Adds a schedule, makes each of its runs on its day, and validates all but the last waiting one.
 */
function episodesOf(
  { commands, today, start, profileId, id, meta, received }: Tale,
  { key, family, first, count = 1, stopped = '', ...facts }: Sample,
): readonly Episode[] {
  const { schedules } = commands
  const recurrence = { interval: 'month', count, first, until: '' } as const
  const days = runsAfter(recurrence, '', 100, stopped === '' ? today : stopped)
  const added: Episode = {
    day: start,
    tell: () =>
      schedules.add(
        family,
        id(key),
        {
          profileId,
          ...PLAIN_SCHEDULE,
          currency: 'EUR',
          bankAccountType: 'professional',
          ...facts,
          recurrence,
        },
        meta(key, start),
      ),
  }
  /** The transaction of each run. */
  const booked = new Map<Day, string>()
  const runs = days.map(
    (day, i): Episode => ({
      day,
      tell: async () => {
        const made = await schedules.runDue(
          family,
          id(key),
          meta(`run ${key} ${day}`, day),
          received,
        )
        for (const { due, transactionId } of made) booked.set(due, transactionId)
        if (facts.mode !== 'validation' || i === days.length - 1) return
        const run = (await schedules.waiting(family, id(key), meta(key, day).owner))[0]
        if (run === undefined) return
        await schedules.validate(
          family,
          id(key),
          { runId: run.runId },
          meta(`validate ${key} ${day}`, day),
          received,
        )
      },
    }),
  )
  // Later automatic payments are made on their day; the planner does the last one.
  const delay = facts.mode === 'validation' ? 0 : (facts.paymentDelay ?? 0)
  const payments = days.flatMap((day): readonly Episode[] => {
    const paid = addDays(day, delay)
    return delay === 0 || paid > today
      ? []
      : [
          {
            day: paid,
            tell: async () => {
              const run = booked.get(day) ?? ''
              if (run !== '')
                await commands.transactions.markPaid(run, paid, meta(`pay ${key} ${day}`, paid))
            },
          },
        ]
  })
  const stop: Episode = {
    day: stopped,
    tell: () => schedules.deactivate(family, id(key), meta(`stop ${key}`, stopped)),
  }
  return stopped === '' ? [added, ...runs, ...payments] : [added, ...runs, ...payments, stop]
}

/**
 * Rent, subscriptions, pay, contributions and insurance of the year; two charges wait for the user.
 */
export const schedulesChapter: Chapter = (tale) => {
  const { today, first, start, id } = tale
  const samples: readonly Sample[] = [
    {
      key: 'office rent',
      family: 'scheduledTransaction',
      label: 'Bureau partagé',
      kind: 'rent',
      organismId: id('office'),
      amountMinor: 38_400,
      vatRate: 2_000,
      first: dayOf(first, 2),
    },
    {
      key: 'telephone',
      family: 'scheduledTransaction',
      label: 'Mobile et fibre',
      kind: 'subscription',
      organismId: id('telecom'),
      amountMinor: 5_388,
      vatRate: 2_000,
      first: dayOf(first, 18),
    },
    {
      key: 'pay',
      family: 'scheduledTransaction',
      label: 'Rémunération de la gérance',
      kind: 'salary',
      amountMinor: 320_000,
      first: dayOf(first, 28),
    },
    {
      key: 'drawing software',
      family: 'scheduledTransaction',
      label: 'Logiciel Compas',
      kind: 'subscription',
      amountMinor: 2_400,
      vatRate: 2_000,
      first: dayOf(first, 9),
      stopped: addDays(monthsBefore(today, 2), 12),
    },
    {
      key: 'contributions',
      family: 'charge',
      label: 'Cotisations sociales',
      kind: 'urssaf',
      organismId: id('urssaf'),
      amountType: 'calculated',
      percentage: 850,
      paymentDelay: 15,
      first: dayOf(first, 20),
    },
    {
      key: 'tax',
      family: 'charge',
      label: 'Provision d’impôt',
      kind: 'income_taxes',
      amountType: 'calculated',
      percentage: 500,
      paymentDelay: 20,
      mode: 'validation',
      count: 3,
      first: addDays(today, -12),
    },
    {
      key: 'insurance',
      family: 'charge',
      kind: 'professional_insurance',
      mode: 'validation',
      label: 'Responsabilité professionnelle',
      organismId: id('insurer'),
      amountMinor: 23_200,
      count: 3,
      first: dayOf(monthsBefore(today, 9), 1),
    },
  ]
  return [
    ...Object.entries(ORGANISMS).map(([key, name]) =>
      recordAdded(tale, start, Organism, key, { name }),
    ),
    ...samples.flatMap((sample) => episodesOf(tale, sample)),
  ]
}
