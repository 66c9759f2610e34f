import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { isSiren, isSiret, vatNumberOf } from '#domain/kernel/identifiers.ts'
import { isCompanyForm } from '#domain/kernel/legal-statuses.ts'
import type { Address } from '#domain/kernel/address.ts'
import {
  addDays,
  type Day,
  daysInMonth,
  makeDay,
  monthOf,
  yearOf,
  type DayOrNone,
} from '#domain/kernel/time.ts'
import {
  ALL_UNCHARGED,
  type BillContent,
  dueDateOf,
  exemptionFor,
  type Original,
  pricedLines,
  type Seller,
  standing,
  totalsOfContent,
} from './content.ts'
import { monthKey, type YearMonth } from './billed-month.ts'
import { buyerAddressOf } from './paper/cross-industry-invoice.ts'
import { depositsFit } from './deposit.ts'
import type { BillType, FrozenBuyer, VatExemption } from './frozen-bill.ts'
import type { LegalRate } from './legal-rate.values.ts'
import { LEGAL_RATES, penaltyFloor, proposedPenaltyRate } from './legal-rates.ts'
import { vatAreaOf, vatRatesOn } from './vat/vat.values.ts'

/** Each code names what a bill needs; its text says what is missing and where it is mended. */
const NEEDS = [
  'BILL_NEEDS_SELLER_NAME',
  'BILL_NEEDS_SELLER_ADDRESS',
  'BILL_NEEDS_SELLER_SIREN',
  'BILL_NEEDS_SELLER_LEGAL_STATUS',
  'BILL_NEEDS_SELLER_RCS',
  'BILL_NEEDS_SELLER_CAPITAL',
  'BILL_NEEDS_SELLER_EI',
  'BILL_NEEDS_SELLER_REGIME',
  'BILL_NEEDS_SELLER_VAT_NUMBER',
  'BILL_NEEDS_SELLER_IBAN',
  'BILL_NEEDS_BUYER',
  'BILL_NEEDS_BUYER_ADDRESS',
  'BILL_NEEDS_BUYER_SIREN',
  'BILL_NEEDS_BUYER_VAT_NUMBER',
  'BILL_NEEDS_BUYER_EMAIL',
  'BILL_NEEDS_PAST_ISSUE_DATE',
  'BILL_NEEDS_ISSUE_ORDER',
  'BILL_NEEDS_SERVICE_DATE',
  'BILL_NEEDS_DUE_DATE',
  'BILL_NEEDS_DUE_DATE_IN_TERM',
  'BILL_NEEDS_PENALTY_RATE',
  'BILL_NEEDS_LINES',
  'BILL_NEEDS_UNBILLED_DAYS',
  'BILL_NEEDS_LINE_DESCRIPTION',
  'BILL_NEEDS_LINE_QUANTITY',
  'BILL_NEEDS_LINE_PRICE',
  'BILL_NEEDS_VAT_RATE',
  'BILL_NEEDS_NO_VAT',
  'BILL_NEEDS_EXEMPTION_MENTION',
  'BILL_NEEDS_EXCHANGE_RATE',
  'BILL_NEEDS_DISCOUNT_BELOW',
  'BILL_NEEDS_CREDIT_LEFT',
  'BILL_NEEDS_DEPOSIT_LEFT',
  'BILL_NEEDS_DEPOSITS_BELOW',
] as const
export type Need = (typeof NEEDS)[number]

export const checklistRefusal = catalogue({
  // fromEntries forgets the key type
  ...(Object.fromEntries(NEEDS.map((code) => [code, 'invalid' as const])) as Record<
    Need,
    'invalid'
  >),
  BILL_INCOMPLETE: 'invalid',
})

/** Numbers that follow from others, in the wire's words. */
type Numbers = { readonly TvaNumber: string } | { readonly siren: string }

/** A change that mends a point at once: of the draft, or of the numbers of a party. */
export type Correction =
  | {
      readonly name:
        | 'period'
        | 'issueDay'
        | 'issueToday'
        | 'penaltyRate'
        | 'paymentDays'
        | 'includeVat'
        | 'excludeVat'
      readonly changes: Partial<Omit<BillContent, 'profileId' | 'lines'>>
    }
  | { readonly name: 'vatNumber' | 'siren'; readonly numbers: Numbers }

/**
 * One point of the list. A point that is not `ok` stops the issue; `asks` is an open question,
 * which does not. `entity` and `entityId` say what to open to mend it, `path` names the field
 * there, in the wire's words.
 */
