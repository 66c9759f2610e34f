import { foldText } from '#domain/kernel/fold-text.values.ts'
import { type Currency, isCurrency } from '#domain/kernel/money.ts'
import { type Columns, columnsOf, type Table } from '#domain/kernel/table-columns.ts'
import { type Day, isDay, makeDay } from '#domain/kernel/time.ts'
import type { LostRow } from '../import.values.ts'
import { decimalMarkOf, writtenMinor } from './written-amounts.ts'

/** A line of a statement. @unit minor units of `currency`, negative for money that goes out */
export type StatementLine = {
  readonly day: Day
  readonly amountMinor: number
  readonly currency: Currency
  readonly label: string
}
export type Statement = {
  readonly lines: readonly StatementLine[]
  readonly lost: readonly {
    readonly row: number
    readonly text: string
    readonly reason: LostRow
  }[]
}

/** Names of columns in the statements of banks, in six languages. */
const WORDS = {
  day: [
    'date',
    'date operation',
    'date de l’opération',
    'date d’opération',
    'date comptable',
    'date de comptabilisation',
    'dateop',
    'booking date',
    'transaction date',
    'posting date',
    'started date',
    'buchungstag',
    'buchungsdatum',
    'buchung',
    'fecha',
    'fecha operación',
    'fecha de operación',
    'data',
    'data operazione',
    'data contabile',
    'التاريخ',
    'تاريخ العملية',
  ],
  valueDay: [
    'date valeur',
    'date de valeur',
    'value date',
    'completed date',
    'wertstellung',
    'valutadatum',
    'fecha valor',
    'data valuta',
    'تاريخ القيمة',
  ],
  debit: [
    'débit',
    'débits',
    'dépense',
    'sortie',
    'debit',
    'money out',
    'paid out',
    'withdrawal',
    'withdrawals',
    'soll',
    'belastung',
    'lastschrift',
    'cargo',
    'cargos',
    'debe',
    'addebiti',
    'addebito',
    'dare',
    'uscite',
    'مدين',
    'سحب',
  ],
  credit: [
    'crédit',
    'crédits',
    'recette',
    'entrée',
    'credit',
    'money in',
    'paid in',
    'deposit',
    'deposits',
    'haben',
    'gutschrift',
    'abono',
    'abonos',
    'haber',
    'accrediti',
    'accredito',
    'avere',
    'entrate',
    'دائن',
    'إيداع',
  ],
  amount: [
    'montant',
    'montant de l’opération',
    'somme',
    'amount',
    'betrag',
    'umsatz',
    'importe',
    'monto',
    'importo',
    'المبلغ',
  ],
  currency: ['devise', 'currency', 'währung', 'waehrung', 'divisa', 'moneda', 'العملة'],
  label: [
    'libellé',
    'libellé de l’opération',
    'libellé simplifié',
    'intitulé',
    'désignation',
    'nature',
    'description',
    'details',
    'narrative',
    'payee',
    'merchant',
    'name',
    'memo',
    'verwendungszweck',
    'buchungstext',
    'concepto',
    'descripción',
    'causale',
    'descrizione',
    'البيان',
    'الوصف',
  ],
  detail: [
    'informations complémentaires',
    'détail',
    'commentaire',
    'communication',
    'motif',
    'référence',
    'reference',
    'auftraggeber',
    'empfänger',
    'beguenstigter',
    'observaciones',
    'note',
  ],
} as const // prettier-ignore
type Meaning = keyof typeof WORDS

/** Rows above the head: names and balances of the account. */
const LONGEST_PREAMBLE = 40

function headOf(table: Table): { readonly at: number; readonly columns: Columns<Meaning> } | null {
  for (const [at, row] of table.slice(0, LONGEST_PREAMBLE).entries()) {
    const columns = columnsOf<Meaning>(row, WORDS)
    const { day, valueDay, amount, debit, credit } = columns.of
    const hasAmount = amount !== undefined || (debit !== undefined && credit !== undefined)
    if ((day ?? valueDay) !== undefined && hasAmount) return { at, columns }
  }
  return null
}

