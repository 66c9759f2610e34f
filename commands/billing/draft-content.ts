import type { CommandHandler } from '#commands/kernel/command.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { BillSource } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import {
  type BillContent,
  type BillLine,
  blankContent,
  supplyOf,
  totalsOfContent,
} from '#domain/billing/content.ts'
import { type DeductedDeposit, depositsFit, type OpenDeposit } from '#domain/billing/deposit.ts'
import type { BillType } from '#domain/billing/frozen-bill.ts'
import { inheritedReferences, inheritedTerms } from '#domain/billing/inherited-terms.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { inUnits } from '#domain/projects/price-unit.values.ts'
import { minorDigits, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { type Day, makeDay, monthEnd } from '#domain/kernel/time.ts'
import { depositOf } from './deducted-deposits.ts'
import type { BillIssuance } from './issue-bill.ts'
import type { BillingPorts } from './ports.ts'

/**
 * The content of a new draft; absent fields are taken from the contract, the client and the
 * business.
 */
export type NewBill = Partial<Omit<BillContent, 'deposits'>> & {
  readonly profileId: string
  /** Deposit bills to deduct, by their ids. */
  readonly depositIds?: readonly string[]
  readonly billType: BillType
  readonly fromTimesheet?: BillSource
}
export type BillChanges = Partial<Omit<BillContent, 'profileId' | 'deposits'>> & {
  readonly depositIds?: readonly string[]
}
export const unknownReference = (path: string) =>
  refusal('RULE_BROKEN', {}, [{ path, code: 'REFERENCE_UNKNOWN' }])

/**
 * Deposits that a new bill deducts where the request names none. They are the paid ones of its
 * contract, as far as its lines are worth them.
 */
function usualDeposits(
  open: readonly OpenDeposit[],
  content: BillContent,
): readonly string[] | undefined {
  const { vat } = totalsOfContent(content)
  const chosen: OpenDeposit[] = []
  for (const one of open)
    if (
      one.paid &&
      one.projectId === content.projectId &&
      one.currency === content.currency &&
      (content.lines.length === 0 || depositsFit(vat, [...chosen, one]))
    )
      chosen.push(one)
  return chosen.length === 0 ? undefined : chosen.map(({ billId }) => billId)
}

/**
 * Content of a new draft: the request, then the month, the contract, the client and the business.
 */
export function draftContents(
  handler: CommandHandler,
  issuance: Pick<BillIssuance, 'leftOf'>,
  ports: BillingPorts,
) {
  /** Client and subject of a new bill. @throws RULE_BROKEN naming the missing record */
  async function partiesOf(
    owner: string,
    { profileId, fromTimesheet, projectId: named = '', clientId: chosen }: NewBill,
    today: Day,
  ) {
    const projectId = fromTimesheet?.projectId ?? named
    const [business, contract] = await Promise.all([
      ports.seller(owner, profileId, today),
      projectId ? ports.contract(owner, projectId) : null,
    ])
    if (!business) throw unknownReference('profileId')
    if (projectId && contract?.profileId !== profileId)
      throw unknownReference(fromTimesheet ? 'fromTimesheet.projectId' : 'projectId')
    const clientId = chosen ?? contract?.clientId ?? ''
    const buyer = clientId ? await ports.buyer(owner, clientId) : null
    if (clientId && !buyer) throw unknownReference('clientId')
    return { business, contract, buyer, projectId, clientId }
  }

  async function newContent(owner: string, draft: NewBill, today: Day): Promise<BillContent> {
    const { billType, fromTimesheet, depositIds, ...given } = draft
    const { business, contract, buyer, projectId, clientId } = await partiesOf(owner, draft, today)
    const currency = contract?.currency ?? 'EUR'
    // The prices came in cents: for a currency with other decimals, the request has to name the
    // contract.
    if (given.lines && given.currency === undefined && minorDigits(currency) !== minorDigits('EUR'))
      throw refusal('RULE_BROKEN', {}, [{ path: 'currency', code: 'FIELD_INVALID' }])
    const taken = {
      ...(billType === 'invoice' && wholeOf(contract)),
      ...(fromTimesheet ? await monthOf(owner, given.profileId, fromTimesheet) : {}),
      ...withBasis(given),
    }
    const ids =
      depositIds ??
      (billType === 'invoice' && clientId
        ? usualDeposits(await ports.openDeposits(owner, given.profileId, clientId), {
            ...blankContent,
            currency,
            ...taken,
            projectId,
          })
        : undefined)
    const deposits = ids && (await chosenDeposits(owner, given.profileId, billType, ids))
    return {
      ...blankContent,
      serviceName: contract?.serviceName ?? '',
      currency,
      ...inheritedTerms(business.terms, contract, buyer?.language),
      ...inheritedReferences(contract?.references, buyer?.references),
      // Penalties are between professionals.
      includePenalty: buyer?.professional ?? true,
      includeVat: supplyOf(business.seller, buyer, given, today).exemption === null,
      ...taken,
      ...(deposits && { deposits }),
      projectId,
      clientId,
      clientName: buyer?.name ?? '',
      ...(contract?.hoursPerDay !== undefined && { hoursPerDay: contract.hoursPerDay }),
    }
  }

  /** @throws RULE_BROKEN naming each id that is no issued deposit of the profile */
  async function chosenDeposits(
    owner: string,
    profileId: string,
    billType: BillType,
    ids: readonly string[],
  ): Promise<readonly DeductedDeposit[]> {
    if (ids.length > 0 && billType !== 'invoice')
      throw refusal('RULE_BROKEN', {}, [{ path: 'deposits', code: 'BILL_DEPOSITS_OF_INVOICE' }])
    const found = await Promise.all(
      [...new Set(ids)].map(async (id) => {
        const state = (await handler.load(billDecider, id, owner))?.state
        return state?.status === 'issued' && state.content.profileId === profileId
          ? depositOf(id, state)
          : null
      }),
    )
    const faults = found.flatMap((one, i) =>
      one ? [] : [{ path: `deposits.${i}`, code: 'BILL_NO_DEPOSIT' }],
    )
    if (faults.length > 0) throw refusal('RULE_BROKEN', {}, faults)
    return found.filter((one) => one !== null)
  }

  /** @throws BILL_NOTHING_TO_BILL when the month has no billable day */
  async function monthOf(
    owner: string,
    profileId: string,
    { projectId, year, month }: BillSource,
  ): Promise<Partial<BillContent>> {
    const worked = await ports.billableDays(owner, profileId, projectId, year, month)
    const details = { month: `${year}-${String(month).padStart(2, '0')}` }
    if (worked.days === 0)
      throw billRefusal('BILL_NOTHING_TO_BILL', details, [
        { path: 'fromTimesheet', code: 'BILL_NOTHING_TO_BILL', details },
      ])
    const left = await issuance.leftOf({ projectId, year, month }, profileId, owner)
    const line: BillLine = {
      description: worked.description,
      // A month that is billed already gives all its days: the checklist then names the bill to
      // credit first.
      quantity: left > 0 && left < worked.days ? partOf(worked, left) : worked.quantity,
      unit: worked.unit,
      unitPriceMinor: worked.priceMinor,
      rate: worked.rate,
      creditedLine: null,
    }
    return {
      serviceStart: makeDay(year, month, 1),
      // Days to come are no service yet; a price by the month is for the whole of it.
      serviceEnd: (worked.unit !== 'month' && worked.lastDay) || monthEnd(year, month),
      lines: [line],
    }
  }

  return { newContent, chosenDeposits }
}

/** Line of a fixed price, sold as a whole; other contracts have none. */
const wholeOf = (contract: Awaited<ReturnType<BillingPorts['contract']>>): Partial<BillContent> =>
  contract?.wholeMinor === undefined
    ? {}
    : {
        lines: [
          {
            description: contract.serviceName,
            quantity: QUANTITY_SCALE,
            unit: 'fixed',
            unitPriceMinor: contract.wholeMinor,
            rate: contract.rate,
            creditedLine: null,
          },
        ],
      }

/** Units of some of a month's days; a month and a whole have no parts. */
const partOf = (
  {
    quantity,
    days,
    unit,
  }: Pick<Awaited<ReturnType<BillingPorts['billableDays']>>, 'quantity' | 'days' | 'unit'>,
  left: number,
): number => (unit === 'month' || unit === 'fixed' ? quantity : inUnits(left, quantity / days))

/** A rate that is told without a basis is a figure of its own; a formula has none. */
export const withBasis = <C extends Partial<BillContent>>(changes: C): C => {
  const { penaltyBasis, penaltyRate } = changes
  if (penaltyBasis === 'ecb10' || penaltyBasis === 'legal3') return { ...changes, penaltyRate: 0 }
  return penaltyBasis === undefined && penaltyRate !== undefined
    ? { ...changes, penaltyBasis: 'rate' }
    : changes
}
