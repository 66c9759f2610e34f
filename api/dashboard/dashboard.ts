import {
  type Dashboard,
  dashboardRoutes,
  type FirstSteps,
  type NextStep,
} from '#contract/dashboard/dashboard.contract.ts'
import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import { halfYearOf, isRateKnown } from '#domain/billing/legal-rates.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { fromQuantity, toMajor, type Currency } from '#domain/kernel/money.ts'
import { type Day, dayIn, epochOrZero, monthOf, yearOf } from '#domain/kernel/time.ts'
import type { MonthSummary } from '#domain/timesheets/summary.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'
import {
  billsToRefund,
  type Owed,
  type OwedBill,
  type OwedSum,
  owedBills,
  waitingDrafts,
} from '#projections/finance/owed-bills.queries.ts'
import { type DepositToBill, depositsToBill } from '#projections/quotes/deposits-to-bill.queries.ts'
import type { ScheduleDoc } from '#projections/schedules/schedules.ts'
import { turnoverOf } from '#projections/finance/turnover.queries.ts'
import { schedulesToValidate } from '#projections/schedules/waiting-runs.queries.ts'
import type { BillableMonth } from '#projections/finance/billable.queries.ts'
import type { BillDoc } from '#projections/billing/bills.ts'
import {
  contributionTermsIn,
  type ProfessionalInfoDoc,
  professionalInfoOf,
} from '#projections/profile/professional-infos.ts'
import { contributionsHeld } from '#projections/schedules/contributions-held.queries.ts'
import { exemptionGauges } from '#projections/finance/vat-exemption.queries.ts'
import { type DeclarationOf, declarationsOf } from '#projections/finance/declarations.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import { turnoverToWire } from '../finance/wire.ts'
import type { Api } from '../kernel/api.ts'
import { type DashboardPorts, dashboardReads, type SetupGap } from './ports.ts'

/** Bills and steps in the answer; the sums cover all. A user cannot do more in a day. */
const SHOWN_BILLS = 10
const SHOWN_STEPS = 50

/** The dashboard in one answer, so that all parts are of the same moment. */
export function dashboardApi(api: Api, ports: DashboardPorts): void {
  api.serve(dashboardRoutes.get, { reads: dashboardReads }, async (call) => {
    const { owner, read } = call
    const { profileId } = call.params
    const today = dayIn(call.now, call.caller.timeZone)
    const [year, month] = [yearOf(today), monthOf(today)]
    const last = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }

    const setup = await ports.setup(owner, profileId, today)
    if (setup === null) throw refusal('NOT_FOUND', { id: profileId })
    const { currency } = setup
    const rates = await ports.legalRates()
    const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
    const termsOf = contributionTermsIn([profile])
    const [
      turnover,
      previous,
      owed,
      drafts,
      days,
      lastDays,
      contracts,
      billable,
      refunds,
      deposits,
      toValidate,
      declarations,
    ] = await Promise.all([
      turnoverOf(read, owner, profileId, year, currency),
      turnoverOf(read, owner, profileId, year - 1, currency),
      owedBills(read.bills, { owner, profileId, today, rates }, SHOWN_STEPS),
      waitingDrafts(read.bills, owner, profileId, SHOWN_STEPS),
      ports.monthSummary(read, owner, profileId, year, month, today, call.caller.timeZone),
      ports.monthSummary(
        read,
        owner,
        profileId,
        last.year,
        last.month,
        today,
        call.caller.timeZone,
      ),
      ports.activeContracts(read, owner, profileId, today),
      ports.billable(read, owner, profileId),
      billsToRefund(read.bills, owner, profileId, SHOWN_STEPS),
      call.can('perm_quote_menu') ? depositsToBill(read, owner, profileId) : [],
      schedulesToValidate(read, owner, profileId, termsOf),
      call.can('perm_transaction_menu') && profile !== null
        ? declarationsDue(read, {
            profile,
            today,
            timeZone: call.caller.timeZone,
            hasContributions: call.can('perm_charge_menu'),
          })
        : [],
    ])
    const isNew =
      (await read.bills.count({
        where: { owner, profileId, state: { $in: ['issuing', ...STATES_OF.issued] } },
      })) === 0
    return {
      firstSteps: isNew
        ? firstSteps({
            client: await ports.client(read, owner),
            contractId: await ports.contractId(read, owner, profileId),
            billable,
            drafts,
          })
        : null,
      turnover: turnoverToWire(year, currency, turnover),
      previousTurnover: turnoverToWire(year - 1, currency, previous),
      owed: owedToWire(owed, currency),
      exemption:
        profile && vatTermsOn(profile.vat, today)?.terms.regime === 'franchise'
          ? await exemptionOf(read, profile, today)
          : null,
      month: daysToWire(year, month, days),
      contracts: contracts.map(({ leftMinor, ...contract }) => ({
        ...contract,
        startDate: epochOrZero(contract.startDate),
        endDate: epochOrZero(contract.endDate),
        consumedDays: fromQuantity(contract.consumedDays),
        soldDays: fromQuantity(contract.soldDays),
        leftHT: leftMinor === null ? null : toMajor(leftMinor, contract.currency),
      })),
      next: nextSteps({
        profileId,
        gaps: setup.gaps,
        owed,
        drafts,
        refunds,
        deposits,
        toValidate,
        declarations,
        unbilled: billable.filter((row) => isDue(row, today)),
        months: [
          { ...last, summary: lastDays },
          { year, month, summary: days },
        ],
        // Days are expected only where a contract runs.
        lacksRates: call.can('perm_option_set_add') && !isRateKnown(today, rates),
        working: contracts.length > 0,
        today,
      }).slice(0, SHOWN_STEPS),
    }
  })
}

