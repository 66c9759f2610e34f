import type { Decider } from '#domain/kernel/decider.ts'
import { differing, same } from '#domain/kernel/changes.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofLaw, ofOwner, personal } from '#domain/kernel/personal.ts'
import { MAX_MINOR, multiplyRounded, QUANTITY_SCALE, toMajor } from '#domain/kernel/money.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { type BillContent, type CreditedBill, pricedLines, sheetOfContent } from './content.ts'
import { claimOf, type DepositHolder } from './deposit.ts'
import { type BillType, type FrozenBill, NO_BUYER, NO_SELLER } from './frozen-bill.ts'
import type { PaymentMeans } from './payment.values.ts'
import { creditTotals, remainder, splitPayment, type Totals, type VatRow } from './totals.ts'

// What can be asked

/** The month that a draft's lines were taken from. */
export type BillSource = { readonly projectId: string; readonly year: number; readonly month: number }

export type BillCommand =
  | {
      type: 'Draft'
      billType: BillType
      content: BillContent
      creditNoteOf: CreditedBill | null
      source: BillSource | null
    }
  | { type: 'Change'; changes: Partial<BillContent> }
  | { type: 'Remove'; profileId: string }
  /** Locks and freezes a draft that passed its checklist. `issuanceId` tells this attempt from another. */
  | { type: 'StartIssuance'; issuanceId: string; series: string; frozen: FrozenBill }
  | { type: 'AbandonIssuance'; issuanceId: string; reason: string }
  | { type: 'CompleteIssuance'; issuanceId: string; number: number; ref: string; documentSha256: string }
  /** `amountMinor` null: all that is owed still. */
  | { type: 'Pay'; paymentId: string; amountMinor: number | null; day: Day; means?: PaymentMeans }
  /** `paymentId` null: every payment. */
  | { type: 'Unpay'; paymentId: string | null }
  /** Gives back what was paid above what is owed, once credit notes took it off. `amountMinor` null: all of it. */
  | { type: 'Refund'; refundId: string; amountMinor: number | null; day: Day }
  /** `refundId` null: every refund. */
  | { type: 'Unrefund'; refundId: string | null }
  | { type: 'Collect'; day: Day }
  | { type: 'Uncollect' }
  /**
   * Holds what a credit note will give back, so that two credit notes never give back more than there is. `gone`:
   * drafts that held something and were removed since.
   */
  | { type: 'ReserveCredit'; creditNoteId: string; lines: readonly CreditLine[]; gone: readonly string[] }
  | { type: 'ReleaseCredit'; creditNoteId: string }
  | { type: 'Credit'; creditNoteId: string; ref: string; issueDate: Day }
  /** Holds a deposit for the final bill that deducts it, so that no other bill deducts it too. */
  | { type: 'DeductDeposit'; holder: DepositHolder }
  | { type: 'FreeDeposit'; finalId: string }
  /** Its client was merged with another record of the same client, or parted from it. */
  | { type: 'MoveClient'; from: string; to: string; name: string }
  | { type: 'FallDue' }

/**
 * `line` is that of the original, from 0. `quantity` is that of a line of days. Other lines have none, nor have events
 * from before days were told.
 *
 * @unit rate: hundredths of a percent; net: minor units; quantity: ten-thousandths
 */
export type CreditLine = {
  readonly line: number | null
  readonly rate: number
  readonly netMinor: number
  readonly quantity?: number
}

// What has happened. Stored for good: add fields, never rename or remove.

