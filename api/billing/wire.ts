import { toldReason } from '#domain/billing/abandonment.ts'
import type { BillChanges, NewBill as NewBillAsked } from '#commands/billing/draft-content.ts'
import type {
  Bill,
  BillLineInput,
  BillPaper,
  BillPatch,
  BillSummary,
  NewBill,
} from '#contract/billing/billing.schemas.ts'
import { paymentLabelOf, stateOn } from '#domain/billing/bill-state.values.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import { type BillContent, type BillLine, dueDateOf, issueDateOf } from '#domain/billing/content.ts'
import { billFields, type BillTerms } from '#domain/billing/bill.fields.ts'
import {
  discountOf,
  lineToWire,
  priceIn,
  priceToWire,
  readPrice,
} from '#domain/billing/amount-codecs.ts'
import { storedDraft, wireDraft } from '#domain/kernel/records/draft-fields.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { type Price, PRICE_DIGITS, sum, type VatRow } from '#domain/billing/amounts.values.ts'
import { type DeductedDeposit, prepaidMinorOf } from '#domain/billing/deposit.ts'
import type { Totals } from '#domain/billing/totals.ts'
import type { Paper } from '#domain/billing/paper/paper.ts'
import type { FieldRefusal } from '#domain/kernel/errors.ts'
import {
  type Currency,
  fromRate,
  minorDigits,
  toMajor,
  toQuantity,
  toRate,
} from '#domain/kernel/money.ts'
import { addDays, type Day, type DayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import { penaltyOn, penaltyRateIn } from '#projections/billing/bill-penalty.ts'
import type { BillSum } from '#projections/billing/bill-summary.queries.ts'
import type { BillDoc, BillTotals } from '#projections/billing/bills.ts'
import { auditFields } from '../kernel/audit-fields.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'

/**
 * The wire's names where the domain's differ: `tva` a rate, `paimentDate` the day paid. Days travel
 * as UTC midnight, 0 for none.
 */

/** @throws BILL_QUANTITY_DECIMALS */
export function quantityOf(quantity: number, path: string): number {
  const scaled = toQuantity(quantity)
  if (scaled === null)
    throw billRefusal('BILL_QUANTITY_DECIMALS', {}, [{ path, code: 'BILL_QUANTITY_DECIMALS' }])
  return scaled
}

/** A line without VAT may be a cost advanced: its box, or its first word, says so. */
const isDisbursed = ({ disbursement, description, tva }: BillLineInput): boolean =>
  tva === 0 && (disbursement ?? /^débours?(?![\p{L}])/iu.test(description))

function linesOf(lines: readonly BillLineInput[], currency: Currency): readonly BillLine[] {
  const faults: FieldRefusal[] = []
  const checked = <T>(
    value: T | null,
    path: string,
    code: 'BILL_PRICE_DECIMALS' | 'BILL_QUANTITY_DECIMALS',
    otherwise: T,
  ): T => {
    const digits = code === 'BILL_PRICE_DECIMALS' ? PRICE_DIGITS : minorDigits(currency)
    if (value === null) faults.push({ path, code, details: { digits, currency } })
    return value ?? otherwise
  }
  const read = lines.map(
    (line, i): BillLine => ({
      description: line.description,
      quantity: checked(
        toQuantity(line.quantity),
        `lines.${i}.quantity`,
        'BILL_QUANTITY_DECIMALS',
        0,
      ),
      unit: line.unit ?? '',
      ...(isDisbursed(line) && { disbursed: true as const }),
      ...checked<Price>(
        readPrice(line.unitPrice, currency),
        `lines.${i}.unitPrice`,
        'BILL_PRICE_DECIMALS',
        {
          unitPriceMinor: 0,
        },
      ),
      rate: toRate(line.tva) ?? 0,
      creditedLine: line.creditedLine ?? null,
      ...(line.quotedLine !== undefined && { quotedLine: line.quotedLine }),
      ...(line.discount && { discount: discountOf(line, currency, `lines.${i}.discount`) }),
    }),
  )
  const [first] = faults
  // `known` takes no other code
  if (first) throw billRefusal(first.code as 'BILL_PRICE_DECIMALS', first.details, faults)
  return read
}

/** The sent fields, in the domain's words. */
export function contentOf(body: Partial<NewBill | BillPatch>, currency: Currency): BillChanges {
  return {
    ...storedDraft(billFields, body, currency),
    ...patch({
      depositIds: body.deposits,
      projectId: body.projectId === 0 ? '' : body.projectId,
      clientId: body.clientId === 0 ? '' : body.clientId,
      lines: body.lines === undefined ? undefined : linesOf(body.lines, currency),
      issueDate: dayPatch(body.issueDate),
      dueDate: dayPatch(body.dueDate),
    }),
  }
}

export const newBillOf = (body: NewBill): NewBillAsked => ({
  ...contentOf(body, body.currency ?? 'EUR'),
  profileId: body.profileId,
  billType: body.type ?? 'invoice',
  ...(body.fromTimesheet === undefined ? {} : { fromTimesheet: body.fromTimesheet }),
})

export const changesOf = (body: BillPatch, before: BillContent): BillChanges => {
  const currency = body.currency ?? before.currency
  return withLinesIn(currency, contentOf(body, currency), before)
}

/** When the currency changes, lines that were not sent keep their amounts. */
export function withLinesIn<C extends Partial<BillContent>>(
  currency: Currency,
  changes: C,
  before: BillContent,
): C {
  if (changes.lines !== undefined || minorDigits(currency) === minorDigits(before.currency))
    return changes
  const lines = before.lines.map((line, i) => ({
    ...line,
    ...priceIn(priceToWire(line, before.currency), currency, `lines.${i}.unitPrice`),
  }))
  return { ...changes, lines }
}

/** A VAT breakdown in percent and major units. */
const breakdownToWire = (vat: readonly VatRow[], currency: Currency): Bill['tvaBreakdown'] =>
  vat.map(({ rate, baseMinor, amountMinor }) => ({
    rate: fromRate(rate),
    base: toMajor(baseMinor, currency),
    amount: toMajor(amountMinor, currency),
  }))

export const depositToWire = (
  { billId, ref, issueDate, vat, grossMinor }: DeductedDeposit,
  currency: Currency,
): Bill['deposits'][number] => ({
  id: billId,
  ref,
  date: epochOfDay(issueDate),
  amountHT: toMajor(sum(vat.map(({ baseMinor }) => baseMinor)), currency),
  amountTTC: toMajor(grossMinor, currency),
  tvaBreakdown: breakdownToWire(vat, currency),
})

/** Terms and totals that a bill and a quote have alike. */
export const termsToWire = (doc: BillTerms & Totals) => ({
  ...wireDraft(billFields, doc),
  totalHT: toMajor(doc.netMinor, doc.currency),
  tvaBreakdown: breakdownToWire(doc.vat, doc.currency),
  totalTva: toMajor(doc.vatMinor, doc.currency),
  totalTTC: toMajor(doc.grossMinor, doc.currency),
})

/** The days of a bill: as issued, or as a draft would be issued today. */
function daysOf(doc: BillDoc, today: Day) {
  const issued = doc.ref !== ''
  const issueDate = issueDateOf(doc, today)
  const dueDate = issued ? doc.dueDate : dueDateOf(doc, issueDate)
  return { issueDate, dueDate: doc.type === 'creditNote' ? ('' as const) : dueDate }
}

function penaltyToWire(doc: BillDoc, dueDate: DayOrNone, rate: number, today: Day) {
  const penalty = doc.ref === '' ? null : penaltyOn(doc, { dueDate, rate, until: today })
  return {
    penaltyRate: fromRate(rate),
    penaltyDate: penalty === null ? 0 : epochOfDay(addDays(dueDate, 1)),
    penaltyAmount: toMajor(penalty?.interestMinor ?? 0, doc.currency),
    penaltyDays: penalty?.daysLate ?? 0,
    penaltyBase: toMajor(penalty?.baseMinor ?? 0, doc.currency),
    penaltyIndemnity: toMajor(penalty?.indemnityMinor ?? 0, doc.currency),
  }
}

/** Money that came in or went back, a surplus with it. */
const sumOf = (
  some: readonly { readonly amountMinor: number; readonly surplus?: { amountMinor: number } }[],
): number => some.reduce((sum, one) => sum + one.amountMinor + (one.surplus?.amountMinor ?? 0), 0)

/** Payments of a bill, its refunds, and its open amount. */
function settlementToWire(doc: BillDoc) {
  const major = (minor: number) => toMajor(minor, doc.currency)
  return {
    paimentDate: epochOrZero(doc.paymentDay),
    collectDate: epochOrZero(doc.collectedDay),
    paidAmount: major(sumOf(doc.payments)),
    creditedAmount: major(doc.creditedMinor),
    outstanding: major(doc.outstandingMinor),
    payments: doc.payments.map(
      ({ paymentId, amountMinor, day, method = '' as const, bankReference = '', ...beside }) => ({
        id: paymentId,
        amount: major(amountMinor + (beside.surplus?.amountMinor ?? 0)),
        date: epochOrZero(day),
        method,
        bankReference,
        ...(beside.fee && { fee: major(beside.fee.amountMinor) }),
        ...(beside.surplus && { surplus: major(beside.surplus.amountMinor) }),
      }),
    ),
    settlements: doc.settlements.map(({ settlementId, as, amountMinor, day }) => ({
      id: settlementId,
      as,
      amount: major(amountMinor),
      date: epochOrZero(day),
    })),
    toRefund: major(doc.toRefundMinor),
    refundedAmount: major(sumOf(doc.refunds)),
    refunds: doc.refunds.map(({ refundId, amountMinor, day, surplus }) => ({
      id: refundId,
      amount: major(amountMinor + (surplus?.amountMinor ?? 0)),
      date: epochOrZero(day),
    })),
    creditNotes: doc.credits.map(({ creditNoteId, ref, day, grossMinor }) => ({
      id: creditNoteId,
      ref,
      date: epochOrZero(day),
      amount: major(grossMinor),
    })),
  }
}

/** Ids and names of what a bill has to do with. */
const relationsToWire = (doc: BillDoc) => ({
  profileId: doc.profileId,
  projectId: doc.projectId || (0 as const),
  clientId: doc.clientId || (0 as const),
  client: doc.clientName,
  creditNoteOf: doc.creditNoteOf?.billId ?? (0 as const),
  creditNoteOfRef: doc.creditNoteOf?.ref ?? '',
  quoteId: doc.quoteId || (0 as const),
  cancelledBy: doc.state === 'credited' ? (doc.credits.at(-1)?.creditNoteId ?? 0) : (0 as const),
  deposits: (doc.deposits ?? []).map((deposit) => depositToWire(deposit, doc.currency)),
  prepaidAmount: toMajor(prepaidMinorOf(doc.deposits), doc.currency),
  deductedBy: doc.deductedBy || (0 as const),
})

/** A bill as of today: late or not, with the penalty to date. */
export function billToWire(
  doc: BillDoc,
  today: Day,
  language: Language,
  rates: readonly LegalRate[],
): Bill {
  const isIssued = doc.ref !== ''
  const state = stateOn(doc.state, doc.lateFrom, today)
  const { issueDate, dueDate } = daysOf(doc, today)
  return {
    ...auditFields(doc),
    ...relationsToWire(doc),
    type: doc.type,
    status: isIssued ? 'issued' : 'draft',
    state,
    paymentLabel: doc.type === 'creditNote' ? '' : paymentLabelOf(state),
    ref: doc.ref,
    issueDate: epochOrZero(isIssued ? issueDate : doc.issueDate),
    dueDate: epochOrZero(dueDate),
    dueDateFixed: !isIssued && doc.dueDate !== '',
    ...termsToWire(doc),
    ...penaltyToWire(doc, dueDate, penaltyRateIn(doc, issueDate, rates), today),
    lines: doc.lines.map((line) => ({
      ...lineToWire(line, doc.currency),
      creditedLine: line.creditedLine,
      ...(line.quotedLine !== undefined && { quotedLine: line.quotedLine }),
    })),
    ...settlementToWire(doc),
    abandonedReason:
      doc.abandoned === null ? '' : message(language, toldReason(doc.abandoned.reason)),
    abandonedDate: doc.abandoned?.at ?? 0,
  }
}

export function paperToWire(
  paper: Paper,
): Omit<BillPaper, 'logo' | 'signature' | 'code' | 'sha256'> {
  const major = (minor: number) => toMajor(minor, paper.currency)
  const row = ({ label, minor }: Paper['due']) => ({ label, amount: major(minor) })
  return {
    ...paper,
    words: { ...paper.words, heads: [...paper.words.heads] },
    seller: { name: paper.seller.name, lines: [...paper.seller.lines] },
    facts: [...paper.facts],
    buyer: { name: paper.buyer.name, lines: [...paper.buyer.lines] },
    lines: paper.lines.map(({ netMinor, ...line }) => ({
      ...line,
      amount: major(netMinor),
    })),
    totals: paper.totals.map(row),
    due: row(paper.due),
    payment: [...paper.payment],
    tax: [...paper.tax],
  }
}

export const sumToWire = ({
  currency,
  count,
  netMinor,
  grossMinor,
}: BillSum): BillSummary['totals'][number] => ({
  currency,
  count,
  totalHT: toMajor(netMinor, currency),
  totalTTC: toMajor(grossMinor, currency),
})

export const totalsToWire = (
  sums: ReadonlyMap<Currency, Readonly<BillTotals>>,
): BillSummary['profile']['totals'] =>
  [...sums].map(([currency, sum]) => ({
    currency,
    count: sum.count,
    totalHT: toMajor(sum.netMinor, currency),
    totalTva: toMajor(sum.vatMinor, currency),
    totalTTC: toMajor(sum.grossMinor, currency),
    paidAmount: toMajor(sum.paidMinor, currency),
    outstanding: toMajor(sum.outstandingMinor, currency),
    lateCount: sum.lateCount,
    lateAmount: toMajor(sum.lateMinor, currency),
  }))
