import { emptyAddress } from '#domain/kernel/address.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { ofClient, ofLaw, ofOwner, personal } from '#domain/kernel/personal.ts'
import type { Day, DayOrNone, OwnDay } from '#domain/kernel/time.ts'
import { billRefusal } from './bill-refusals.ts'
import type { BillContent, CreditedBill } from './content.ts'
import type { DepositHolder } from './deposit.ts'
import type { EuroValue } from './euro-value.ts'
import {
  type BillType,
  type FrozenBill,
  NO_BUYER,
  NO_SELLER,
  type SoldSupply,
  type VatDue,
} from './frozen-bill.ts'
import type { PaymentMeans, RestKind } from './payment.values.ts'
import type { VatRow } from './totals.ts'

// Commands

/** The month that a draft's lines were taken from. */
export type BillSource = {
  readonly projectId: string
  readonly year: number
  readonly month: number
}

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
  /**
   * Locks and freezes a draft that passed its checklist. `issuanceId` tells this attempt from
   * another.
   */
  | { type: 'StartIssuance'; issuanceId: string; series: string; frozen: FrozenBill }
  | { type: 'AbandonIssuance'; issuanceId: string; reason: string }
  | {
      type: 'CompleteIssuance'
      issuanceId: string
      number: number
      ref: string
      documentSha256: string
    }
  /** `amountMinor` null: all that is owed still. */
  | {
      type: 'Pay'
      paymentId: string
      amountMinor: number | null
      day: Day
      means?: PaymentMeans
      /** Amount in euros that the bank booked; absent where it is not known. */
      euroMinor?: number
      /** End of a rest; absent while it stays owed. */
      rest?: RestKind
    }
  /** Ends what is owed still, without a payment of the client. */
  | { type: 'Settle'; settlementId: string; as: RestKind; day: Day }
  | { type: 'Unsettle'; settlementId: string }
  /** `paymentId` null: every payment. */
  | { type: 'Unpay'; paymentId: string | null }
  /**
   * Gives back what was paid above what is owed, once credit notes took it off. `amountMinor` null:
   * all of it.
   */
  | {
      type: 'Refund'
      refundId: string
      amountMinor: number | null
      day: Day
      euroMinor?: number
    }
  /** `refundId` null: every refund. */
  | { type: 'Unrefund'; refundId: string | null }
  | { type: 'Collect'; day: Day }
  | { type: 'Uncollect' }
  /**
   * Holds what a credit note will give back, so that two credit notes never give back more than
   * there is. `gone`: drafts that held something and were removed since.
   */
  | {
      type: 'ReserveCredit'
      creditNoteId: string
      lines: readonly CreditLine[]
      gone: readonly string[]
    }
  | { type: 'ReleaseCredit'; creditNoteId: string }
  /** `daysKept`: its days are not to bill again. */
  | { type: 'Credit'; creditNoteId: string; ref: string; issueDate: Day; daysKept?: boolean }
  /** Holds a deposit for the final bill that deducts it, so that no other bill deducts it too. */
  | { type: 'DeductDeposit'; holder: DepositHolder }
  | { type: 'FreeDeposit'; finalId: string }
  /** The client was merged with another record of the same client, or parted from it. */
  | { type: 'MoveClient'; from: string; to: string; name: string }
  /** `isOld`: the bill was late already when it was issued, which is no news. */
  | { type: 'FallDue'; isOld: boolean }

/**
 * `line` is that of the original, from 0. `quantity` is that of a line of days. Other lines have
 * none, nor have events from before days were told.
 *
 * @unit rate: hundredths of a percent; net: minor units; quantity: ten-thousandths
 */
export type CreditLine = {
  readonly line: number | null
  readonly rate: number
  readonly netMinor: number
  readonly quantity?: number
  /** Costs advanced in the client's name; absent for a sale. */
  readonly disbursed?: true
}

// Events. Stored for good: add fields, never rename or remove.

export type BillEvent =
  | {
      type: 'BillDrafted'
      data: {
        billType: BillType
        content: BillContent
        creditNoteOf: CreditedBill | null
        source: BillSource | null
      } & OwnDay
    }
  | { type: 'BillDraftChanged'; data: { changes: Partial<BillContent> } }
  | { type: 'BillDraftRemoved'; data: Record<never, never> }
  | {
      type: 'BillIssuanceStarted'
      data: {
        issuanceId: string
        series: string
        frozen: FrozenBill
        creditNoteOf: CreditedBill | null
      }
    }
  | { type: 'BillIssuanceAbandoned'; data: { issuanceId: string; reason: string } }
  | {
      type: 'BillIssued'
      data: { issuanceId: string; number: number; ref: string; documentSha256: string }
    }
  | { type: 'BillPaid'; data: Payment }
  | { type: 'BillPaymentReversed'; data: { paymentId: string; amountMinor: number } }
  | { type: 'BillRefunded'; data: Refund }
  | { type: 'BillRefundReversed'; data: { refundId: string; amountMinor: number } }
  | { type: 'BillSettled'; data: Settlement & SettledBill }
  | {
      type: 'BillSettlementReversed'
      data: Pick<Settlement, 'settlementId' | 'amountMinor' | 'vat'>
    }
  | { type: 'BillCollected'; data: { day: Day } }
  | { type: 'BillCollectionReversed'; data: { day: Day } }
  | { type: 'BillCreditReserved'; data: Credit }
  | { type: 'BillCreditReleased'; data: { creditNoteId: string } }
  | {
      type: 'BillCredited'
      data: {
        creditNoteId: string
        ref: string
        issueDate: Day
        vat: readonly VatRow[]
        grossMinor: number
        /** Absent where its days are to bill again, and on events from before it was asked. */
        daysKept?: true
      }
    }
  | { type: 'BillDepositDeducted'; data: DepositHolder }
  | { type: 'BillDepositFreed'; data: { finalId: string } }
  /** An issued bill keeps its paper's client; `clientName` is then empty. */
  | { type: 'BillClientMoved'; data: { clientId: string; clientName: string } }
  /** Events from before `isOld` lack it; they count as news. */
  | { type: 'BillFellDue'; data: { dueDate: Day; outstandingMinor: number; isOld?: true } }

