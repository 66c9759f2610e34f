import { directionOf } from '#domain/kernel/languages.values.ts'
import type { Order } from '#commands/kernel/fair-queue.ts'
import type { Press } from '#commands/kernel/typeset/press.ts'
import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { formatSiren } from '#domain/kernel/identifiers.ts'
import { assertPaperFits } from '#domain/kernel/paper-size.ts'
import { QUANTITY_SCALE } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { QUARTERS_OF_HOUR } from '#domain/projects/time-unit.values.ts'
import { sumOfDays, sumOfQuarters, type WorkedTime } from '#domain/timesheets/worked-time.ts'

/** Days are told to the hundredth. @unit ten-thousandths of a day */
const HUNDREDTH = QUANTITY_SCALE / 100

/** Time worked on a contract. */
type Worked = WorkedTime & { readonly label: string }

/** The days of a month, as its paper says them. */
export type TimesheetPaper = {
  readonly language: PaperLanguage
  /** The last day of the month. */
  readonly day: Day
  /** `novembre 2026`. */
  readonly month: string
  readonly business: { readonly name: string; readonly siren: string }
  /** The client of the days; empty when they are of several. */
  readonly client: string
  /** Approver of the days, and the time; empty without an approval. */
  readonly approved: string
  readonly words: {
    readonly title: string
    readonly heads: readonly [string, string, string]
    /** The sum in hours, where all was entered so. */
    readonly totalTime: string
    /** The sum in days; it says how hours became days. */
    readonly total: string
    /** The unit, after a figure. */
    readonly hour: string
    readonly empty: string
    readonly page: string
    readonly signatures: readonly [string, string]
  }
  readonly lines: readonly (Worked & { readonly day: Day })[]
}

/**
 * The lines of each contract, in order of appearance; none for a single one, which the total tells.
 */
function contractsOf(lines: readonly Worked[]): readonly (readonly [string, readonly Worked[]])[] {
  const contracts = [...Map.groupBy(lines, ({ label }) => label)]
  return contracts.length > 1 ? contracts : []
}

/** @param isSimulation sample data: the paper carries SIMULATION, as its bills do */
function timesheetDocument(paper: TimesheetPaper, isSimulation: boolean): Manuscript {
  const { language, words, business, month } = paper
  const { quantity: figure } = figuresOf(language)
  const daysOf = (worked: readonly Worked[]) =>
    figure(Math.round(sumOfDays(worked) / HUNDREDTH) * HUNDREDTH)
  const hoursOf = (worked: readonly Worked[]): string | null => {
    const quarters = sumOfQuarters(worked)
    const hours = quarters === null ? null : (quarters * QUANTITY_SCALE) / QUARTERS_OF_HOUR
    return hours === null ? null : `${figure(hours)}\u00A0${words.hour}`
  }
  const rowOf = (label: string, worked: readonly Worked[]) => ({
    label,
    quantity: hoursOf(worked) ?? daysOf(worked),
  })
  return {
    template: new URL('timesheet.typ', import.meta.url),
    day: paper.day,
    files: {},
    data: {
      language,
      rightToLeft: directionOf(language) === 'rtl',
      mark: isSimulation ? 'SIMULATION' : '',
      meta: { title: `${words.title} ${month} – ${business.name}`, author: business.name },
      title: words.title,
      month,
      business: business.name,
      siren: business.siren === '' ? '' : `SIREN ${formatSiren(business.siren)}`,
      client: paper.client,
      approved: paper.approved,
      heads: words.heads,
      lines: paper.lines.map((line) => ({
        day: shortDay(line.day),
        ...rowOf(line.label, [line]),
      })),
      sums: contractsOf(paper.lines).map(([label, some]) => rowOf(label, some)),
      totalTime: words.totalTime,
      time: hoursOf(paper.lines) ?? '',
      total: words.total,
      days: daysOf(paper.lines),
      empty: words.empty,
      page: words.page,
      signatures: words.signatures,
    },
  }
}

/** `17/11/2026`. */
const shortDay = (day: Day): string => day.split('-').toReversed().join('/')

/** Timesheets on paper. */
export const timesheetPapers = (
  press: Pick<Press, 'print'>,
  isSimulation: (owner: string) => Promise<boolean>,
) => ({
  /** @throws PAPER_BUSY · PAPER_TOO_LONG */
  async paper(paper: TimesheetPaper, order: Order): Promise<Uint8Array> {
    assertPaperFits('timesheet', [], { lines: paper.lines.length, path: 'projectId' })
    return press.print(order, async () => timesheetDocument(paper, await isSimulation(order.owner)))
  },
})
export type TimesheetPapers = ReturnType<typeof timesheetPapers>
