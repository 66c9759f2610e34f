import type { Account } from '#domain/finance/opening-balance.ts'
import type { Expected } from '#domain/finance/forecast.ts'
import type { Sort } from '#domain/kernel/ports/read-store.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import { type Currency, multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { addDays, type Day, monthEnd, monthOf, yearOf } from '#domain/kernel/time.ts'
import { costOfDays } from '#domain/projects/project.ts'
import { monthKeyOf, monthsBetween } from '#domain/projects/sold-days.ts'
import type { HolidayRegion } from '#domain/timesheets/holidays.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'
import { bills, isIssued } from '#projections/billing/bills.ts'
import { allDocuments } from '#projections/kernel/all-documents.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type ProjectRow, projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import {
  amountsIn,
  countedIn,
  EURO_SUMS,
  type TransactionDoc,
  transactions,
} from './transactions.ts'

/** The read models of what is expected. */
export const expectedReads = { ...projectRowReads, bills, timesheetMonths, transactions }

type Asked = {
  readonly owner: string
  readonly profileId: string
  readonly currency: Currency
  /** The account that clients pay to. */
  readonly account: Account
  readonly today: Day
  /** The last day that is told of. */
  readonly until: Day
}

/** Kept sums of the bills that were paid in full: how late their clients were, together. */
const LATENESS = { by: ['profileId', 'clientName', 'state'], of: ['daysLate'] } as const

/**
 * Usual delay of each client after the due day, by the name on its bills; 0 for the others. @unit
 * days
 */
export async function usualDelays(
  read: Pick<Read<typeof expectedReads>, 'bills'>,
  owner: string,
  profileId: string,
): Promise<(client: string) => number> {
  const groups = await read.bills.sum(
    { where: { owner, profileId, state: { $in: ['paid', 'collected'] } } },
    LATENESS,
  )
  const clients = new Map<string, { days: number; count: number }>()
  for (const { key, count, sums } of groups) {
    const client = clients.get(key.clientName) ?? { days: 0, count: 0 }
    clients.set(key.clientName, { days: client.days + sums.daysLate, count: client.count + count })
  }
  return (client) => {
    const found = clients.get(client)
    return found === undefined ? 0 : Math.max(0, Math.round(found.days / found.count))
  }
}

/** Waiting payments that are read one by one; more of them are summed up. */
const FEW = 200
const FIRST_EXPECTED: Sort = [['expectedDay', 1]]

/** Kept sums of unpaid payments, by client and day. Paid ones make a few groups together. */
const OPEN = {
  by: [
    'profileId',
    'currency',
    'status',
    'reversed',
    'operation',
    'kind',
    'bankAccountType',
    'openClient',
    'openDay',
  ],
  of: ['netMinor', 'grossMinor', 'vatMinor', ...EURO_SUMS],
} as const

type OpenOf = Pick<Asked, 'owner' | 'profileId' | 'currency'>
const openWhere = ({ owner, profileId, currency }: OpenOf) =>
  ({ owner, profileId, ...countedIn(currency), status: 'unpaid', reversed: false }) as const

type Delay = (client: string) => number

/** Late amounts are expected tomorrow; bills when their client usually pays. */
function dayOfOpen(
  { openDay, openClient }: Pick<TransactionDoc, 'openDay' | 'openClient'>,
  delay: Delay,
  today: Day,
): Day {
  const tomorrow = addDays(today, 1)
  const day = openClient === '' || openDay === '' ? openDay : addDays(openDay, delay(openClient))
  return day < tomorrow ? tomorrow : day
}

const expectedOf = (
  doc: TransactionDoc,
  delay: Delay,
  { today, currency }: Pick<Asked, 'today' | 'currency'>,
): Expected => ({
  kind: doc.externalId === '' ? 'transaction' : 'bill',
  id: doc.externalId === '' ? doc._id : doc.externalId,
  label: [doc.client || doc.label, doc.reference].filter(Boolean).join(' '),
  day: dayOfOpen(doc, delay, today),
  operation: doc.operation,
  account: doc.bankAccountType,
  grossMinor: amountsIn(currency, doc).grossMinor,
  vatMinor: amountsIn(currency, doc).vatMinor,
  turnover: turnoverSign(doc) === 1,
})

/** Waiting payments of bills and transactions, each by itself. */
export async function openTransactions(
  read: Pick<Read<typeof expectedReads>, 'transactions'>,
  delay: Delay,
  asked: Pick<Asked, 'owner' | 'profileId' | 'currency' | 'today' | 'until'>,
): Promise<readonly Expected[]> {
  const expected: Expected[] = []
  const open = { filter: { where: openWhere(asked) }, sort: FIRST_EXPECTED }
  for await (const doc of allDocuments(read.transactions, open))
    expected.push(expectedOf(doc, delay, asked))
  return expected.filter(({ day }) => day <= asked.until)
}

