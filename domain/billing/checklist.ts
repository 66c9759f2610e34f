import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { isSiren, isSiret, isUnionVatNumber, vatNumberOf } from '#domain/kernel/identifiers.ts'
import { isCompanyForm } from '#domain/kernel/legal-statuses.ts'
import { isPostalAddress } from '#domain/kernel/address.ts'
import { toMajor } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  makeDay,
  monthEnd,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import {
  ALL_UNCHARGED,
  type BillContent,
  dueDateOf,
  type Original,
  pricedLines,
  type Seller,
  standing,
  supplyOf,
  totalsOfContent,
} from './content.ts'
import { monthKey, type YearMonth } from './billed-month.ts'
import { buyerAddressOf } from './paper/cross-industry-invoice.ts'
import { claimOf, depositsFit, type OpenDeposit } from './deposit.ts'
import type { BillType, FrozenBuyer, VatExemption } from './frozen-bill.ts'
import type { LegalRate } from './legal-rate.values.ts'
import { LEGAL_RATES, penaltyFloor, proposedPenaltyRate } from './legal-rates.ts'
import {
  isFrenchTerritory,
  oneStopCountry,
  type PlaceOfSupply,
  territoryOf,
} from './vat/place-of-supply.values.ts'
import { vatRatesOn } from './vat/vat.values.ts'

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
  'BILL_NEEDS_OFFERED',
  'BILL_NEEDS_VAT_RATE',
  'BILL_NEEDS_RATE_OF_PLACE',
  'BILL_NEEDS_NO_VAT',
  'BILL_NEEDS_EXEMPTION_MENTION',
  'BILL_NEEDS_EXCHANGE_RATE',
  'BILL_NEEDS_DISCOUNT_BELOW',
  'BILL_NEEDS_CREDIT_LEFT',
  'BILL_NEEDS_DEPOSIT_LEFT',
  'BILL_NEEDS_DEPOSITS_BELOW',
  'BILL_LETTERS_UNKNOWN',
  'BILL_NEEDS_OPEN_DEPOSITS',
  'BILL_NEEDS_CONTRACT_LEFT',
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
  /** Letters on the paper that no font draws; absent or empty for none. */
  readonly undrawn?: readonly string[]
  /** Deposits of the client that no bill deducts yet. */
  readonly openDeposits?: readonly OpenDeposit[]
  /** Rest of the contract, negative above it; absent or null without an agreed total. */
  readonly contractLeft?: number | null
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

/**
 * The last due date that professionals may agree: 60 days, or 45 days and the end of the month. The
 * second term can be read in two ways: both are allowed.
 *
 * @source Commercial code, article L441-10 I
 */
export function lastDueDate(issueDate: Day): Day {
  const endOf = (day: Day) => monthEnd(yearOf(day), monthOf(day))
  // three entries, never empty
  return [addDays(issueDate, 60), endOf(addDays(issueDate, 45)), addDays(endOf(issueDate), 45)]
    .sort()
    .at(-1) as Day
}

const sirenOf = (siret: string): readonly Correction[] =>
  isSiret(siret) ? [{ name: 'siren', numbers: { siren: siret.slice(0, 9) } }] : []
const vatNumberFrom = (siren: string): readonly Correction[] =>
  isSiren(siren) ? [{ name: 'vatNumber', numbers: { TvaNumber: vatNumberOf(siren) } }] : []

/** The bill as its points see it. */
type Checked = ChecklistInput & {
  /** Regime of a credit note, as its bill's VAT saw the seller. */
  readonly seller: Seller
  readonly lines: ReturnType<typeof pricedLines>
  /** Whether a line bears VAT. */
  readonly isCharged: boolean
  readonly exemption: VatExemption | null
  readonly place: PlaceOfSupply
  /** Whether the client pays it: a credit note is not paid. */
  readonly isPayable: boolean
  readonly isFrench: boolean
}
/** A point; `on` is the bill unless it says another entity. */
type Point = Pick<CheckItem, 'code' | 'ok' | 'path'> &
  Partial<Pick<CheckItem, 'asks' | 'details' | 'corrections'>> & {
    readonly on?: 'professionalInfo' | 'company'
  }
/** Points about one thing; none where they do not apply. */
type Check = (bill: Checked) => readonly Point[]

const when = (
  applies: boolean | null | undefined,
  ...points: readonly Point[]
): readonly Point[] => (applies ? points : [])