export const billEvents = eventGroups<BillEvent>()({
  drafting: ['BillDrafted', 'BillDraftChanged', 'BillDraftRemoved'],
  issuing: ['BillIssuanceStarted', 'BillIssuanceAbandoned', 'BillIssued'],
  payments: ['BillPaid', 'BillPaymentReversed'],
  refunds: ['BillRefunded', 'BillRefundReversed'],
  settlements: ['BillSettled', 'BillSettlementReversed'],
  collection: ['BillCollected', 'BillCollectionReversed'],
  credit: ['BillCredited'],
  reservations: [
    'BillCreditReserved',
    'BillCreditReleased',
    'BillDepositDeducted',
    'BillDepositFreed',
  ],
  client: ['BillClientMoved'],
  due: ['BillFellDue'],
})

/**
 * A draft is the user's own. A frozen bill is an invoice, which outlives the user by ten years
 * (Commercial code, L123-22).
 */
export const billPersonal = [
  ...personal<BillEvent>(ofOwner, {
    BillDrafted: {
      'content.serviceName': '',
      'content.purchaseOrder': '',
      'content.buyerReference': '',
      'content.discountTerms': '',
      'content.discount.reason': '',
      'content.lines': [],
      'content.header': '',
      'content.footer': '',
    },
    BillDraftChanged: {
      'changes.serviceName': '',
      'changes.purchaseOrder': '',
      'changes.buyerReference': '',
      'changes.discountTerms': '',
      'changes.discount.reason': '',
      'changes.lines': [],
      'changes.header': '',
      'changes.footer': '',
    },
  }),
  ...personal<BillEvent>(ofClient, {
    BillDrafted: { 'content.clientName': '', 'content.deliveryAddress': emptyAddress },
    BillDraftChanged: { 'changes.clientName': '', 'changes.deliveryAddress': emptyAddress },
    BillClientMoved: { clientName: '' },
  }),
  ...personal<BillEvent>(ofLaw, {
    BillPaid: { bankReference: '' },
    BillSettled: { client: '' },
    BillIssuanceStarted: {
      'frozen.seller': NO_SELLER,
      'frozen.buyer': NO_BUYER,
      'frozen.deliveryAddress': emptyAddress,
      'frozen.serviceName': '',
      'frozen.purchaseOrder': '',
      'frozen.buyerReference': '',
      'frozen.discountTerms': '',
      'frozen.allowances': [],
      'frozen.lines': [],
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
  /** Absent on a bill in euros, and where no euro amount is known. */
  readonly euros?: EuroValue
  /** Part of the amount that the bank kept. */
  readonly fee?: BesidePayment
  /** Amount above the debt, beside `amountMinor`: the client gets it back. */
  readonly surplus?: BesidePayment
}
/** @unit amountMinor: minor units of the bill's currency; euroMinor: cents, absent in euros */
export type BesidePayment = { readonly amountMinor: number; readonly euroMinor?: number }
/** A rest that ended without money. `paymentId`: the payment that it was noted with; else empty. */
export type Settlement = {
  readonly settlementId: string
  readonly paymentId: string
  readonly as: Exclude<RestKind, 'bankFee'>
  readonly amountMinor: number
  readonly day: Day
  readonly vat: readonly VatRow[]
  readonly euros?: EuroValue
}
/** Facts of the bill that its VAT is taken back by. @source CGI art. 272-1 */
type SettledBill = {
  readonly profileId: string
  readonly ref: string
  readonly client: string
  readonly currency: Currency
  readonly vatDue: VatDue
  /** Absent for services in France. */
  readonly supply?: SoldSupply
}
export type Refund = {
  readonly refundId: string
  readonly amountMinor: number
  readonly day: Day
  readonly vat: readonly VatRow[]
  readonly euros?: EuroValue
  /** Surplus given back, beside `amountMinor`. */
  readonly surplus?: BesidePayment
}
export type Credit = {
  readonly creditNoteId: string
  readonly lines: readonly CreditLine[]
  readonly vat: readonly VatRow[]
  readonly grossMinor: number
}
/** `ref` is empty while the credit note is not issued. */
type HeldCredit = Credit & {
  readonly ref: string
  readonly issueDate: DayOrNone
  /** Absent where its days are to bill again. */
  readonly daysKept?: true
}

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
  readonly settlements: readonly Settlement[]
  /** Day the money was in the bank; empty until then. */
  readonly collected: DayOrNone
  readonly credits: readonly HeldCredit[]
  /** Final bill that deducts this deposit; null without one. */
  readonly deductedBy: DepositHolder | null
  readonly fellDue: boolean
}
export type Bill =
  | { readonly status: 'none' }
  | { readonly status: 'removed'; readonly profileId: string }
  | (Drafted & {
      readonly status: 'draft'
      readonly drafted: BillContent
      /**
       * The attempts to issue it that were given up, and why: sent again, they are refused as
       * before.
       */
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

/** @throws NOT_FOUND · BILL_BEING_ISSUED · BILL_NOT_ISSUED */
export function issuedBill(bill: Bill): IssuedBill {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.status === 'issuing') throw billRefusal('BILL_BEING_ISSUED')
  if (bill.status === 'draft') throw billRefusal('BILL_NOT_ISSUED')
  return bill
}