/**
 * The same, summed up by client and day where there are many. Their number then costs nothing.
 */
export async function openSums(
  read: Pick<Read<typeof expectedReads>, 'transactions'>,
  delay: Delay,
  asked: Pick<Asked, 'owner' | 'profileId' | 'currency' | 'today' | 'until'>,
): Promise<readonly OpenSum[]> {
  const groups = await read.transactions.sum({ where: openWhere(asked) }, OPEN)
  const all = groups.reduce((sum, { count }) => sum + count, 0)
  if (all <= FEW)
    return (await openTransactions(read, delay, asked)).map((one) => ({ ...one, of: null }))
  return groups
    .map(
      ({ key, count, sums }): OpenSum => ({
        kind: 'transaction',
        id: '',
        label: key.openClient,
        day: dayOfOpen(key, delay, asked.today),
        operation: key.operation,
        account: key.bankAccountType,
        grossMinor: amountsIn(asked.currency, sums).grossMinor,
        vatMinor: amountsIn(asked.currency, sums).vatMinor,
        turnover: turnoverSign(key) === 1,
        count,
        of: key,
      }),
    )
    .filter(({ day }) => day <= asked.until)
}
/** `of`: the group of payments that it sums up; null for one by itself. */
export type OpenSum = Expected & {
  readonly of: Pick<TransactionDoc, (typeof OPEN.by)[number]> | null
}

/** Some payments of a group, by themselves. */
export async function someOf(
  read: Pick<Read<typeof expectedReads>, 'transactions'>,
  { of }: OpenSum,
  delay: Delay,
  { owner, today, currency }: Pick<Asked, 'owner' | 'today' | 'currency'>,
  limit: number,
): Promise<readonly Expected[]> {
  if (of === null) return []
  const { profileId, reversed, status, ...others } = of
  const { items } = await read.transactions.find({
    // An index answers the first of them; the others are not worth one each.
    filter: { where: { owner, profileId, reversed, status }, and: [{ where: others }] },
    sort: FIRST_EXPECTED,
    limit,
  })
  return items.map((doc) => expectedOf(doc, delay, { today, currency }))
}

/** Kept sums of a profile's bills, by contract: how many days they carry. */
const DAYS_BY_CONTRACT = {
  by: ['profileId', 'projectId', 'state'],
  of: ['listedDays', 'listedNetMinor'],
} as const
/** Working days of a usual month, by which a price by the month is spread. */
const DAYS_OF_MONTH = 21
/** Whole months before this one, whose days tell how much a contract asks for. */
const PACE_MONTHS = 3

/**
 * Days worked and not billed, and days that contracts will still ask for, paid when their clients
 * usually pay.
 */
export async function contractDays(
  read: Read<typeof expectedReads>,
  delay: (client: string) => number,
  region: HolidayRegion,
  question: Asked,
): Promise<readonly Expected[]> {
  const { owner, profileId, currency } = question
  const [contracts, months, billed] = await Promise.all([
    projectsOf(read, owner, profileId),
    read.timesheetMonths.find({ filter: { where: { owner, profileId } } }),
    read.bills.sum({ where: { owner, profileId } }, DAYS_BY_CONTRACT),
  ])
  const worked = new Map<string, Map<string, number>>()
  for (const { year, month, worked: lines } of months.items)
    for (const { projectId, quantity } of lines) {
      const ofContract = worked.get(projectId) ?? new Map<string, number>()
      worked.set(projectId, ofContract.set(monthKeyOf(year, month), quantity))
    }
  const sumOf = (projectId: string, of: 'listedDays' | 'listedNetMinor') =>
    billed.reduce(
      (sum, { key, sums }) =>
        sum + (key.projectId === projectId && isIssued(key.state) ? sums[of] : 0),
      0,
    )
  return contracts
    .filter(({ terms, archived }) => terms !== null && terms.currency === currency && !archived)
    .flatMap((contract) =>
      ofContract(contract, {
        ...question,
        region,
        delay: delay(contract.client),
        worked: worked.get(contract._id) ?? new Map(),
        billedDays: sumOf(contract._id, 'listedDays'),
        billedMinor: sumOf(contract._id, 'listedNetMinor'),
      }),
    )
    .filter(({ day }) => day <= question.until)
}

/**
 * Drafts that bill no days, as if they were issued tomorrow. Drafts of a fixed price are part of
 * their contract's rest.
 */
