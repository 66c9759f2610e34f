import { directionOf } from '#domain/kernel/languages.values.ts'
import type { Order } from '#commands/kernel/fair-queue.ts'
import type { Press } from '#commands/kernel/typeset/press.ts'
import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { formatSiren } from '#domain/kernel/identifiers.ts'
import { assertPaperFits } from '#domain/kernel/paper-size.ts'
import type { Day } from '#domain/kernel/time.ts'

/** Days worked on a contract. @unit quantity: ten-thousandths of a day */
type Worked = { readonly label: string; readonly quantity: number }

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
    readonly total: string
    readonly empty: string
    readonly page: string
    readonly signatures: readonly [string, string]
  }
  readonly lines: readonly (Worked & { readonly day: Day })[]
}

/**
 * The sum of each contract, in order of appearance; none for a single one, which the total tells.
 */
function sumsOf(lines: readonly Worked[]): readonly Worked[] {
  const sums = [...Map.groupBy(lines, ({ label }) => label)].map(([label, some]) => ({
    label,
    quantity: some.reduce((total, { quantity }) => total + quantity, 0),
  }))
  return sums.length > 1 ? sums : []
}

/** @param isSimulation sample data: the paper carries SIMULATION, as its bills do */
function timesheetDocument(paper: TimesheetPaper, isSimulation: boolean): Manuscript {
  const { language, words, business, month } = paper
  const { quantity: figure } = figuresOf(language)
  const rowOf = ({ label, quantity }: Worked) => ({ label, quantity: figure(quantity) })
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
      lines: paper.lines.map((line) => ({ day: shortDay(line.day), ...rowOf(line) })),
      sums: sumsOf(paper.lines).map(rowOf),
      total: words.total,
      days: figure(paper.lines.reduce((total, { quantity }) => total + quantity, 0)),
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