export type BillEvent =
  | {
      type: 'BillDrafted'
      data: { billType: BillType; content: BillContent; creditNoteOf: CreditedBill | null; source: BillSource | null }
    }
  | { type: 'BillDraftChanged'; data: { changes: Partial<BillContent> } }
  | { type: 'BillDraftRemoved'; data: Record<never, never> }
  | {
      type: 'BillIssuanceStarted'
      data: { issuanceId: string; series: string; frozen: FrozenBill; creditNoteOf: CreditedBill | null }
    }
  | { type: 'BillIssuanceAbandoned'; data: { issuanceId: string; reason: string } }
  | { type: 'BillIssued'; data: { issuanceId: string; number: number; ref: string; documentSha256: string } }
  | { type: 'BillPaid'; data: Payment }
  | { type: 'BillPaymentReversed'; data: { paymentId: string; amountMinor: number } }
  | { type: 'BillRefunded'; data: { refundId: string; amountMinor: number; day: Day; vat: readonly VatRow[] } }
  | { type: 'BillRefundReversed'; data: { refundId: string; amountMinor: number } }
  | { type: 'BillCollected'; data: { day: Day } }
  | { type: 'BillCollectionReversed'; data: { day: Day } }
  | { type: 'BillCreditReserved'; data: Credit }
  | { type: 'BillCreditReleased'; data: { creditNoteId: string } }
  | {
      type: 'BillCredited'
      data: { creditNoteId: string; ref: string; issueDate: Day; vat: readonly VatRow[]; grossMinor: number }
    }
  | { type: 'BillDepositDeducted'; data: DepositHolder }
  | { type: 'BillDepositFreed'; data: { finalId: string } }
  /** Of an issued bill nothing else changes: its paper names the client as it did, and `clientName` is empty. */
  | { type: 'BillClientMoved'; data: { clientId: string; clientName: string } }
  | { type: 'BillFellDue'; data: { dueDate: Day; outstandingMinor: number } }

/**
 * A draft is the user's own; what is frozen is an invoice, which outlives them by ten years (Commercial code, L123-22).
 */
export const billPersonal = [
  ...personal<BillEvent>(ofOwner, {
    BillDrafted: { 'content.clientName': '', 'content.header': '', 'content.footer': '' },
    BillDraftChanged: { 'changes.clientName': '', 'changes.header': '', 'changes.footer': '' },
    BillClientMoved: { clientName: '' },
  }),
  ...personal<BillEvent>(ofLaw, {
    BillPaid: { bankReference: '' },
    BillIssuanceStarted: {
      'frozen.seller': NO_SELLER,
      'frozen.buyer': NO_BUYER,
      'frozen.header': '',
      'frozen.footer': '',
    },
  }),
]

// The state of a bill

export type Payment = PaymentMeans & {
  readonly paymentId: string
  readonly amountMinor: number
  readonly day: Day
  readonly vat: readonly VatRow[]
}
export type Refund = {
  readonly refundId: string
  readonly amountMinor: number
  readonly day: Day
  readonly vat: readonly VatRow[]
}
type Credit = {
  readonly creditNoteId: string
  readonly lines: readonly CreditLine[]
  readonly vat: readonly VatRow[]
  readonly grossMinor: number
}
/** `ref` is empty while the credit note is not issued. */
type HeldCredit = Credit & { readonly ref: string; readonly issueDate: DayOrNone }

type Drafted = {
  readonly billType: BillType
  readonly content: BillContent
  readonly creditNoteOf: CreditedBill | null
  readonly source: BillSource | null
}
export type IssuedBill = Drafted & {
  readonly status: 'issued'
  readonly issuanceId: string
  readonly frozen: FrozenBill
  readonly documentSha256: string
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
  /** Day the money was in the bank; empty until then. */
  readonly collected: DayOrNone
  readonly credits: readonly HeldCredit[]
  /** Of a deposit: the final bill that deducts it; null when none does. */
  readonly deductedBy: DepositHolder | null
  readonly fellDue: boolean
}
export type Bill =
  | { readonly status: 'none' }
  | { readonly status: 'removed'; readonly profileId: string }
  | (Drafted & {
      readonly status: 'draft'
      readonly drafted: BillContent
      /** The attempts to issue it that were given up, and why: sent again, they are refused as before. */
      readonly abandoned: readonly { readonly issuanceId: string; readonly reason: string }[]
    })
  | (Drafted & {
      readonly status: 'issuing'
      readonly drafted: BillContent
      readonly abandoned: readonly { readonly issuanceId: string; readonly reason: string }[]
      readonly issuanceId: string
      readonly series: string
      readonly frozen: FrozenBill
    })
  | IssuedBill