const ofSeller = (
  code: Need,
  ok: boolean,
  path: string,
  corrections: readonly Correction[] = [],
): Point => ({ code, ok, path, corrections, on: 'professionalInfo' })
const ofBuyer = (
  code: Need,
  ok: boolean,
  path: string,
  corrections: readonly Correction[] = [],
): Point => ({ code, ok, path, corrections, on: 'company' })

const sellerPoints: Check = ({ seller, exemption, isCharged, isPayable }) => [
  ofSeller('BILL_NEEDS_SELLER_NAME', seller.name !== '', 'name'),
  ofSeller('BILL_NEEDS_SELLER_ADDRESS', isPostalAddress(seller.address), 'address'),
  ofSeller('BILL_NEEDS_SELLER_SIREN', /^\d{9}$/.test(seller.siren), 'siren', sirenOf(seller.siret)),
  ofSeller('BILL_NEEDS_SELLER_LEGAL_STATUS', seller.legalStatus !== '', 'legalStatus'),
  ...(isCompanyForm(seller.legalStatus)
    ? [
        ofSeller('BILL_NEEDS_SELLER_RCS', seller.rcs !== '', 'rcs'),
        ofSeller('BILL_NEEDS_SELLER_CAPITAL', seller.shareCapitalMinor > 0, 'shareCapital'),
      ]
    : when(seller.legalStatus !== '', ofSeller('BILL_NEEDS_SELLER_EI', true, 'name'))),
  ofSeller('BILL_NEEDS_SELLER_REGIME', seller.regime !== '', 'tvaRegime'),
  ...when(
    exemption !== 'franchise' &&
      (isCharged || (exemption && OF_SELLERS_NUMBER.includes(exemption))),
    ofSeller(
      'BILL_NEEDS_SELLER_VAT_NUMBER',
      seller.vatNumber !== '',
      'TvaNumber',
      vatNumberFrom(seller.siren),
    ),
  ),
  ...when(isPayable, ofSeller('BILL_NEEDS_SELLER_IBAN', seller.iban !== '', 'bankNumber')),
]

/**
 * A French company has a SIREN. An association, an embassy or a co-ownership may have none. The
 * issue goes on without an answer.
 */
const sirenPoint = ({ siren, siret, legalStatus }: FrozenBuyer): Point => {
  const known = sirenOf(siret)
  const isTold = /^\d{9}$/.test(siren)
  const mayLackIt = known.length === 0 && !isCompanyForm(legalStatus)
  return {
    ...ofBuyer('BILL_NEEDS_BUYER_SIREN', isTold || mayLackIt, 'siren', known),
    ...(!isTold && mayLackIt && { asks: true as const }),
  }
}

const buyerPoints: Check = ({ buyer, exemption, isFrench }) =>
  buyer === null
    ? [{ code: 'BILL_NEEDS_BUYER', ok: false, path: 'clientId' }]
    : [
        ofBuyer('BILL_NEEDS_BUYER', buyer.name !== '', 'name'),
        ofBuyer('BILL_NEEDS_BUYER_ADDRESS', isPostalAddress(buyer.address), 'address'),
        ...when(
          isFrench && buyer.professional && buyer.address.country !== 'MC',
          sirenPoint(buyer),
        ),
        ...when(
          exemption === 'reverseCharge' || exemption === 'intraCommunity',
          ofBuyer(
            'BILL_NEEDS_BUYER_VAT_NUMBER',
            isUnionVatNumber(
              buyer.vatNumber,
              exemption === 'intraCommunity' ? 'goods' : 'services',
            ),
            'TvaNumber',
          ),
        ),
        // A client on paper alone may have no electronic address, so the issue goes on without an
        // answer.
        ...when(buyerAddressOf(buyer) === null, {
          ...ofBuyer('BILL_NEEDS_BUYER_EMAIL', true, 'email'),
          asks: true,
        }),
      ]

const issueDayPoints: Check = ({ content, issueDate, today, lastIssueDate }) => {
  const path = 'issueDate'
  const corrections: readonly Correction[] =
    content.issueDate !== '' && today >= lastIssueDate
      ? [{ name: 'issueToday', changes: { issueDate: '' } }]
      : []
  const inOrder = lastIssueDate === '' || issueDate >= lastIssueDate
  const details = { last: lastIssueDate }
  return [
    { code: 'BILL_NEEDS_PAST_ISSUE_DATE', ok: issueDate <= today, path, corrections },
    { code: 'BILL_NEEDS_ISSUE_ORDER', ok: inOrder, path, details, corrections },
  ]
}