/** The place of VAT in a business without it: contributions to set aside, and the limit. */
async function exemptionOf(
  read: Read<typeof dashboardReads>,
  profile: ProfessionalInfoDoc,
  today: Day,
): Promise<Dashboard['exemption']> {
  const { owner, _id: profileId, identity } = profile
  const [urssafMinor, gauges] = await Promise.all([
    contributionsHeld(read, {
      owner,
      profileId,
      today,
      terms: contributionTermsIn([profile])(profileId),
      periodicity: identity.urssafPeriodicity,
      firstPeriodFrom: identity.firstPeriodFrom,
    }),
    exemptionGauges(read, owner, profileId, yearOf(today), identity),
  ])
  // A seller of goods who also renders services is nearer to one limit than to the other.
  const gauge = gauges.toSorted(
    (a, b) => b.reachedMinor / b.limitMinor - a.reachedMinor / a.limitMinor,
  )[0]
  return {
    urssaf: urssafMinor === null ? null : toMajor(urssafMinor, 'EUR'),
    reached: toMajor(gauge?.reachedMinor ?? 0, 'EUR'),
    limit: toMajor(gauge?.limitMinor ?? 0, 'EUR'),
  }
}

const firstSteps = ({
  client,
  contractId,
  billable,
  drafts,
}: {
  readonly client: { readonly id: string; readonly name: string } | null
  readonly contractId: string
  readonly billable: readonly BillableMonth[]
  readonly drafts: readonly BillDoc[]
}): FirstSteps => {
  const month = billable.find(({ priceMode }) => priceMode === 'day')
  return {
    clientId: client?.id ?? 0,
    client: client?.name ?? '',
    contractId: contractId || 0,
    month: month
      ? {
          year: month.year,
          month: month.month,
          projectId: month.projectId,
          days: fromQuantity(month.left),
        }
      : null,
    draftId: drafts[0]?._id ?? 0,
  }
}

const daysToWire = (year: number, month: number, days: MonthSummary): Dashboard['month'] => ({
  year,
  month,
  billable: fromQuantity(days.billable),
  nonBillable: fromQuantity(days.nonBillable),
  holiday: fromQuantity(days.holiday),
  worked: fromQuantity(days.billable + days.nonBillable),
  unfilled: fromQuantity(days.unfilled),
  workingDays: fromQuantity(days.workingDays),
  exceeded: fromQuantity(days.exceeded),
})