export const billRefusal = catalogue({
  BILL_ALREADY_ISSUED: 'conflict',
  BILL_BEING_ISSUED: 'conflict',
  BILL_NOT_ISSUED: 'conflict',
  BILL_WITHOUT_XML: 'missing',
  BILL_NOT_PAYABLE: 'conflict',
  BILL_ALREADY_PAID: 'conflict',
  BILL_NOT_PAID: 'conflict',
  BILL_PAYMENT_UNKNOWN: 'missing',
  BILL_OVERPAID: 'invalid',
  BILL_PAYMENT_EMPTY: 'invalid',
  BILL_NOTHING_TO_REFUND: 'conflict',
  BILL_REFUND_UNKNOWN: 'missing',
  BILL_REFUND_ABOVE_REST: 'invalid',
  BILL_REFUNDED: 'conflict',
  BILL_DATE_IN_FUTURE: 'invalid',
  BILL_ALREADY_COLLECTED: 'conflict',
  BILL_NOT_COLLECTED: 'conflict',
  BILL_COLLECTED_BEFORE_PAID: 'invalid',
  BILL_NOT_CREDITABLE: 'conflict',
  BILL_CREDIT_ABOVE_REST: 'invalid',
  BILL_NOTHING_TO_CREDIT: 'conflict',
  BILL_PERIOD_REVERSED: 'invalid',
  BILL_AMOUNT_TOO_LARGE: 'invalid',
  BILL_NOTHING_TO_BILL: 'invalid',
  BILL_LINE_UNKNOWN: 'invalid',
  BILL_QUANTITY_DECIMALS: 'invalid',
  BILL_PRICE_DECIMALS: 'invalid',
  BILL_CREDIT_NOTE_FIXED: 'conflict',
  BILL_PAPER_FAILED: 'conflict',
  BILL_ISSUANCE_ABANDONED: 'conflict',
  BILL_PARTY_REMOVED: 'conflict',
  BILL_NO_DEPOSIT: 'invalid',
  BILL_DEPOSITS_OF_INVOICE: 'invalid',
  BILL_DEPOSIT_DEDUCTED: 'conflict',
  BILL_DEPOSIT_CREDITED: 'conflict',
})

/** What may still be credited of a bill. What a credit note holds while it is being issued is taken off too. */
export const creditableOf = (bill: IssuedBill, except = ''): Totals =>
  remainder(
    claimOf(bill.frozen).vat,
    bill.credits.filter((c) => c.creditNoteId !== except).map((c) => c.vat),
  )

/** What the client owes in all: the bill, less its deposits and its issued credit notes. */
export const owedOf = (bill: IssuedBill): Totals =>
  remainder(
    claimOf(bill.frozen).vat,
    bill.credits.filter((c) => c.ref !== '').map((c) => c.vat),
  )

/** Whether credit notes have given all of it back. */
export const isCreditedInFull = (bill: IssuedBill): boolean =>
  bill.credits.some((c) => c.ref !== '') && owedOf(bill).grossMinor <= 0

export const paidMinorOf = (bill: IssuedBill): number => bill.payments.reduce((sum, p) => sum + p.amountMinor, 0)
export const refundedMinorOf = (bill: IssuedBill): number => bill.refunds.reduce((sum, r) => sum + r.amountMinor, 0)

/** What the client owes still; 0 on a credit note, never negative. */
export const outstandingOf = (bill: IssuedBill): number =>
  bill.frozen.type === 'creditNote'
    ? 0
    : Math.max(0, owedOf(bill).grossMinor - paidMinorOf(bill) + refundedMinorOf(bill))

/** The same by rate. Only of a bill that is owed still do its rates mean anything. */
export const outstandingTotalsOf = (bill: IssuedBill): Totals =>
  remainder(owedOf(bill).vat, [
    ...bill.payments.map(({ vat }) => vat),
    ...bill.refunds.map(({ vat }) =>
      vat.map(({ rate, baseMinor, amountMinor }) => ({ rate, baseMinor: -baseMinor, amountMinor: -amountMinor })),
    ),
  ])

