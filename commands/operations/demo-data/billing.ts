import type { BillLine } from '#domain/billing/content.ts'
import { addDays, type Day, monthEnd, monthOf, yearOf } from '#domain/kernel/time.ts'
import { HALF_DAY } from '#domain/timesheets/timesheet.ts'
import {
  type Chapter,
  days,
  type Episode,
  MONTHS_BACK,
  monthsBefore,
  type Tale,
  workday,
} from './tale.ts'

const daysLine = (description: string, count: number, unitPriceMinor = 65_000): BillLine => ({
  description,
  quantity: days(count),
  unit: 'day',
  unitPriceMinor,
  rate: 2_000,
  creditedLine: null,
})

/** Means of payment of the sample clients. */
const BY_TRANSFER = { means: { method: 'transfer' } } as const

/** The commands on bills that episodes are made of. */
function billing({ commands, today, profileId, id, meta, receive, known }: Tale) {
  const { bills } = commands.billing
  /** A draft asks read models for deposits. */
  const drafted = async (key: string, content: Parameters<typeof bills.draft>[1], day: Day) => {
    await known()
    return bills.draft(id(key), content, day, meta(key, day))
  }
  return {
    drafted,
    draft: (
      key: string,
      day: Day,
      client: string,
      serviceName: string,
      lines: readonly BillLine[],
      more: { projectId?: string; paymentDays?: number; penaltyRate?: number } = {},
    ) =>
      drafted(
        key,
        {
          profileId,
          billType: 'invoice',
          clientId: id(client),
          serviceName,
          lines,
          penaltyRate: 1_215,
          ...more,
        },
        day,
      ),
    issue: async (key: string, day: Day) => {
      await known()
      return bills.issue(id(key), profileId, day, '', meta(`issue ${key}`, day))
    },
    /** Paid on a day, in the bank two days later. */
    settle: async (key: string, paid: Day) => {
      await receive(
        id(key),
        await bills.pay(id(key), profileId, null, paid, meta(`pay ${key}`, paid), BY_TRANSFER),
      )
      const banked = addDays(paid, 2)
      if (banked <= today)
        await bills.collect(id(key), profileId, banked, meta(`collect ${key}`, banked))
    },
  }
}

/** Bill of each contract at the start of the next month, and the day of its payment. */
function monthlyBills(tale: Tale): readonly Episode[] {
  const { today, profileId, id } = tale
  const { drafted, issue, settle } = billing(tale)
  return Array.from({ length: MONTHS_BACK }, (_, i) => i + 1).flatMap((back) => {
    const month = monthsBefore(today, back)
    const [year, number] = [yearOf(month), monthOf(month)]
    const billed = workday(addDays(monthEnd(year, number), 1))
    const paid = workday(addDays(billed, 21 + (back % 3) * 3))
    const projects = [
      'portal',
      ...(back > 8 || back === 1 ? [] : ['audit']),
      ...(back > 5 || back % 2 === 1 ? [] : ['hosting']),
    ]
    if (billed > today) return []
    return projects.flatMap((project): readonly Episode[] => {
      const bill = `${project} ${month}`
      const issued: Episode = {
        day: billed,
        tell: async () => {
          const fromTimesheet = { projectId: id(project), year, month: number }
          const draft = { profileId, billType: 'invoice', fromTimesheet } as const
          await drafted(bill, draft, billed)
          await issue(bill, billed)
        },
      }
      return paid < today ? [issued, { day: paid, tell: () => settle(bill, paid) }] : [issued]
    })
  })
}

/**
 * One bill of each other kind: late, half paid, partly credited, to a person with a reduction, a
 * draft.
 */
export const billingChapter: Chapter = (tale) => {
  const { commands, today, profileId, id, meta, receive } = tale
  const { bills } = commands.billing
  const { draft, issue, settle } = billing(tale)
  const training = workday(addDays(today, -51))
  const workshop = workday(addDays(today, -32))
  const half = workday(addDays(today, -12))
  const grid = workday(addDays(today, -70))
  const credited = workday(addDays(today, -39))
  const rest = workday(addDays(today, -36))
  const lesson = workday(addDays(today, -25))
  const lessonPaid = workday(addDays(today, -18))
  const flatRate: BillLine = {
    description: 'Diagnostic énergétique, forfait',
    quantity: days(1),
    unit: '',
    unitPriceMinor: 300_000,
    rate: 2_000,
    creditedLine: null,
  }
  return [
    ...monthlyBills(tale),
    {
      day: training,
      tell: async () => {
        await draft('training', training, 'lampadaire', 'Formation interne', [
          daysLine('Formation interne', 4),
        ])
        await issue('training', training)
      },
    },
    {
      day: workshop,
      tell: async () => {
        const more = { projectId: id('diagnosis'), paymentDays: 45 }
        await draft('workshop', workshop, 'moulin', 'Diagnostic énergétique', [flatRate], more)
        await issue('workshop', workshop)
      },
    },
    {
      day: half,
      tell: async () =>
        receive(
          id('workshop'),
          await bills.pay(
            id('workshop'),
            profileId,
            180_000,
            half,
            meta('half of workshop', half),
            BY_TRANSFER,
          ),
        ),
    },
    {
      day: grid,
      tell: async () => {
        const lines = [daysLine('Atelier de cadrage', 2, 58_000)]
        await draft('grid', grid, 'tournebroche', 'Atelier de cadrage', lines)
        await issue('grid', grid)
      },
    },
    {
      day: credited,
      tell: async () => {
        const credit = { id: id('grid credit'), lines: [{ line: 0, quantity: HALF_DAY }] }
        await bills.creditNote(id('grid'), profileId, credit, meta('grid credit', credited))
        await issue('grid credit', credited)
      },
    },
    { day: rest, tell: () => settle('grid', rest) },
    {
      day: lesson,
      tell: async () => {
        const discount = { kind: 'percent', value: 1_000, reason: 'Deuxième séance' } as const
        const lines = [{ ...daysLine('Initiation à la programmation', 1, 42_000), discount }]
        await draft('lesson', lesson, 'marchand', 'Initiation à la programmation', lines, {
          penaltyRate: 0,
        })
        await issue('lesson', lesson)
      },
    },
    { day: lessonPaid, tell: () => settle('lesson', lessonPaid) },
    {
      day: today,
      tell: () => {
        const lines = [daysLine('Audit d’accessibilité, contre-visite', 4)]
        return draft('audit draft', today, 'hydravion', 'Audit d’accessibilité', lines, {
          projectId: id('audit'),
        })
      },
    },
  ]
}