/**
 * The day of service is on the bill when it differs from the day of issue. Days of a month are
 * worked before the issue, so they always have one. For other bills the user is asked; no answer
 * means the day of issue.
 *
 * @source CGI ann. II art. 242 nonies A I-10°
 */
const servicePoints: Check = ({ type, content, issueDate, month }) => {
  if (type !== 'invoice') return []
  const another = month !== null
  const [year, of] = month ? [month.year, month.month] : [yearOf(issueDate), monthOf(issueDate)]
  const period: Correction = {
    name: 'period',
    changes: {
      serviceStart: makeDay(year, of, 1),
      serviceEnd: monthEnd(year, of),
    },
  }
  const issueDay: Correction = {
    name: 'issueDay',
    changes: { serviceStart: issueDate, serviceEnd: issueDate },
  }
  const dated = content.serviceStart !== '' || content.serviceEnd !== ''
  return [
    {
      code: 'BILL_NEEDS_SERVICE_DATE',
      ok: dated || !another,
      ...(!dated && !another && { asks: true }),
      ...(!dated && { corrections: another ? [period] : [period, issueDay] }),
      path: 'startDate',
    },
  ]
}

const dueDayPoints: Check = ({ content, buyer, issueDate, isPayable, isFrench }) => {
  if (!isPayable) return []
  const due = dueDateOf(content, issueDate)
  const last = lastDueDate(issueDate)
  const within = (paymentDays: number): Correction => ({
    name: 'paymentDays',
    changes: { paymentDays, dueDate: '' },
  })
  const path = 'dueDate'
  return [
    { code: 'BILL_NEEDS_DUE_DATE', ok: due >= issueDate, path, corrections: [within(30)] },
    ...when(isFrench && buyer?.professional, {
      code: 'BILL_NEEDS_DUE_DATE_IN_TERM',
      ok: due <= last,
      path,
      details: { last },
      corrections: [within(30), within(60)],
    }),
  ]
}

const penaltyPoints: Check = ({ content, buyer, issueDate, isPayable, legalRates }) => {
  if (!isPayable || buyer?.professional === false) return []
  const rates = legalRates ?? LEGAL_RATES
  const { rate: floor = 0, halfYear = '' } = penaltyFloor(issueDate, rates) ?? {}
  const penaltyRate = proposedPenaltyRate(issueDate, rates)
  const isFormula = (content.penaltyBasis ?? 'rate') !== 'rate'
  const isEnough = content.penaltyRate > 0 && content.penaltyRate >= floor
  return [
    {
      code: 'BILL_NEEDS_PENALTY_RATE',
      ok: content.includePenalty && (isFormula || isEnough),
      path: 'penaltyRate',
      details: { floor: floor / 100, halfYear },
      corrections:
        penaltyRate > 0
          ? [{ name: 'penaltyRate', changes: { penaltyRate, includePenalty: true } }]
          : [],
    },
  ]
}

/** A point for each line that fails, or one that is met. */
const eachLine = (
  lines: Checked['lines'],
  code: Need,
  path: string,
  holds: (line: Checked['lines'][number]) => boolean,
): readonly Point[] => {
  const failing = lines.flatMap((line, index) => (holds(line) ? [] : [index]))
  return failing.length > 0
    ? failing.map((index) => ({
        code,
        ok: false,
        path: `lines.${index}.${path}`,
        details: { line: index + 1 },
      }))
    : when(lines.length > 0, { code, ok: true, path: 'lines' })
}

const isPriced = ({ unitPriceMinor, unitPriceFine = 0 }: Checked['lines'][number]): boolean =>
  unitPriceMinor !== 0 || unitPriceFine !== 0

/**
 * A line may be offered, or take something off; the whole is something to pay. @source EN 16931
 * BR-27: a price below zero is none, a quantity below zero is
 */