/** What was paid above what is owed, by rate, and not given back yet. */
const refundableOf = (bill: IssuedBill): Totals => {
  const rates = [...new Set([...bill.frozen.vat, ...bill.payments.flatMap((p) => p.vat)].map((row) => row.rate))]
  const paid = rates.map((rate): VatRow => {
    const rows = bill.payments.flatMap((p) => p.vat.filter((row) => row.rate === rate))
    return { rate, baseMinor: sumOf(rows, 'baseMinor'), amountMinor: sumOf(rows, 'amountMinor') }
  })
  return remainder(paid, [owedOf(bill).vat, ...bill.refunds.map((r) => r.vat)])
}
const sumOf = (rows: readonly VatRow[], key: 'baseMinor' | 'amountMinor'): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** What is to be given back to the client; 0 while more is owed than was paid. */
export const toRefundOf = (bill: IssuedBill): number =>
  bill.frozen.type === 'creditNote' ? 0 : Math.max(0, refundableOf(bill).grossMinor)

/** What remains to be credited of one line, without VAT. */
export const lineRest = (bill: IssuedBill, line: number, except = ''): number =>
  (bill.frozen.lines[line]?.netMinor ?? 0) -
  bill.credits
    .flatMap((c) => (c.creditNoteId === except ? [] : c.lines))
    .reduce((sum, l) => sum + (l.line === line ? l.netMinor : 0), 0)

/**
 * What a credit note of these lines comes to.
 *
 * @throws BILL_NOT_CREDITABLE · BILL_CREDIT_ABOVE_REST, naming each line above what remains
 */
export function creditOf(
  bill: IssuedBill,
  creditNoteId: string,
  lines: readonly CreditLine[],
  gone: readonly string[] = [],
): Totals {
  if (bill.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_CREDITABLE')
  const held =
    gone.length === 0
      ? bill
      : { ...bill, credits: bill.credits.filter((c) => c.ref !== '' || !gone.includes(c.creditNoteId)) }
  const perLine = new Map<number, number>()
  const above: FieldRefusal[] = []
  for (const [index, { line, rate, netMinor }] of lines.entries()) {
    if (line === null) continue
    const taken = (perLine.get(line) ?? 0) + netMinor
    perLine.set(line, taken)
    const rest = lineRest(held, line, creditNoteId)
    if (taken > rest || bill.frozen.lines[line]?.rate !== rate)
      above.push({
        path: `lines.${index}.amountHT`,
        code: 'BILL_CREDIT_ABOVE_REST',
        details: { rest: toMajor(rest, bill.frozen.currency), currency: bill.frozen.currency },
      })
  }
  const left = creditableOf(held, creditNoteId)
  const totals = creditTotals(lines, left)
  if (above.length > 0 || !totals)
    throw billRefusal(
      'BILL_CREDIT_ABOVE_REST',
      { rest: toMajor(left.netMinor, bill.frozen.currency), currency: bill.frozen.currency },
      above,
    )
  return totals
}

export function checkContent(content: BillContent): void {
  if (content.serviceStart && content.serviceEnd && content.serviceEnd < content.serviceStart)
    throw billRefusal('BILL_PERIOD_REVERSED', {}, [{ path: 'endDate', code: 'BILL_PERIOD_REVERSED' }])
  const tooLarge = content.lines.flatMap((line, index) =>
    // Compared before it is computed: the product itself may leave the safe integers.
    BigInt(line.quantity) * BigInt(line.unitPriceMinor) > BigInt(MAX_MINOR) * BigInt(QUANTITY_SCALE)
      ? [{ path: `lines.${index}.unitPrice`, code: 'BILL_AMOUNT_TOO_LARGE' }]
      : [],
  )
  const sum =
    tooLarge.length > 0
      ? 0
      : content.lines.reduce(
          (total, line) => total + Math.abs(multiplyRounded(line.quantity, line.unitPriceMinor, QUANTITY_SCALE)),
          0,
        )
  if (tooLarge.length > 0 || sum > MAX_MINOR)
    throw billRefusal(
      'BILL_AMOUNT_TOO_LARGE',
      {},
      tooLarge.length > 0 ? tooLarge : [{ path: 'lines', code: 'BILL_AMOUNT_TOO_LARGE' }],
    )
}

/** What a credit note shares with the bill it corrects. */
const OF_THE_ORIGINAL = [
  'profileId',
  'clientId',
  'projectId',
  'currency',
  'includeVat',
] as const satisfies readonly (keyof BillContent)[]

function issued(bill: Bill): IssuedBill {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.status === 'issuing') throw billRefusal('BILL_BEING_ISSUED')
  if (bill.status === 'draft') throw billRefusal('BILL_NOT_ISSUED')
  return bill
}