type Order = 'day first' | 'month first'
const NUMBERS = /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{2,4})(?:[T ,].*)?$/

/** Whether months stand first, which a number above twelve in second place tells. */
function orderOf(cells: readonly string[]): Order {
  const parts = cells.flatMap((cell) => {
    const found = NUMBERS.exec(cell.trim())
    return found === null || (found[1] ?? '').length === 4
      ? []
      : [[Number(found[1]), Number(found[2])]]
  })
  const isMonthFirst =
    parts.some(([, second = 0]) => second > 12) && parts.every(([first = 0]) => first <= 12)
  return isMonthFirst ? 'month first' : 'day first'
}

function dayIn(cell: string, order: Order): Day | null {
  const text = cell.trim()
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const [, a = '', b = '', c = ''] = compact ?? NUMBERS.exec(text) ?? []
  if (a === '') return null
  const year = a.length === 4 ? Number(a) : c.length === 4 ? Number(c) : 2000 + Number(c)
  const [first, second] = a.length === 4 ? [Number(b), Number(c)] : [Number(a), Number(b)]
  const [month, day] = a.length === 4 || order === 'month first' ? [first, second] : [second, first]
  const made = makeDay(year, month, day)
  return isDay(made) ? made : null
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

/**
 * The lines of a bank's statement. It has one column of amounts, or one for debits and one for
 * credits, whose signs say nothing.
 *
 * @returns null where no row names a day and an amount
 */
export function statementIn(table: Table, usual: Currency): Statement | null {
  const head = headOf(table)
  if (head === null) return null
  const { of } = head.columns
  const rows = table.slice(head.at + 1)
  const first = (row: readonly string[], columns: readonly number[] = []): string =>
    columns.map((at) => (row[at] ?? '').trim()).find((cell) => cell !== '') ?? ''
  const days = of.day ?? of.valueDay ?? []
  const order = orderOf(rows.map((row) => first(row, days)))
  const amounts = [...(of.amount ?? []), ...(of.debit ?? []), ...(of.credit ?? [])]
  const mark = decimalMarkOf(rows.flatMap((row) => amounts.map((at) => row[at] ?? '')))

  const currencyOf = (row: readonly string[]): Currency => {
    const written = first(row, of.currency).toUpperCase()
    return isCurrency(written) ? written : usual
  }
  const amountOf = (row: readonly string[]): number | null => {
    const read = (columns: readonly number[] | undefined) =>
      writtenMinor(first(row, columns), mark, currencyOf(row))
    const [debit, credit] = [read(of.debit), read(of.credit)]
    if (debit !== null && debit !== 0) return -Math.abs(debit)
    if (credit !== null && credit !== 0) return Math.abs(credit)
    return read(of.amount)
  }
  const labelOf = (row: readonly string[]): string => {
    const all = [...(of.label ?? []), ...(of.detail ?? [])].map((at) => oneLine(row[at] ?? ''))
    const texts = [...new Set(all.filter((text) => text !== ''))]
    return texts
      .filter(
        (text) =>
          !texts.some((other) => other !== text && foldText(other).includes(foldText(text))),
      )
      .join(' · ')
  }

  const lines: StatementLine[] = []
  const lost: { row: number; text: string; reason: LostRow }[] = []
  for (const [i, row] of rows.entries()) {
    const day = dayIn(first(row, days), order)
    const amountMinor = amountOf(row)
    const isWhole = day !== null && amountMinor !== null && amountMinor !== 0
    if (isWhole) lines.push({ day, amountMinor, currency: currencyOf(row), label: labelOf(row) })
    // A row with neither is a total's, or a remark.
    else if (
      day !== null ||
      (amountMinor !== null && labelOf(row) !== '' && first(row, days) !== '')
    )
      lost.push({
        row: head.at + i + 2,
        text: oneLine(row.join(' ')).slice(0, 120),
        reason: day === null ? 'day' : 'amount',
      })
  }
  return { lines, lost }
}
