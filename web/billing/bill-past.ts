import type { Bill, BillPaper } from '#contract/billing.ts'
import { numberText } from '#web/kernel/words/formats.ts'
import { minorOf } from './currency-sums.tsx'

type Record = Readonly<{ [field: string]: unknown }>
const number = (record: Record, field: string) => (typeof record[field] === 'number' ? (record[field] as number) : 0)
const word = (record: Record, field: string) => (typeof record[field] === 'string' ? (record[field] as string) : '')

const DAY_MS = 86_400_000

/** How far it had come at an instant: what the record says, and whether its day had passed. */
function stateAt(record: Record, at: number): Bill['state'] {
  if (record['status'] === 'draft') return 'draft'
  if (number(record, 'collectDate') > 0) return 'collected'
  const outstanding = number(record, 'outstanding')
  if (record['type'] !== 'creditNote' && outstanding === 0)
    return number(record, 'paidAmount') > 0 ? 'paid' : 'credited'
  if (record['type'] !== 'creditNote' && at >= number(record, 'dueDate') + DAY_MS) return 'late'
  return number(record, 'paidAmount') > 0 ? 'partlyPaid' : 'issued'
}

/** The bill as its history tells it: fields the history does not hold (penalties to date, single payments) are left at nothing. */
export function billAt(bill: Bill, record: Record, at: number): Bill {
  return {
    ...bill,
    ...(record as Partial<Bill>), // the history's record is in the wire's words
    state: stateAt(record, at),
    paidAmount: number(record, 'paidAmount'),
    outstanding: number(record, 'outstanding'),
    lines: (record['lines'] as Bill['lines'] | undefined) ?? [],
    payments: [],
    creditNotes: bill.creditNotes.filter((note) =>
      ((record['credits'] as readonly string[] | undefined) ?? []).includes(note.ref),
    ),
    creditNoteOf: bill.creditNoteOf,
    creditNoteOfRef: bill.creditNoteOfRef,
    cancelledBy: 0,
    penaltyAmount: 0,
    penaltyDays: 0,
    penaltyBase: 0,
    penaltyIndemnity: 0,
  }
}

/** The paper of a draft that has changed since: what its history holds, without the parties' particulars. */
export function paperAt(bill: Bill, record: Record): BillPaper {
  const { currency } = bill
  const lines = (record['lines'] as Bill['lines'] | undefined) ?? []
  const bases = new Map<number, number>()
  for (const line of lines) bases.set(line.tva, (bases.get(line.tva) ?? 0) + minorOf(line.amountHT, currency))
  return {
    title: bill.type === 'creditNote' ? 'Avoir' : bill.type === 'deposit' ? 'Facture d’acompte' : 'Facture',
    number: 'Brouillon',
    draft: true,
    simulation: false,
    seller: { name: '', lines: [] },
    facts: [],
    buyer: { name: word(record, 'client'), lines: [] },
    object: word(record, 'serviceName'),
    header: word(record, 'header'),
    currency,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: numberText('fr', line.quantity, { digits: 4 }),
      unitPrice: line.unitPrice,
      rate: line.tva === 0 ? '–' : `${numberText('fr', line.tva)}\u00A0%`,
      amount: line.amountHT,
    })),
    totals: [
      { label: 'Total HT', amount: number(record, 'totalHT') },
      ...(number(record, 'totalTva') > 0
        ? [
            {
              label: bases.size === 1 ? `TVA ${numberText('fr', [...bases.keys()][0] ?? 0)}\u00A0%` : 'TVA',
              amount: number(record, 'totalTva'),
            },
          ]
        : []),
    ],
    due: { label: bill.type === 'creditNote' ? 'Total de l’avoir' : 'À payer', amount: number(record, 'totalTTC') },
    payment: [],
    tax: [],
    terms: '',
    footer: word(record, 'footer'),
    logo: null,
    signature: null,
    sha256: '',
  }
}