function payable(bill: Bill): IssuedBill {
  const it = issued(bill)
  if (it.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_PAYABLE')
  return it
}

function draft(bill: Bill): Bill & { status: 'draft' } {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.status === 'issuing') throw billRefusal('BILL_BEING_ISSUED')
  if (bill.status === 'issued') throw billRefusal('BILL_ALREADY_ISSUED', { ref: bill.frozen.ref })
  return bill
}

export const billDecider: Decider<BillCommand, BillEvent, Bill> = {
  category: 'bill',
  initial: { status: 'none' },

  decide(command, bill, context) {
    switch (command.type) {
      case 'Draft': {
        const { billType, content, creditNoteOf, source } = command
        if (
          bill.status === 'draft' &&
          same(bill.drafted, content) &&
          bill.billType === billType &&
          same(bill.creditNoteOf, creditNoteOf)
        )
          return []
        if (bill.status !== 'none') throw refusal('ID_ALREADY_USED')
        checkContent(content)
        return [{ type: 'BillDrafted', data: { billType, content, creditNoteOf, source } }]
      }
      case 'Change': {
        const { content, creditNoteOf } = draft(bill)
        const changes = differing<BillContent>(content, command.changes)
        const fixed = creditNoteOf ? OF_THE_ORIGINAL.filter((key) => key in changes) : []
        if (fixed.length > 0) throw billRefusal('BILL_CREDIT_NOTE_FIXED', { ref: creditNoteOf?.ref })
        checkContent({ ...content, ...changes })
        return Object.keys(changes).length === 0 ? [] : [{ type: 'BillDraftChanged', data: { changes } }]
      }
      case 'Remove':
        if (bill.status === 'removed' && bill.profileId === command.profileId) return []
        if (draft(bill).content.profileId !== command.profileId) throw refusal('NOT_FOUND')
        return [{ type: 'BillDraftRemoved', data: {} }]

      case 'StartIssuance': {
        if ((bill.status === 'issuing' || bill.status === 'issued') && bill.issuanceId === command.issuanceId) return []
        const { creditNoteOf } = draft(bill)
        return [
          {
            type: 'BillIssuanceStarted',
            data: { issuanceId: command.issuanceId, series: command.series, frozen: command.frozen, creditNoteOf },
          },
        ]
      }
      case 'AbandonIssuance':
        return bill.status === 'issuing' && bill.issuanceId === command.issuanceId
          ? [{ type: 'BillIssuanceAbandoned', data: { issuanceId: command.issuanceId, reason: command.reason } }]
          : []
      case 'CompleteIssuance': {
        if (bill.status !== 'issuing' || bill.issuanceId !== command.issuanceId) return []
        const { issuanceId, number, ref, documentSha256 } = command
        return [{ type: 'BillIssued', data: { issuanceId, number, ref, documentSha256 } }]
      }

      case 'Pay': {
        const it = payable(bill)
        if (it.payments.some((p) => p.paymentId === command.paymentId)) return []
        const outstanding = outstandingOf(it)
        if (outstanding === 0) throw billRefusal('BILL_ALREADY_PAID', { ref: it.frozen.ref })
        const amountMinor = command.amountMinor ?? outstanding
        if (amountMinor <= 0)
          throw billRefusal('BILL_PAYMENT_EMPTY', {}, [{ path: 'amount', code: 'BILL_PAYMENT_EMPTY' }])
        if (amountMinor > outstanding) {
          const details = { outstanding: toMajor(outstanding, it.frozen.currency), currency: it.frozen.currency }
          throw billRefusal('BILL_OVERPAID', details, [{ path: 'amount', code: 'BILL_OVERPAID', details }])
        }
        if (command.day > context.today)
          throw billRefusal('BILL_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'BILL_DATE_IN_FUTURE' }])
        const vat = splitPayment(
          owedOf(it),
          paidMinorOf(it),
          it.payments.flatMap((p) => p.vat),
          amountMinor,
        )
        const { paymentId, day, means } = command
        return [{ type: 'BillPaid', data: { paymentId, amountMinor, day, vat, ...means } }]
      }
      case 'Unpay': {
        const it = payable(bill)
        if (it.payments.length === 0) throw billRefusal('BILL_NOT_PAID', { ref: it.frozen.ref })
        if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref: it.frozen.ref })
        if (it.refunds.length > 0) throw billRefusal('BILL_REFUNDED', { ref: it.frozen.ref })
        const reversed =
          command.paymentId === null ? it.payments : it.payments.filter((p) => p.paymentId === command.paymentId)
        if (reversed.length === 0) throw billRefusal('BILL_PAYMENT_UNKNOWN')
        return reversed.map(({ paymentId, amountMinor }) => ({
          type: 'BillPaymentReversed',
          data: { paymentId, amountMinor },
        }))
      }
      case 'Refund': {
        const it = payable(bill)
        if (it.refunds.some((r) => r.refundId === command.refundId)) return []
        const rest = refundableOf(it)
        if (rest.grossMinor <= 0) throw billRefusal('BILL_NOTHING_TO_REFUND', { ref: it.frozen.ref })
        const amountMinor = command.amountMinor ?? rest.grossMinor
        if (amountMinor <= 0)
          throw billRefusal('BILL_PAYMENT_EMPTY', {}, [{ path: 'amount', code: 'BILL_PAYMENT_EMPTY' }])
        if (amountMinor > rest.grossMinor) {
          const details = { rest: toMajor(rest.grossMinor, it.frozen.currency), currency: it.frozen.currency }
          throw billRefusal('BILL_REFUND_ABOVE_REST', details, [
            { path: 'amount', code: 'BILL_REFUND_ABOVE_REST', details },
          ])
        }
        if (command.day > context.today)
          throw billRefusal('BILL_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'BILL_DATE_IN_FUTURE' }])
        const vat = splitPayment(rest, 0, [], amountMinor)
        return [{ type: 'BillRefunded', data: { refundId: command.refundId, amountMinor, day: command.day, vat } }]
      }
      case 'Unrefund': {
        const it = payable(bill)
        const reversed =
          command.refundId === null ? it.refunds : it.refunds.filter((r) => r.refundId === command.refundId)
        if (reversed.length === 0) throw billRefusal('BILL_REFUND_UNKNOWN')
        return reversed.map(({ refundId, amountMinor }) => ({
          type: 'BillRefundReversed',
          data: { refundId, amountMinor },
        }))
      }
      case 'Collect': {
        const it = payable(bill)
        if (it.collected !== '') {
          if (it.collected === command.day) return []
          throw billRefusal('BILL_ALREADY_COLLECTED', { ref: it.frozen.ref })
        }
        if (it.payments.length === 0 || outstandingOf(it) > 0)
          throw billRefusal('BILL_NOT_PAID', { ref: it.frozen.ref })
        if (command.day > context.today)
          throw billRefusal('BILL_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'BILL_DATE_IN_FUTURE' }])
        if (it.payments.some((p) => command.day < p.day))
          throw billRefusal('BILL_COLLECTED_BEFORE_PAID', {}, [{ path: 'date', code: 'BILL_COLLECTED_BEFORE_PAID' }])
        return [{ type: 'BillCollected', data: { day: command.day } }]
      }
      case 'Uncollect': {
        const it = payable(bill)
        if (it.collected === '') throw billRefusal('BILL_NOT_COLLECTED', { ref: it.frozen.ref })
        return [{ type: 'BillCollectionReversed', data: { day: it.collected } }]
      }

      case 'ReserveCredit': {
        const it = issued(bill)
        const held = it.credits.find((c) => c.creditNoteId === command.creditNoteId)
        if (held && held.ref !== '') return []
        if (it.deductedBy) throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref: it.frozen.ref })
        const totals = creditOf(it, command.creditNoteId, command.lines, command.gone)
        if (held && same(held.lines, command.lines)) return []
        const released = command.gone.filter((id) => it.credits.some((c) => c.creditNoteId === id && c.ref === ''))
        const reserved: Credit = {
          creditNoteId: command.creditNoteId,
          lines: command.lines,
          vat: totals.vat,
          grossMinor: totals.grossMinor,
        }
        return [
          ...released.map((creditNoteId): BillEvent => ({ type: 'BillCreditReleased', data: { creditNoteId } })),
          { type: 'BillCreditReserved', data: reserved },
        ]
      }
      case 'ReleaseCredit':
        return bill.status === 'issued' &&
          bill.credits.some((c) => c.creditNoteId === command.creditNoteId && c.ref === '')
          ? [{ type: 'BillCreditReleased', data: { creditNoteId: command.creditNoteId } }]
          : []
      case 'Credit': {
        const held = issued(bill).credits.find((c) => c.creditNoteId === command.creditNoteId)
        if (!held) throw new Error(`Credit note ${command.creditNoteId} was issued without holding its amount`)
        if (held.ref !== '') return []
        return [
          {
            type: 'BillCredited',
            data: {
              creditNoteId: command.creditNoteId,
              ref: command.ref,
              issueDate: command.issueDate,
              vat: held.vat,
              grossMinor: held.grossMinor,
            },
          },
        ]
      }
      case 'DeductDeposit': {
        const it = issued(bill)
        const { ref, type } = it.frozen
        if (type !== 'deposit') throw billRefusal('BILL_NO_DEPOSIT', { ref })
        if (same(it.deductedBy, command.holder)) return []
        if (it.deductedBy && it.deductedBy.finalId !== command.holder.finalId)
          throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref })
        // A credit note that is being issued holds a part of it already.
        if (owedOf(it).grossMinor <= 0 || it.credits.some((credit) => credit.ref === ''))
          throw billRefusal('BILL_DEPOSIT_CREDITED', { ref })
        return [{ type: 'BillDepositDeducted', data: command.holder }]
      }
      case 'FreeDeposit':
        return bill.status === 'issued' && bill.deductedBy?.finalId === command.finalId
          ? [{ type: 'BillDepositFreed', data: { finalId: command.finalId } }]
          : []
      case 'MoveClient': {
        if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
        if (bill.content.clientId !== command.from) return []
        const clientName = bill.status === 'draft' ? command.name : ''
        return [{ type: 'BillClientMoved', data: { clientId: command.to, clientName } }]
      }
      case 'FallDue': {
        if (bill.status !== 'issued' || bill.fellDue || context.today <= bill.frozen.dueDate) return []
        const outstandingMinor = outstandingOf(bill)
        return outstandingMinor === 0
          ? []
          : [{ type: 'BillFellDue', data: { dueDate: bill.frozen.dueDate, outstandingMinor } }]
      }
      default:
        return unreachable(command)
    }
  },

  evolve(bill, event) {
    switch (event.type) {
      case 'BillDrafted':
        return { status: 'draft', ...event.data, drafted: event.data.content, abandoned: [] }
      case 'BillDraftChanged':
        return bill.status === 'draft' ? { ...bill, content: { ...bill.content, ...event.data.changes } } : bill
      case 'BillDraftRemoved':
        return { status: 'removed', profileId: bill.status === 'draft' ? bill.content.profileId : '' }
      case 'BillIssuanceStarted':
        return bill.status === 'draft'
          ? {
              ...bill,
              status: 'issuing',
              issuanceId: event.data.issuanceId,
              series: event.data.series,
              frozen: event.data.frozen,
            }
          : bill
      case 'BillIssuanceAbandoned': {
        if (bill.status !== 'issuing') return bill
        const { billType, content, creditNoteOf, source, drafted } = bill
        const abandoned = [...bill.abandoned, event.data]
        return { status: 'draft', billType, content, creditNoteOf, source, drafted, abandoned }
      }
      case 'BillIssued': {
        if (bill.status !== 'issuing') return bill
        const { billType, content, creditNoteOf, source, issuanceId } = bill
        const frozen = { ...bill.frozen, ref: event.data.ref }
        return {
          status: 'issued',
          billType,
          content,
          creditNoteOf,
          source,
          issuanceId,
          frozen,
          documentSha256: event.data.documentSha256,
          payments: [],
          refunds: [],
          collected: '',
          credits: [],
          deductedBy: null,
          fellDue: false,
        }
      }
      case 'BillClientMoved': {
        if (bill.status === 'none' || bill.status === 'removed') return bill
        const { clientId, clientName } = event.data
        const content = { ...bill.content, clientId, ...(bill.status === 'draft' && { clientName }) }
        return { ...bill, content }
      }
      case 'BillPaid':
      case 'BillPaymentReversed':
      case 'BillRefunded':
      case 'BillRefundReversed':
      case 'BillCollected':
      case 'BillCollectionReversed':
      case 'BillCreditReserved':
      case 'BillCreditReleased':
      case 'BillCredited':
      case 'BillDepositDeducted':
      case 'BillDepositFreed':
      case 'BillFellDue':
        return bill.status === 'issued' ? evolveIssued(bill, event) : bill
      default:
        return unreachable(event)
    }
  },
}

