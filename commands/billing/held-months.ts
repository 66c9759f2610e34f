import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { Bill, BillSource } from '#domain/billing/bill-facts.ts'
import {
  billedDays,
  billedMonthDecider,
  billedMonthId,
  billedMonthRefusal,
  carriedBy,
  dayBillOf,
  type Holder,
  monthKey,
  ROUNDED_DAYS,
} from '#domain/billing/billed-month.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { BillNumbers } from './bill-numbers.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

type Draft = Extract<Bill, { status: 'draft' }>

const RETRIES = 5

/**
 * A draft made from a month holds its days, and is refused when other bills carry them. Null for
 * any other draft.
 */
export const monthOf = ({
  billType,
  source,
}: Pick<Draft, 'billType' | 'source'>): BillSource | null =>
  billType === 'creditNote' ? null : source

/** Days of a month on its bills. @unit worked, billed: ten-thousandths of a day */
type MonthStanding = {
  readonly holders: readonly Holder[]
  readonly worked: number
  /** By other bills than the one asked about. */
  readonly billed: number
  /**
   * Number of one of these bills: empty while it is being issued, null when no bill carries any.
   */
  readonly billedBy: string | null
}

/**
 * Bills that carry the days of a month, so that no day is billed twice. Each month's own stream
 * decides.
 */
export function heldMonths(
  handler: CommandHandler,
  ports: Pick<BillingPorts, 'billableDays'>,
  numbers: Pick<BillNumbers, 'abandon'>,
) {
  /** A month's worked days, and those that bills other than one carry. */
  async function standingOf(
    source: BillSource,
    profileId: string,
    except: string,
    owner: string,
  ): Promise<MonthStanding> {
    const holders =
      (await handler.load(billedMonthDecider, billedMonthId(source), owner))?.state ?? []
    const others = await Promise.all(
      holders
        .filter(({ billId }) => billId !== except)
        .map(async ({ billId, issuanceId }) => {
          const bill = (await handler.load(billDecider, billId, owner))?.state
          const carries =
            (bill?.status === 'issuing' || bill?.status === 'issued') &&
            bill.issuanceId === issuanceId
          return carries ? [{ ref: bill.frozen.ref, carried: carriedBy(dayBillOf(bill)) }] : []
        }),
    )
    const carrying = others.flat().filter(({ carried }) => carried.days > 0)
    const months = [source, ...carrying.flatMap(({ carried }) => carried.months)]
    const worked = new Map<string, number>()
    for (const { year, month } of months)
      if (!worked.has(monthKey({ year, month })))
        worked.set(
          monthKey({ year, month }),
          (await ports.billableDays(owner, profileId, source.projectId, year, month)).days,
        )
    const billed = billedDays(
      worked,
      carrying.map(({ carried }) => carried),
    )
    const key = monthKey(source)
    return {
      holders,
      worked: worked.get(key) ?? 0,
      billed: billed.get(key) ?? 0,
      billedBy: carrying[0]?.ref ?? null,
    }
  }

  /**
   * The number of a bill that leaves too few of the month's days for this one; null with enough
   * days.
   */
  const inTheWay = (
    bill: Draft | (Bill & { status: 'issuing' }),
    { worked, billed, billedBy }: MonthStanding,
  ) =>
    billedBy !== null && carriedBy(dayBillOf(bill)).days > worked - billed + ROUNDED_DAYS
      ? billedBy
      : null

  /**
   * Holds the months whose days a bill carries. A bill made by hand is recorded and never refused:
   * its days were agreed.
   *
   * @throws BILL_MONTH_ALREADY_BILLED when other bills carry the days of its month; the bill is a
   * draft again
   */
  async function hold(
    bill: Bill & { status: 'issuing' },
    holder: Holder,
    meta: CommandMeta,
  ): Promise<void> {
    const made = monthOf(bill)
    const { projectId, profileId } = bill.content
    const months = made
      ? [made]
      : carriedBy(dayBillOf(bill)).months.map((month) => ({ ...month, projectId }))
    for (const source of months)
      await holdMonth(source, profileId, made !== null, bill, holder, meta)
  }

  async function holdMonth(
    source: BillSource,
    profileId: string,
    refusing: boolean,
    bill: Bill & { status: 'issuing' },
    holder: Holder,
    meta: CommandMeta,
  ): Promise<void> {
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const seen = refusing
        ? await standingOf(source, profileId, holder.billId, meta.owner)
        : {
            holders:
              (await handler.load(billedMonthDecider, billedMonthId(source), meta.owner))?.state ??
              [],
          }
      const ref = 'billed' in seen ? inTheWay(bill, seen) : null
      if (ref !== null) {
        await numbers.abandon(holder.billId, holder.issuanceId, 'BILL_MONTH_ALREADY_BILLED', meta)
        throw billedMonthRefusal('BILL_MONTH_ALREADY_BILLED', { month: monthKey(source), ref })
      }
      try {
        await handler.run(
          billedMonthDecider,
          billedMonthId(source),
          { type: 'Hold', holder, seen: seen.holders },
          step(
            meta,
            derivedUuid(holder.billId, holder.issuanceId, 'month', monthKey(source), attempt),
          ),
        )
        return
      } catch (error) {
        // Another attempt holds the month since: count again.
        if (!(error instanceof Refusal && error.code === 'BILL_MONTH_ALREADY_BILLED')) throw error
      }
    }
    throw refusal('CONFLICT')
  }

  return { standingOf, inTheWay, hold }
}
