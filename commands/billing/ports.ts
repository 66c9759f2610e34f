import type { OpenDeposit } from '#domain/billing/deposit.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import type { BillContent, Buyer, References, Seller } from '#domain/billing/content.ts'
import type { RenderBillPdf } from '#domain/billing/frozen-bill.ts'
import type { LineUnit, StandingTerms } from '#domain/billing/terms.values.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import type { ExpectedIncome, PaymentToBook } from '#domain/finance/transaction.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'

/**
 * Terms that a bill takes from its contract, which may leave some to the profile. @unit price:
 * minor units a day, without VAT; rates: hundredths of a percent
 */
type ContractTerms = StandingTerms & {
  readonly profileId: string
  readonly clientId: string
  readonly serviceName: string
  readonly currency: Currency
  readonly rate: number
  /** Hours of a day, where it is sold by the hour. */
  readonly hoursPerDay?: number
  /** Line of a fixed price: what it sells as a whole. @unit minor units */
  readonly wholeMinor?: number
  readonly references?: References
}

/**
 * A month's billable days, and how many of the contract's unit they are.
 *
 * @unit days, quantity: ten-thousandths; price: minor units of one unit; rate: hundredths of a
 * percent
 */
type BillableDays = {
  readonly days: number
  readonly quantity: number
  readonly unit: LineUnit
  readonly priceMinor: number
  readonly rate: number
  readonly description: string
}

/** Ids of what a bill names; an empty one names nothing. */
type Parties = { readonly profileId: string; readonly projectId: string; readonly clientId: string }

/**
 * Parts of quotes that their bills take. A bill without a quote takes nothing, and its position is
 * empty.
 */
export type QuotedLines = {
  /**
   * Holds what a bill's lines take, in place of what it held. @throws QUOTE_LINE_ABOVE_REST ·
   * QUOTE_LINE_UNKNOWN
   */
  readonly take: (
    billId: string,
    bill: Pick<BillContent, 'quoteId' | 'lines'>,
    meta: CommandMeta,
    attempt: string | number,
  ) => Promise<Position>
  readonly release: (
    billId: string,
    quoteId: string | undefined,
    meta: CommandMeta,
  ) => Promise<Position>
  /** A credit note was issued: the bill it corrects holds what is left, or nothing. */
  readonly settle: (billId: string, bill: IssuedBill, meta: CommandMeta) => Promise<Position>
}

/**
 * Questions of billing to the other contexts. `commands/billing/product-ports.ts` implements them.
 */
export type BillingPorts = {
  /**
   * The business on a day (its VAT regime is dated); null when it is not the owner's. `simulation`:
   * sample data. `at`: its state at a past instant.
   */
  readonly seller: (
    owner: string,
    profileId: string,
    day: Day,
    at?: number,
  ) => Promise<{
    readonly seller: Seller
    readonly simulation: boolean
    readonly terms: StandingTerms
  } | null>
  readonly buyer: (owner: string, companyId: string, at?: number) => Promise<Buyer | null>
  /** The owner's profiles of a SIREN. */
  readonly profilesOf: (owner: string, siren: string) => Promise<readonly string[]>
  readonly contract: (owner: string, projectId: string) => Promise<ContractTerms | null>
  /** A client's issued deposits that no final bill deducts, the oldest first. */
  readonly openDeposits: (
    owner: string,
    profileId: string,
    clientId: string,
  ) => Promise<readonly OpenDeposit[]>
  /**
   * A contract's whole value less what is billed, negative above it; null without an agreed total.
   */
  readonly contractLeft: (
    owner: string,
    profileId: string,
    projectId: string,
  ) => Promise<number | null>
  readonly billableDays: (
    owner: string,
    profileId: string,
    projectId: string,
    year: number,
    month: number,
  ) => Promise<BillableDays>
  readonly bookPayment: (
    payment: PaymentToBook,
    meta: CommandMeta,
  ) => Promise<{ readonly position: Position }>
  /**
   * An income that was entered by hand and is paid; null when there is none of that id. @unit minor
   * units
   */
  readonly incomeByHand: (
    owner: string,
    transactionId: string,
  ) => Promise<{
    readonly profileId: string
    readonly currency: Currency
    readonly grossMinor: number
  } | null>
  readonly reversePayment: (
    payment: Pick<PaymentToBook, 'paymentId' | 'billId'>,
    meta: CommandMeta,
  ) => Promise<{ readonly position: Position }>
  /** Expected income of a bill in the books; null when it waits for nothing. */
  readonly expectIncome: (
    billId: string,
    billVersion: number,
    income: Omit<ExpectedIncome, 'externalId'> | null,
    meta: CommandMeta,
  ) => Promise<{ readonly position: Position }>
  /** Owner of the account that a profile is paid to. */
  readonly bankAccountType: (
    owner: string,
    profileId: string,
  ) => Promise<ExpectedIncome['bankAccountType']>
  /** Parties of a bill that were removed while it was written: asked after the write. */
  readonly gone: (owner: string, parties: Parties) => Promise<readonly (keyof Parties)[]>
  /** The rates of half-years: the product's own, and those that administrators entered. */
  readonly legalRates: () => Promise<readonly LegalRate[]>
  readonly quotedLines: QuotedLines
  readonly renderPdf: RenderBillPdf
  /** A paper will be wanted soon; absent where nothing has to be made ready for it. */
  readonly expectPaper?: () => void
}