type OfIssued =
  | 'BillPaid'
  | 'BillPaymentReversed'
  | 'BillRefunded'
  | 'BillRefundReversed'
  | 'BillCollected'
  | 'BillCollectionReversed'
  | 'BillCreditReserved'
  | 'BillCreditReleased'
  | 'BillCredited'
  | 'BillDepositDeducted'
  | 'BillDepositFreed'
  | 'BillFellDue'

function evolveIssued(bill: IssuedBill, event: Extract<BillEvent, { type: OfIssued }>): IssuedBill {
  switch (event.type) {
    case 'BillPaid':
      return { ...bill, payments: [...bill.payments, event.data] }
    case 'BillPaymentReversed':
      return { ...bill, payments: bill.payments.filter((p) => p.paymentId !== event.data.paymentId) }
    case 'BillRefunded':
      return { ...bill, refunds: [...bill.refunds, event.data] }
    case 'BillRefundReversed':
      return { ...bill, refunds: bill.refunds.filter((r) => r.refundId !== event.data.refundId) }
    case 'BillCollected':
      return { ...bill, collected: event.data.day }
    case 'BillCollectionReversed':
      return { ...bill, collected: '' }
    case 'BillCreditReserved':
      return {
        ...bill,
        credits: [
          ...bill.credits.filter((c) => c.creditNoteId !== event.data.creditNoteId),
          { ...event.data, ref: '', issueDate: '' },
        ],
      }
    case 'BillCreditReleased':
      return { ...bill, credits: bill.credits.filter((c) => c.creditNoteId !== event.data.creditNoteId) }
    case 'BillCredited':
      return {
        ...bill,
        credits: bill.credits.map((c) =>
          c.creditNoteId === event.data.creditNoteId
            ? { ...c, ref: event.data.ref, issueDate: event.data.issueDate }
            : c,
        ),
      }
    case 'BillDepositDeducted':
      return { ...bill, deductedBy: event.data }
    case 'BillDepositFreed':
      return { ...bill, deductedBy: null }
    case 'BillFellDue':
      return { ...bill, fellDue: true }
    default:
      return unreachable(event)
  }
}

/** The lines of a credit note as its original sees them, and what it takes off them as a whole. */
export const creditLinesOf = (content: BillContent): readonly CreditLine[] => [
  ...pricedLines(content).map(({ creditedLine, rate, netMinor, unit, quantity }) => ({
    line: creditedLine,
    rate,
    netMinor,
    ...(unit === 'day' ? { quantity } : {}),
  })),
  ...sheetOfContent(content).allowances.map(({ rate, amountMinor }) => ({ line: null, rate, netMinor: -amountMinor })),
]