const owedBillToWire = ({ bill, late, penalty }: OwedBill): Dashboard['owed']['bills'][number] => ({
  id: bill._id,
  ref: bill.ref,
  client: bill.clientName,
  dueDate: epochOrZero(bill.dueDate),
  currency: bill.currency,
  outstanding: toMajor(bill.outstandingMinor, bill.currency),
  late,
  daysLate: penalty?.daysLate ?? 0,
  penalty: toMajor(penalty?.interestMinor ?? 0, bill.currency),
  indemnity: toMajor(penalty?.indemnityMinor ?? 0, bill.currency),
})

/**
 * Sums in euros are of all bills, others at their rate. Sums in another currency are of its bills
 * alone; the others are counted and shown, but not added.
 */
function owedToWire({ bills, sums }: Owed, currency: Currency): Dashboard['owed'] {
  const all = [...sums.values()]
  const total = (of: keyof OwedSum) => all.reduce((sum, one) => sum + one[of], 0)
  const amount = (of: keyof OwedSum, euros: keyof OwedSum) =>
    toMajor(currency === 'EUR' ? total(euros) : (sums.get(currency)?.[of] ?? 0), currency)
  return {
    count: total('count'),
    amount: amount('outstandingMinor', 'euroOutstandingMinor'),
    lateCount: total('lateCount'),
    lateAmount: amount('lateMinor', 'euroLateMinor'),
    penalty: amount('interestMinor', 'euroInterestMinor'),
    indemnity: amount('indemnityMinor', 'indemnityMinor'),
    bills: bills.slice(0, SHOWN_BILLS).map(owedBillToWire),
  }
}

/** Declarations of periods that are over, and were not made yet. */
const declarationsDue = async (
  read: Read<typeof dashboardReads>,
  asked: Parameters<typeof declarationsOf>[1],
): Promise<readonly DeclarationOf[]> =>
  (await declarationsOf(read, asked)).declarations.filter(
    ({ declaredAt, to }) => declaredAt === 0 && to < asked.today,
  )

/** The run of a charge that waits is the declaration of its period: it is told once. */
function declarationSteps(
  declarations: readonly DeclarationOf[],
  toValidate: readonly ScheduleDoc[],
  today: Day,
): readonly NextStep[] {
  const waiting = toValidate.flatMap(({ schedule }) =>
    schedule.facts.amountType === 'contributions' ? schedule.waiting : [],
  )
  return declarations
    .filter(({ kind, to }) => kind !== 'urssaf' || !waiting.some((run) => run.to === to))
    .map(
      ({ kind, from, to, due, amount }): NextStep => ({
        kind: 'declaration',
        severity: due < today ? 'late' : 'next',
        entity: 'declaration',
        id: `${kind} ${from}`,
        amount: kind === 'services' ? 0 : Math.max(0, amount),
        currency: 'EUR',
        facts: {
          declaration: kind,
          from: epochOrZero(from),
          to: epochOrZero(to),
          dueDate: epochOrZero(due),
        },
      }),
    )
}

type Situation = {
  readonly profileId: string
  readonly gaps: readonly SetupGap[]
  readonly owed: Owed
  readonly drafts: readonly BillDoc[]
  readonly refunds: readonly BillDoc[]
  readonly deposits: readonly DepositToBill[]
  readonly toValidate: readonly ScheduleDoc[]
  readonly declarations: readonly DeclarationOf[]
  readonly unbilled: readonly BillableMonth[]
  readonly months: readonly {
    readonly year: number
    readonly month: number
    readonly summary: MonthSummary
  }[]
  /** The late rates of the half-year are not known, and the caller can enter them. */
  readonly lacksRates: boolean
  readonly working: boolean
  readonly today: Day
}

/** Days to bill now: sold by the day, in no draft, of a past month or a last working day. */
const isDue = ({ year, month, priceMode, draftId }: BillableMonth, today: Day): boolean =>
  priceMode === 'day' && draftId === '' && (workingDaysOf(year, month).at(-1) ?? '') <= today

/**
 * Next steps: blocks, then late bills, refunds, deposits to bill, drafts. Waiting validations,
 * declarations, days to bill and days to fill in follow.
 */