const pricePoints = (lines: Checked['lines']): readonly Point[] => {
  const code = 'BILL_NEEDS_LINE_PRICE'
  if (!lines.some(isPriced)) return eachLine(lines, code, 'unitPrice', isPriced)
  const isReduced = lines.some(({ discount }) => discount !== undefined)
  const net = lines.reduce((total, { netMinor }) => total + netMinor, 0)
  if (!isReduced && net < 0) return [{ code, ok: false, path: 'lines' }]
  const offered = lines.findIndex((line) => !isPriced(line))
  return offered === -1
    ? [{ code, ok: true, path: 'lines' }]
    : [
        {
          code: 'BILL_NEEDS_OFFERED',
          ok: true,
          asks: true,
          path: `lines.${offered}.unitPrice`,
          details: { line: offered + 1 },
        },
      ]
}

const linePoints: Check = ({ lines, month }) => [
  { code: 'BILL_NEEDS_LINES', ok: lines.length > 0, path: 'lines' },
  ...(month
    ? [
        {
          code: 'BILL_NEEDS_UNBILLED_DAYS',
          ok: month.billedBy === null,
          path: 'lines',
          details: { month: monthKey(month), ref: month.billedBy ?? '' },
        } as const,
      ]
    : []),
  ...eachLine(
    lines,
    'BILL_NEEDS_LINE_DESCRIPTION',
    'description',
    (line) => line.description !== '',
  ),
  ...eachLine(lines, 'BILL_NEEDS_LINE_QUANTITY', 'quantity', (line) => line.quantity !== 0),
  ...pricePoints(lines),
]

const discountPoints: Check = ({ content, lines }) => {
  const code = 'BILL_NEEDS_DISCOUNT_BELOW'
  const isBelow = ({ discount, netMinor }: Checked['lines'][number]) =>
    discount === undefined || netMinor >= 0
  return [
    ...(lines.some((line) => line.discount !== undefined)
      ? eachLine(lines, code, 'discount', isBelow)
      : []),
    ...(content.discount
      ? [
          {
            code,
            ok: totalsOfContent(content).vat.every(({ baseMinor }) => baseMinor >= 0),
            path: 'discount',
          } as const,
        ]
      : []),
  ]
}

const vatPoints: Check = (bill) => {
  const { content, lines, issueDate, original, exemption, place, isCharged, isPayable } = bill
  const path = 'includeTva'
  if (exemption && ALL_UNCHARGED.includes(exemption)) {
    const none: Correction = { name: 'excludeVat', changes: { includeVat: false } }
    const details = { exemption }
    const corrections = isPayable ? [none] : []
    return [
      { code: 'BILL_NEEDS_NO_VAT', ok: !isCharged, path, details, corrections },
      { code: 'BILL_NEEDS_EXEMPTION_MENTION', ok: true, path, details },
    ]
  }
  const day = original?.issueDate ?? issueDate
  const oneStop = oneStopCountry(
    place,
    lines.map(({ rate }) => rate),
    day,
  )
  const allowed = new Set([
    ...(oneStop === '' ? vatRatesOn(day) : place.allowed),
    ...(exemption ? [0] : []),
  ])
  const code = 'BILL_NEEDS_VAT_RATE'
  if (content.includeVat || exemption)
    return [
      ...eachLine(lines, code, 'tva', (line) => allowed.has(line.rate) || line.disbursed === true),
      ...elsewherePoints(bill),
    ]
  const all: Correction = { name: 'includeVat', changes: { includeVat: true } }
  return [{ code, ok: false, path, corrections: [all] }]
}

/**
 * A French rate of another territory than the supply's is asked, not refused. Some services have a
 * place of their own. @source CGI art. 259 A, 296, 297
 */
const elsewherePoints: Check = ({ lines, place, original }) => {
  const failing = lines.findIndex(
    ({ rate }) => rate > 0 && !place.allowed.includes(rate) && place.allowed.length > 0,
  )
  return when(failing !== -1 && original === null, {
    code: 'BILL_NEEDS_RATE_OF_PLACE',
    ok: true,
    asks: true,
    path: `lines.${failing}.tva`,
    details: { rates: place.offered.map((rate) => rate / 100).join(', ') },
  })
}

const exchangePoints: Check = ({ content: { currency, exchange }, isCharged }) => {
  const { rate = 0, day = '', source = '' } = exchange ?? {}
  const isTold = rate > 0 && day !== '' && source !== ''
  return when(currency !== 'EUR', {
    code: 'BILL_NEEDS_EXCHANGE_RATE',
    // Without VAT its rate is only proposed for the payment.
    ok: isTold || !isCharged,
    ...(!isTold && !isCharged && { asks: true as const }),
    path: 'exchangeRate',
    details: { currency },
  })
}

