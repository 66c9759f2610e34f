import { directionOf } from '#domain/kernel/languages.values.ts'
import type { Order } from '#commands/kernel/fair-queue.ts'
import type { Press } from '#commands/kernel/typeset/press.ts'
import type { Manuscript } from '#commands/kernel/typeset/typesetter.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { formatSiren } from '#domain/kernel/identifiers.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { assertPaperFits } from '#domain/kernel/paper-size.ts'
import type { Day } from '#domain/kernel/time.ts'

/** Amounts of a line or a sum. @unit minor units of `currency` */
type Amounts = {
  readonly currency: Currency
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}

type PaperLine = Amounts & {
  readonly number: number
  readonly day: Day
  readonly recordedOn: Day
  readonly party: string
  readonly label: string
  readonly nature: string
  readonly reference: string
  readonly method: string
  /** Words for the line that it takes back; empty for none. */
  readonly takesBack: string
}

/** A register of a year, as its paper says it. */
export type RegisterPaper = {
  readonly language: PaperLanguage
  /** Lines of the register until then. */
  readonly day: Day
  /** In French, as the law names it. */
  readonly title: string
  /** The same in the reader's language; empty in French. */
  readonly translated: string
  readonly year: number
  readonly business: { readonly name: string; readonly siren: string }
  readonly words: {
    readonly heads: Readonly<
      Record<
        | 'number'
        | 'date'
        | 'party'
        | 'nature'
        | 'reference'
        | 'method'
        | 'net'
        | 'vat'
        | 'gross'
        | 'recorded',
        string
      >
    >
    readonly asOf: string
    readonly lines: string
    readonly empty: string
    readonly total: string
    readonly page: string
    readonly note: string
  }
  readonly lines: readonly PaperLine[]
  readonly totals: readonly Amounts[]
}

/** @param isSimulation sample data: the paper carries SIMULATION, as its bills do */
function registerDocument(paper: RegisterPaper, isSimulation: boolean): Manuscript {
  const { language, words, business, year, title } = paper
  const figures = figuresOf(language)
  const amounts = ({ currency, netMinor, vatMinor, grossMinor }: Amounts) => {
    // One currency is the usual case, and its sign stands in the totals.
    const figure = currency === 'EUR' ? figures.figure : figures.amount
    return [netMinor, vatMinor, grossMinor].map((minor) => figure(minor, currency))
  }
  const siren = business.siren === '' ? '' : `SIREN ${formatSiren(business.siren)}`
  return {
    template: new URL('register.typ', import.meta.url),
    day: paper.day,
    files: {},
    data: {
      language,
      rightToLeft: directionOf(language) === 'rtl',
      mark: isSimulation ? 'SIMULATION' : '',
      meta: { title: `${title} ${year} – ${business.name}`, author: business.name },
      title: `${title} ${year}`,
      translated: paper.translated === '' ? '' : `${paper.translated} ${year}`,
      business: business.name,
      siren,
      asOf: `${words.asOf} ${figures.day(paper.day)}`,
      count: words.lines,
      empty: words.empty,
      note: words.note,
      page: words.page,
      total: words.total,
      heads: [
        words.heads.number,
        words.heads.date,
        words.heads.party,
        words.heads.nature,
        words.heads.reference,
        words.heads.method,
        words.heads.net,
        words.heads.vat,
        words.heads.gross,
        words.heads.recorded,
      ],
      lines: paper.lines.map((line) => ({
        number: String(line.number),
        day: shortDay(line.day),
        party: line.party || '–',
        more: [line.label, line.takesBack].filter((text) => text !== '').join(' · '),
        nature: line.nature,
        reference: line.reference,
        method: line.method,
        amounts: amounts(line),
        recorded: shortDay(line.recordedOn),
      })),
      totals: paper.totals.map(({ currency, netMinor, vatMinor, grossMinor }) =>
        [netMinor, vatMinor, grossMinor].map((minor) => figures.amount(minor, currency)),
      ),
    },
  }
}

/** An entry has two lines: who, and what for. */
const LINES_AN_ENTRY = 2

/** `17/11/2026`: as the law's own forms write days. */
const shortDay = (day: Day): string => day.split('-').toReversed().join('/')

/** Registers on paper. */
export const registerPapers = (
  press: Pick<Press, 'print'>,
  isSimulation: (owner: string) => Promise<boolean>,
) => ({
  /** @throws PAPER_BUSY · PAPER_TOO_LONG */
  async paper(paper: RegisterPaper, order: Order): Promise<Uint8Array> {
    assertPaperFits('register', [], { lines: LINES_AN_ENTRY * paper.lines.length, path: 'year' })
    return press.print(order, async () => registerDocument(paper, await isSimulation(order.owner)))
  },
})
export type RegisterPapers = ReturnType<typeof registerPapers>
