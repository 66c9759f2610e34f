import {
  type StatementLine,
  lastOfMonth,
  STATEMENT_WORKING_DAYS,
  statementOf,
} from '#domain/finance/services-statement.ts'
import { nthWeekdayFrom } from '#domain/timesheets/working-days.ts'
import { returnDayOf } from '#domain/finance/vat-periods.ts'
import { addDays, type Day, type DayOrNone, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { bills } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  contributionTermsIn,
  type ProfessionalInfoDoc,
} from '#projections/profile/professional-infos.ts'
import { contributionPeriods } from '#projections/schedules/contribution-periods.queries.ts'
import { scheduleRuns, schedules } from '#projections/schedules/schedules.ts'
import { BACK_DAYS, periodsHere } from './due-vat.queries.ts'
import { type FirstPeriod, firstPeriodOf, firstReturnDay } from './first-period.queries.ts'
import { receiptsWithoutEuros } from './received.queries.ts'
import { servicesStatements, servicesStatementsOf } from './services-statements.ts'
import { transactions } from './transactions.ts'
import { unionServices } from './union-services.queries.ts'
import { vatReads } from './vat-facts.queries.ts'

export const declarationReads = {
  ...vatReads,
  bills,
  schedules,
  scheduleRuns,
  transactions,
  servicesStatements,
}
type Reads = Read<typeof declarationReads>

/** A declaration of a period, with the lines to copy. @unit amounts: whole euros */
export type DeclarationOf = {
  readonly kind: 'vat' | 'urssaf' | 'services'
  readonly from: Day
  readonly to: Day
  readonly due: Day
  readonly amount: number
  /** `client`: names of a statement's line, which has a VAT number alone. */
  readonly lines: readonly {
    readonly label: string
    readonly amount: number
    readonly client?: string
  }[]
  /** Epoch milliseconds; 0 while it is to be made. */
  readonly declaredAt: number
  readonly withoutEuros: number
  readonly withoutNumber: number
}

type Asked = {
  readonly profile: ProfessionalInfoDoc
  readonly today: Day
  readonly timeZone: string
  /** Contributions have a permission of their own. */
  readonly hasContributions: boolean
}

/** Every declaration from the first period here on, the first due first. */
export async function declarationsOf(
  read: Reads,
  asked: Asked,
): Promise<{
  readonly firstPeriod: FirstPeriod
  readonly declarations: readonly DeclarationOf[]
}> {
  const firstPeriod = await firstPeriodOf(read, asked.profile, asked.timeZone)
  const oldest = addDays(asked.today, -BACK_DAYS)
  const from = firstPeriod.from > oldest ? firstPeriod.from : oldest
  const { owner, _id: profileId } = asked.profile
  const waiting = (
    await receiptsWithoutEuros(read.transactions, {
      owner,
      profileId,
      from: oldest,
      to: asked.today,
    })
  ).map(({ paymentDay }) => paymentDay)
  const found = await Promise.all([
    vatOf(read, asked, waiting),
    asked.hasContributions ? contributionsOf(read, asked, { oldest, from }, waiting) : [],
    // Bills were issued here, so their services are stated here unless the user says otherwise.
    servicesOf(read, asked, firstPeriod.by === 'chosen' ? from : oldest),
  ])
  return {
    firstPeriod,
    declarations: found.flat().toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0)),
  }
}

async function vatOf(
  read: Reads,
  { profile, today, timeZone }: Asked,
  waiting: readonly DayOrNone[],
): Promise<readonly DeclarationOf[]> {
  const { owner, _id: profileId, vat: terms, identity } = profile
  const here = await firstReturnDay(read, profile, timeZone)
  const of = { owner, profileId, terms, address: identity.address, here }
  const periods = await periodsHere(read, of, today)
  return periods.map(({ period, figures, declared }) => ({
    kind: 'vat' as const,
    from: period.from,
    to: period.to,
    due: returnDayOf(period),
    amount: figures.due,
    lines: Object.entries(figures.boxes).flatMap(([label, amount]) =>
      amount === 0 ? [] : [{ label, amount }],
    ),
    declaredAt: declared?.creationDate ?? 0,
    withoutEuros: declared === null ? countIn(period, waiting) : 0,
    withoutNumber: 0,
  }))
}