export type CheckItem = {
  readonly code: Need
  readonly ok: boolean
  readonly asks?: true
  readonly corrections?: readonly Correction[]
  readonly entity: 'bill' | 'professionalInfo' | 'company'
  readonly entityId: string
  readonly path: string
  readonly details: Readonly<Record<string, string | number>>
}

export type ChecklistInput = {
  readonly billId: string
  readonly type: BillType
  readonly content: BillContent
  readonly seller: Seller
  /** Null when no client was chosen, or the client was removed. */
  readonly buyer: FrozenBuyer | null
  readonly issueDate: Day
  readonly today: Day
  /** Issue date of the last bill in the same series; empty when this bill is its first. */
  readonly lastIssueDate: DayOrNone
  /**
   * The month whose days the bill carries; null for a bill of no month. `billedBy`: number of
   * another bill that carries them already.
   */
  readonly month: (YearMonth & { readonly billedBy: string | null }) | null
  /** The bill that a credit note corrects; null for other bills. */
  readonly original: Original | null
  /** False when a credit note gives back more than what remains of its original. */
  readonly creditFits: boolean
  /**
   * Numbers of chosen deposits that this bill may not deduct, or not any more; absent when there is
   * none.
   */
  readonly lostDeposits?: readonly string[]
  readonly legalRates?: readonly LegalRate[]
}

/**
 * Reasons for no VAT whose bills carry the seller's VAT number. @source EN 16931 BR-AE-02,
 * BR-IC-02, BR-G-02
 */
const OF_SELLERS_NUMBER: readonly VatExemption[] = [
  'reverseCharge',
  'intraCommunity',
  'construction',
  'export',
]

const whole = (address: Address): boolean =>
  address.street !== '' && address.postalCode !== '' && address.city !== ''

/**
 * The last due date that may be agreed between professionals: 60 days from the issue, or 45 days
 * and the end of the month. The second term can be read in two ways: both are allowed.
 *
 * @source Commercial code, article L441-10 I
 */
export function lastDueDate(issueDate: Day): Day {
  const endOf = (day: Day) =>
    makeDay(yearOf(day), monthOf(day), daysInMonth(yearOf(day), monthOf(day)))
  // three entries, never empty
  return [addDays(issueDate, 60), endOf(addDays(issueDate, 45)), addDays(endOf(issueDate), 45)]
    .sort()
    .at(-1) as Day
}