function nextSteps({
  profileId,
  gaps,
  owed,
  refunds,
  deposits,
  drafts,
  toValidate,
  declarations,
  unbilled,
  months,
  lacksRates,
  working,
  today,
}: Situation): NextStep[] {
  return [
    ...gaps.map(
      (gap): NextStep => ({
        kind: 'setup',
        severity: 'blocking',
        entity: 'professionalInfo',
        id: profileId,
        amount: 0,
        currency: 'EUR',
        facts: { ...gap },
      }),
    ),
    ...owed.bills
      .filter(({ late }) => late)
      .map((row): NextStep => {
        const { bill, penalty } = row
        const { outstanding, dueDate } = owedBillToWire(row)
        const facts = {
          ref: bill.ref,
          client: bill.clientName,
          dueDate,
          daysLate: penalty?.daysLate ?? 0,
          penalty: toMajor(penalty?.totalMinor ?? 0, bill.currency),
        }
        return {
          kind: 'lateBill',
          severity: 'late',
          entity: 'bill',
          id: bill._id,
          amount: outstanding,
          currency: bill.currency,
          facts,
        }
      }),
    ...refunds.map(
      (bill): NextStep => ({
        kind: 'refund',
        severity: 'next',
        entity: 'bill',
        id: bill._id,
        amount: toMajor(bill.toRefundMinor, bill.currency),
        currency: bill.currency,
        facts: { ref: bill.ref, client: bill.clientName },
      }),
    ),
    ...deposits.map(
      ({ quote, amountMinor }): NextStep => ({
        kind: 'deposit',
        severity: 'next',
        entity: 'quote',
        id: quote._id,
        amount: toMajor(amountMinor, quote.currency),
        currency: quote.currency,
        facts: {
          ref: quote.ref,
          client: quote.clientName,
          acceptedDate: epochOrZero(quote.acceptance?.day ?? ''),
        },
      }),
    ),
    ...drafts.map(
      (bill): NextStep => ({
        kind: 'draft',
        severity: 'next',
        entity: 'bill',
        id: bill._id,
        amount: toMajor(bill.grossMinor, bill.currency),
        currency: bill.currency,
        facts: { type: bill.type, client: bill.clientName, serviceName: bill.serviceName },
      }),
    ),
    ...toValidate.map(({ _id, family, schedule: { facts, waiting } }): NextStep => {
      const payOn = waiting[0]?.payOn ?? today
      return {
        kind: family === 'charge' ? 'chargeToValidate' : 'scheduledToValidate',
        severity: payOn < today ? 'late' : 'next',
        entity: family,
        id: _id,
        amount: toMajor(
          waiting.reduce((sum, run) => sum + run.amountMinor, 0),
          facts.currency,
        ),
        currency: facts.currency,
        facts: { label: facts.label, payOn: epochOrZero(payOn) },
      }
    }),
    ...declarationSteps(declarations, toValidate, today),
    ...unbilled.map(
      (row): NextStep => ({
        kind: 'unbilledDays',
        severity: 'next',
        entity: 'project',
        id: row.projectId,
        amount: toMajor(row.amountMinor ?? 0, row.currency),
        currency: row.currency,
        facts: {
          client: row.client,
          days: fromQuantity(row.left),
          year: row.year,
          month: row.month,
        },
      }),
    ),
    ...months.flatMap(({ year, month, summary }): readonly NextStep[] =>
      working && summary.unfilled > 0
        ? [
            {
              kind: 'unfilledDays',
              severity: 'next',
              entity: 'timesheet',
              id: `${year}-${month}`,
              amount: 0,
              currency: 'EUR',
              facts: { days: fromQuantity(summary.unfilled), year, month },
            },
          ]
        : [],
    ),
    ...(lacksRates
      ? [
          {
            kind: 'lateRates' as const,
            severity: 'next' as const,
            entity: 'legalRate' as const,
            id: halfYearOf(today),
            amount: 0,
            currency: 'EUR',
            facts: { year: yearOf(today), half: monthOf(today) <= 6 ? 1 : 2 },
          },
        ]
      : []),
  ]
}