const creditPoints: Check = ({ type, creditFits }) =>
  when(type === 'creditNote', { code: 'BILL_NEEDS_CREDIT_LEFT', ok: creditFits, path: 'lines' })

const depositPoints: Check = ({ content, lostDeposits: lost = [] }) => {
  const { deposits = [] } = content
  const path = 'deposits'
  return when(
    deposits.length > 0,
    {
      code: 'BILL_NEEDS_DEPOSIT_LEFT',
      ok: lost.length === 0,
      path,
      details: { refs: lost.join(', ') },
    },
    {
      code: 'BILL_NEEDS_DEPOSITS_BELOW',
      ok: depositsFit(totalsOfContent(content).vat, deposits),
      path,
    },
  )
}

/** A frozen paper is readable: no letter of it may be missing. */
const letterPoints: Check = ({ lines, content, buyer, undrawn = [] }) => {
  const code = 'BILL_LETTERS_UNKNOWN'
  if (undrawn.length === 0) return []
  const details = { letters: undrawn.slice(0, 20).join(' ') }
  const lacks = (text: string) => undrawn.some((letter) => text.includes(letter))
  const line = lines.findIndex(({ description }) => lacks(description))
  if (line === -1 && lacks(JSON.stringify(buyer)))
    return [{ ...ofBuyer(code, false, 'name'), details }]
  const text = (['serviceName', 'header', 'footer'] as const).find((name) => lacks(content[name]))
  const path = line === -1 ? (text ?? 'lines') : `lines.${line}.description`
  return [{ code, ok: false, path, details }]
}

/** Questions about what was billed before: a deposit, and the contract's other bills. */
const billedBeforePoints: Check = ({ content, openDeposits = [], contractLeft = null }) => {
  const { deposits = [], projectId, currency } = content
  const open = openDeposits.filter(
    (one) =>
      one.currency === currency &&
      (one.projectId === projectId || one.projectId === '' || projectId === '') &&
      !deposits.some(({ billId }) => billId === one.billId),
  )
  const { netMinor } = claimOf({ vat: totalsOfContent(content).vat, deposits })
  return [
    ...when(open.length > 0, {
      code: 'BILL_NEEDS_OPEN_DEPOSITS',
      ok: true,
      asks: true,
      path: 'deposits',
      details: { refs: open.map(({ ref }) => ref).join(', ') },
    }),
    ...when(contractLeft !== null && netMinor > contractLeft, {
      code: 'BILL_NEEDS_CONTRACT_LEFT',
      ok: true,
      asks: true,
      path: 'lines',
      details: { left: toMajor(Math.max(0, contractLeft ?? 0), currency), currency },
    }),
  ]
}

/** In the order of the paper. */
const CHECKS: readonly Check[] = [
  sellerPoints,
  buyerPoints,
  issueDayPoints,
  servicePoints,
  dueDayPoints,
  penaltyPoints,
  linePoints,
  discountPoints,
  vatPoints,
  exchangePoints,
  creditPoints,
  depositPoints,
  letterPoints,
  billedBeforePoints,
]

/** Every point that applies to this bill, met or not, in the order of the paper. */
export function checklist(input: ChecklistInput): readonly CheckItem[] {
  const { billId, content, buyer, type, original } = input
  const seller = standing(input.seller, original)
  const lines = pricedLines(content)
  const day = original?.issueDate ?? input.issueDate
  const place = supplyOf(seller, original?.buyer ?? buyer, content, day)
  const bill: Checked = {
    ...input,
    seller,
    lines,
    isCharged: lines.some((line) => line.rate > 0),
    exemption: place.exemption,
    place,
    isPayable: type !== 'creditNote',
    isFrench: buyer !== null && isFrenchTerritory(territoryOf(buyer.address)),
  }
  const ids = { bill: billId, professionalInfo: content.profileId, company: content.clientId }
  return CHECKS.flatMap((check) => check(bill)).map(
    ({ code, ok, asks, path, details = {}, corrections = [], on }) => ({
      code,
      ok,
      ...(asks && { asks }),
      // A point that asks may be corrected too.
      ...((!ok || asks) && corrections.length > 0 && { corrections }),
      entity: on ?? 'bill',
      entityId: ids[on ?? 'bill'],
      path,
      details,
    }),
  )
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