/** Every point that applies to this bill, met or not, in the order of the paper. */
export function checklist(input: ChecklistInput): readonly CheckItem[] {
  const { content, buyer, issueDate, type, original } = input
  const seller = standing(input.seller, original)
  const items: CheckItem[] = []
  const on =
    (entity: CheckItem['entity'], entityId: string) =>
    (
      code: Need,
      ok: boolean,
      path: string,
      details: CheckItem['details'] = {},
      corrections: readonly Correction[] = [],
    ) => {
      items.push({
        code,
        ok,
        ...(!ok && corrections.length > 0 && { corrections }),
        entity,
        entityId,
        path,
        details,
      })
    }
  const ofSeller = on('professionalInfo', content.profileId)
  const ofBuyer = on('company', content.clientId)
  const ofBill = on('bill', input.billId)

  const lines = pricedLines(content)
  const charged = lines.some((line) => line.rate > 0)
  const exemption = exemptionFor(seller, original?.buyer ?? buyer, content)
  const payable = type !== 'creditNote'
  const french = buyer !== null && vatAreaOf(buyer.address.country) === 'france'

  ofSeller('BILL_NEEDS_SELLER_NAME', seller.name !== '', 'name')
  ofSeller('BILL_NEEDS_SELLER_ADDRESS', whole(seller.address), 'address')
  ofSeller(
    'BILL_NEEDS_SELLER_SIREN',
    /^\d{9}$/.test(seller.siren),
    'siren',
    {},
    sirenOf(seller.siret),
  )
  ofSeller('BILL_NEEDS_SELLER_LEGAL_STATUS', seller.legalStatus !== '', 'legalStatus')
  if (isCompanyForm(seller.legalStatus)) {
    ofSeller('BILL_NEEDS_SELLER_RCS', seller.rcs !== '', 'rcs')
    ofSeller('BILL_NEEDS_SELLER_CAPITAL', seller.shareCapitalMinor > 0, 'shareCapital')
  } else if (seller.legalStatus !== '') ofSeller('BILL_NEEDS_SELLER_EI', true, 'name')
  ofSeller('BILL_NEEDS_SELLER_REGIME', seller.regime !== '', 'tvaRegime')
  if (
    exemption !== 'franchise' &&
    (charged || (exemption && OF_SELLERS_NUMBER.includes(exemption)))
  )
    ofSeller(
      'BILL_NEEDS_SELLER_VAT_NUMBER',
      seller.vatNumber !== '',
      'TvaNumber',
      {},
      vatNumberFrom(seller.siren),
    )
  if (payable) ofSeller('BILL_NEEDS_SELLER_IBAN', seller.iban !== '', 'bankNumber')

  if (!buyer) ofBill('BILL_NEEDS_BUYER', false, 'clientId')
  else {
    ofBuyer('BILL_NEEDS_BUYER', buyer.name !== '', 'name')
    ofBuyer('BILL_NEEDS_BUYER_ADDRESS', whole(buyer.address), 'address')
    if (french && buyer.professional && buyer.address.country !== 'MC')
      ofBuyer(
        'BILL_NEEDS_BUYER_SIREN',
        /^\d{9}$/.test(buyer.siren),
        'siren',
        {},
        sirenOf(buyer.siret),
      )
    if (exemption === 'reverseCharge' || exemption === 'intraCommunity')
      ofBuyer('BILL_NEEDS_BUYER_VAT_NUMBER', buyer.vatNumber !== '', 'TvaNumber')
    // A client on paper alone may have no electronic address, so the issue goes on without an
    // answer.
    if (buyerAddressOf(buyer) === null)
      items.push({
        code: 'BILL_NEEDS_BUYER_EMAIL',
        ok: true,
        asks: true,
        entity: 'company',
        entityId: content.clientId,
        path: 'email',
        details: {},
      })
  }

  const issuedToday: readonly Correction[] =
    content.issueDate !== '' && input.today >= input.lastIssueDate
      ? [{ name: 'issueToday', changes: { issueDate: '' } }]
      : []
  ofBill('BILL_NEEDS_PAST_ISSUE_DATE', issueDate <= input.today, 'issueDate', {}, issuedToday)
  const inOrder = input.lastIssueDate === '' || issueDate >= input.lastIssueDate
  ofBill('BILL_NEEDS_ISSUE_ORDER', inOrder, 'issueDate', { last: input.lastIssueDate }, issuedToday)
  if (type === 'invoice') items.push(serviceDate(input))
  if (payable) {
    const due = dueDateOf(content, issueDate)
    const [thirty, sixty] = [30, 60].map(
      (paymentDays): Correction => ({ name: 'paymentDays', changes: { paymentDays, dueDate: '' } }),
    ) as [Correction, Correction] // one of each
    ofBill('BILL_NEEDS_DUE_DATE', due >= issueDate, 'dueDate', {}, [thirty])
    if (french && buyer?.professional) {
      const last = lastDueDate(issueDate)
      ofBill('BILL_NEEDS_DUE_DATE_IN_TERM', due <= last, 'dueDate', { last }, [thirty, sixty])
    }
    if (buyer?.professional ?? true) {
      const rates = input.legalRates ?? LEGAL_RATES
      const floor = penaltyFloor(issueDate, rates)
      const penaltyRate = proposedPenaltyRate(issueDate, rates)
      ofBill(
        'BILL_NEEDS_PENALTY_RATE',
        content.includePenalty &&
          ((content.penaltyBasis ?? 'rate') !== 'rate' ||
            (content.penaltyRate > 0 && content.penaltyRate >= (floor?.rate ?? 0))),
        'penaltyRate',
        {
          floor: (floor?.rate ?? 0) / 100,
          halfYear: floor?.halfYear ?? '',
        },
        penaltyRate > 0
          ? [{ name: 'penaltyRate', changes: { penaltyRate, includePenalty: true } }]
          : [],
      )
    }
  }

  ofBill('BILL_NEEDS_LINES', lines.length > 0, 'lines')
  if (input.month)
    ofBill('BILL_NEEDS_UNBILLED_DAYS', input.month.billedBy === null, 'lines', {
      month: monthKey(input.month),
      ref: input.month.billedBy ?? '',
    })
  const each = (code: Need, path: string, holds: (line: (typeof lines)[number]) => boolean) => {
    const failing = lines.flatMap((line, index) => (holds(line) ? [] : [index]))
    for (const index of failing) ofBill(code, false, `lines.${index}.${path}`, { line: index + 1 })
    if (failing.length === 0 && lines.length > 0) ofBill(code, true, 'lines')
  }
  each('BILL_NEEDS_LINE_DESCRIPTION', 'description', (line) => line.description !== '')
  each('BILL_NEEDS_LINE_QUANTITY', 'quantity', (line) => line.quantity > 0)
  each('BILL_NEEDS_LINE_PRICE', 'unitPrice', (line) => line.unitPriceMinor > 0)
  if (lines.some((line) => line.discount !== undefined))
    each(
      'BILL_NEEDS_DISCOUNT_BELOW',
      'discount',
      (line) => line.discount === undefined || line.netMinor >= 0,
    )
  if (content.discount)
    ofBill(
      'BILL_NEEDS_DISCOUNT_BELOW',
      totalsOfContent(content).vat.every(({ baseMinor }) => baseMinor >= 0),
      'discount',
    )
  if (exemption && ALL_UNCHARGED.includes(exemption)) {
    const none: Correction = { name: 'excludeVat', changes: { includeVat: false } }
    ofBill('BILL_NEEDS_NO_VAT', !charged, 'includeTva', { exemption }, payable ? [none] : [])
    ofBill('BILL_NEEDS_EXEMPTION_MENTION', true, 'includeTva', { exemption })
  } else {
    const allowed = [...vatRatesOn(original?.issueDate ?? issueDate), ...(exemption ? [0] : [])]
    if (content.includeVat || exemption)
      each('BILL_NEEDS_VAT_RATE', 'tva', (line) => allowed.includes(line.rate))
    else
      ofBill('BILL_NEEDS_VAT_RATE', false, 'includeTva', {}, [
        { name: 'includeVat', changes: { includeVat: true } },
      ])
  }
  if (charged && content.currency !== 'EUR') {
    const { rate = 0, day = '', source = '' } = content.exchange ?? {}
    ofBill('BILL_NEEDS_EXCHANGE_RATE', rate > 0 && day !== '' && source !== '', 'exchangeRate', {
      currency: content.currency,
    })
  }
  if (type === 'creditNote') ofBill('BILL_NEEDS_CREDIT_LEFT', input.creditFits, 'lines')
  const { deposits = [] } = content
  if (deposits.length > 0) {
    const lost = input.lostDeposits ?? []
    ofBill('BILL_NEEDS_DEPOSIT_LEFT', lost.length === 0, 'deposits', { refs: lost.join(', ') })
    ofBill(
      'BILL_NEEDS_DEPOSITS_BELOW',
      depositsFit(totalsOfContent(content).vat, deposits),
      'deposits',
    )
  }
  return items
}