export async function draftBills(
  read: Read<typeof expectedReads>,
  delay: (client: string) => number,
  { owner, profileId, currency, account, today, until }: Asked,
): Promise<readonly Expected[]> {
  const where = { owner, profileId, state: 'draft', type: 'invoice', ofDays: false } as const
  const { items } = await read.bills.find({ filter: { where } })
  const drafts = items
    .filter((doc) => currency === 'EUR' || doc.currency === currency)
    .map((doc) => ({
      ...doc,
      ...(currency === 'EUR' && {
        vatMinor: doc.euroVatMinor,
        grossMinor: doc.euroNetMinor + doc.euroVatMinor,
      }),
    }))
    .filter((doc) => doc.grossMinor > 0)
  if (drafts.length === 0) return []
  const contracts = await projectsOf(read, owner, profileId)
  const fixed = new Set(
    contracts.filter(({ terms }) => terms?.priceMode === 'fixed').map(({ _id }) => _id),
  )
  const tomorrow = addDays(today, 1)
  return drafts
    .filter(({ projectId }) => !fixed.has(projectId))
    .map((doc): Expected => {
      const issued = doc.issueDate > tomorrow ? doc.issueDate : tomorrow
      const due = addDays(doc.dueDate || addDays(issued, doc.paymentDays), delay(doc.clientName))
      return {
        kind: 'draft',
        id: doc._id,
        label: [doc.clientName, doc.serviceName].filter(Boolean).join(', '),
        day: due < tomorrow ? tomorrow : due,
        operation: 'in',
        account,
        grossMinor: doc.grossMinor,
        vatMinor: doc.vatMinor,
        turnover: true,
      }
    })
    .filter(({ day }) => day <= until)
}

type OfContract = Asked & {
  readonly region: HolidayRegion
  readonly delay: number
  /** Days by month. @unit ten-thousandths */
  readonly worked: ReadonlyMap<string, number>
  readonly billedDays: number
  readonly billedMinor: number
}

function ofContract(contract: ProjectRow, of: OfContract): readonly Expected[] {
  const { terms } = contract
  if (terms === null) return []
  const { today, until, worked } = of
  const paidAfter = terms.paymentDeadline + of.delay
  const expected = (
    kind: 'unbilled' | 'contract',
    netMinor: number,
    billedOn: Day,
  ): readonly Expected[] => {
    if (netMinor <= 0) return []
    const vatMinor = multiplyRounded(netMinor, terms.vatRate, 10_000)
    const label = [contract.client, contract.title || contract.ref].filter(Boolean).join(', ')
    const day = addDays(billedOn > today ? billedOn : addDays(today, 1), paidAfter)
    return [
      {
        kind,
        id: contract._id,
        label,
        day,
        operation: 'in',
        account: of.account,
        grossMinor: netMinor + vatMinor,
        vatMinor,
        turnover: true,
      },
    ]
  }
  if (terms.priceMode === 'fixed')
    return expected(
      'contract',
      terms.priceMinor - of.billedMinor,
      terms.endDate || endOfMonth(today.slice(0, 7)),
    )

  const done = [...worked.values()].reduce((sum, days) => sum + days, 0)
  // A price by the month is spread over the working days of one.
  const priceOf = (days: number) =>
    costOfDays(terms, days) ??
    multiplyRounded(days, terms.priceMinor, DAYS_OF_MONTH * QUANTITY_SCALE)
  const unbilled = expected(
    'unbilled',
    priceOf(Math.max(0, done - of.billedDays)),
    endOfMonth(today.slice(0, 7)),
  )
  const last = terms.endDate || until
  const workable = (month: string, after: Day) =>
    workingDaysOf(yearOf(`${month}-01`), monthOf(`${month}-01`), of.region).filter(
      (day) => day > after && day >= terms.startDate && day <= last,
    ).length
  const months = monthsBetween(today.slice(0, 7), until.slice(0, 7))
  const ahead = months.reduce((sum, month) => sum + workable(month, today), 0)
  let left = terms.soldDays === 0 ? Number.POSITIVE_INFINITY : Math.max(0, terms.soldDays - done)
  const pace =
    paceOf(of, workable) ??
    (Number.isFinite(left) && ahead > 0 ? Math.min(QUANTITY_SCALE, left / ahead) : 0)
  const coming = months.flatMap((month) => {
    const days = Math.min(left, Math.round(pace * workable(month, today)))
    left -= days
    return expected('contract', priceOf(days), endOfMonth(month))
  })
  return [...unbilled, ...coming]
}

/**
 * Days worked of a working day in the whole months before this one; null when the contract had
 * none.
 */
function paceOf(
  { today, worked }: OfContract,
  workable: (month: string, after: Day) => number,
): number | null {
  const first = addDays(`${today.slice(0, 7)}-01`, -1)
  const months = [0, 1, 2]
    .slice(0, PACE_MONTHS)
    .map((back) => addDays(`${first.slice(0, 7)}-15`, -30 * back).slice(0, 7))
  const open = months.reduce((sum, month) => sum + workable(month, ''), 0)
  const days = months.reduce((sum, month) => sum + (worked.get(month) ?? 0), 0)
  return open === 0 || days === 0 ? null : Math.min(QUANTITY_SCALE, days / open)
}

const endOfMonth = (month: string): Day => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return monthEnd(year, number)
}