const countIn = (
  { from, to }: { readonly from: Day; readonly to: Day },
  days: readonly DayOrNone[],
): number => days.filter((day) => from <= day && day <= to).length

async function contributionsOf(
  read: Reads,
  { profile, today }: Asked,
  { oldest, from }: { readonly oldest: Day; readonly from: Day },
  waiting: readonly DayOrNone[],
): Promise<readonly DeclarationOf[]> {
  const { owner, _id: profileId, identity } = profile
  const { startDate } = identity
  const periods = await contributionPeriods(read, {
    owner,
    profileId,
    oldest,
    from,
    to: today,
    begin: startDate > from && startDate <= today ? startDate : from,
    terms: contributionTermsIn([profile])(profileId),
    periodicity: identity.urssafPeriodicity ?? '',
  })
  return periods.map((period) => ({
    kind: 'urssaf' as const,
    from: period.from,
    to: period.to,
    due: period.due,
    amount: period.total,
    lines: [{ label: 'receipts', amount: period.receipts }],
    declaredAt: period.declaredAt,
    withoutEuros: period.declaredAt === 0 ? countIn(period, waiting) : 0,
    withoutNumber: 0,
  }))
}

/** The last day for the statement of a month. */
const statementDayOf = (month: Day): Day =>
  nthWeekdayFrom(addDays(lastOfMonth(month), 1), STATEMENT_WORKING_DAYS)

/** The names under which clients were billed, by their VAT number. */
function clientsByNumber(
  services: readonly { readonly vatNumber: string; readonly client: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const { vatNumber, client } of services) {
    const some = names.get(vatNumber) ?? new Set()
    names.set(vatNumber, some.add(client))
  }
  return names
}

async function servicesOf(
  read: Reads,
  { profile: { owner, _id: profileId }, today }: Asked,
  from: Day,
): Promise<readonly DeclarationOf[]> {
  const first = makeDay(yearOf(from), monthOf(from), 1)
  const span = { owner, profileId, from: first, to: lastOfMonth(today) }
  const [{ services, withoutEuros }, declared] = await Promise.all([
    unionServices(read, span),
    servicesStatementsOf(read.servicesStatements, span),
  ])
  const months = new Set(
    [...services, ...withoutEuros].map(({ day }) => makeDay(yearOf(day), monthOf(day), 1)),
  )
  for (const one of declared) months.delete(one.from)
  const clients = clientsByNumber(services)
  const named = ({ vatNumber, amount }: StatementLine) => ({
    label: vatNumber,
    amount,
    client: [...(clients.get(vatNumber) ?? [])].join(', '),
  })
  const common = { kind: 'services', withoutNumber: 0, withoutEuros: 0 } as const
  return [
    ...declared.map(({ from: begin, to, lines, total, creationDate }) => ({
      ...common,
      from: begin,
      to,
      due: statementDayOf(begin),
      amount: total,
      lines: lines.map(named),
      declaredAt: creationDate,
    })),
    ...[...months].map((begin) => {
      const inMonth = ({ day }: { readonly day: Day }) => day.slice(0, 7) === begin.slice(0, 7)
      const own = services.filter(inMonth)
      const lines = statementOf(own)
      return {
        ...common,
        from: begin,
        to: lastOfMonth(begin),
        due: statementDayOf(begin),
        amount: lines.reduce((sum, { amount }) => sum + amount, 0),
        lines: lines.map(named),
        declaredAt: 0,
        withoutEuros: withoutEuros.filter(inMonth).length,
        withoutNumber: own.filter(({ vatNumber }) => vatNumber === '').length,
      }
    }),
  ]
}