const sirenOf = (siret: string): readonly Correction[] =>
  isSiret(siret) ? [{ name: 'siren', numbers: { siren: siret.slice(0, 9) } }] : []
const vatNumberFrom = (siren: string): readonly Correction[] =>
  isSiren(siren) ? [{ name: 'vatNumber', numbers: { TvaNumber: vatNumberOf(siren) } }] : []

/**
 * The day of service is on the bill when it differs from the day of issue. Days of a month are
 * worked before the issue, so they always have one. For other bills the user is asked; no answer
 * means the day of issue.
 *
 * @source CGI ann. II art. 242 nonies A I-10°
 */
function serviceDate({ billId, content, issueDate, month }: ChecklistInput): CheckItem {
  const another = month !== null
  const [year, of] = month ? [month.year, month.month] : [yearOf(issueDate), monthOf(issueDate)]
  const period: Correction = {
    name: 'period',
    changes: {
      serviceStart: makeDay(year, of, 1),
      serviceEnd: makeDay(year, of, daysInMonth(year, of)),
    },
  }
  const issueDay: Correction = {
    name: 'issueDay',
    changes: { serviceStart: issueDate, serviceEnd: issueDate },
  }
  const dated = content.serviceStart !== '' || content.serviceEnd !== ''
  return {
    code: 'BILL_NEEDS_SERVICE_DATE',
    ok: dated || !another,
    ...(dated || another ? {} : { asks: true }),
    ...(dated ? {} : { corrections: another ? [period] : [period, issueDay] }),
    entity: 'bill',
    entityId: billId,
    path: 'startDate',
    details: {},
  }
}

/**
 * The points that are not met, as fields of a refusal. A path outside the bill starts with the
 * entity that holds the field.
 */
export const missingFields = (items: readonly CheckItem[]): readonly FieldRefusal[] =>
  items
    .filter((item) => !item.ok)
    .map(({ code, entity, path, details }) => ({
      code,
      path: entity === 'bill' ? path : `${entity}.${path}`,
      details,
    }))
