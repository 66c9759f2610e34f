import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { divideRounded, toMajor } from '#domain/kernel/money.ts'
import { ofLaw, personal } from '#domain/kernel/personal.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { type Day, epochOfDay, monthEnd, monthOf, yearOf } from '#domain/kernel/time.ts'

/** A service to a business of another Member State, in the month in which its VAT is due there. */
export type UnionService = {
  readonly day: Day
  readonly vatNumber: string
  /** Without VAT; negative for a credit note. @unit cents */
  readonly netMinor: number
}

/** A line of the statement: a client, and the month's services to it. @unit whole euros */
export type StatementLine = { readonly vatNumber: string; readonly amount: number }

/**
 * Working days after a month in which its statement is made.
 *
 * @source CGI ann. III art. 96 M; notice of the customs: the tenth jour ouvrable
 */
export const STATEMENT_WORKING_DAYS = 10

/** The last day of the month of a day. */
export const lastOfMonth = (day: Day): Day => monthEnd(yearOf(day), monthOf(day))

/**
 * The statement of some services: one line a client, in whole euros, by VAT number. A client whose
 * services and credit notes cancel out has none.
 *
 * @source Notice of the DES: amounts without VAT, rounded to the nearest euro
 */
export function statementOf(services: readonly UnionService[]): readonly StatementLine[] {
  const sums = new Map<string, number>()
  for (const { vatNumber, netMinor } of services)
    sums.set(vatNumber, (sums.get(vatNumber) ?? 0) + netMinor)
  return [...sums]
    .filter(([, minor]) => minor !== 0)
    .map(([vatNumber, minor]) => ({
      vatNumber,
      amount: Number(divideRounded(BigInt(minor), 100n)),
    }))
    .sort((a, b) => (a.vatNumber < b.vatNumber ? -1 : 1))
}

/** A month's statement, as it was made. */
type DeclaredStatement = {
  readonly profileId: string
  readonly from: Day
  readonly to: Day
  readonly lines: readonly StatementLine[]
  /** @unit whole euros */
  readonly total: number
}

export type ServicesStatementCommand =
  | {
      type: 'DeclareServices'
      profileId: string
      from: Day
      lines: readonly StatementLine[]
    }
  | { type: 'UndoServicesDeclaration'; profileId: string; from: Day }

/** Stored for good. */
export type ServicesStatementEvent =
  | { type: 'ServicesDeclared'; data: DeclaredStatement }
  | { type: 'ServicesDeclarationUndone'; data: { profileId: string; from: Day; to: Day } }

/** Books are kept ten years. The VAT number of a sole trader names a person. */
export const servicesStatementPersonal = personal<ServicesStatementEvent>(ofLaw, {
  ServicesDeclared: { lines: [] },
})

/** Statements of a profile by their first day, the one made last at the end. */
export type ServicesStatements = { readonly declared: readonly DeclaredStatement[] }

const statementRefusal = catalogue({
  SERVICES_MONTH_RUNNING: 'conflict',
  SERVICES_DECLARED: 'conflict',
  SERVICES_NOT_DECLARED: 'missing',
  SERVICES_NOTHING: 'invalid',
})

/**
 * Monthly statements of the services to businesses of the Union (déclaration européenne de
 * services). They are independent of each other: a month without services has none.
 */
export const servicesStatementDecider: Decider<
  ServicesStatementCommand,
  ServicesStatementEvent,
  ServicesStatements
> = {
  category: 'servicesStatements',
  initial: { declared: [] },
  decide(command, { declared }, { today }) {
    const { profileId, from } = command
    const to = lastOfMonth(from)
    const found = declared.find((one) => one.from === from)
    switch (command.type) {
      case 'DeclareServices': {
        if (found) throw statementRefusal('SERVICES_DECLARED', { from, until: to })
        if (to >= today) throw statementRefusal('SERVICES_MONTH_RUNNING', { until: to })
        if (command.lines.length === 0)
          throw statementRefusal('SERVICES_NOTHING', { from, until: to }, [
            { path: 'from', code: 'SERVICES_NOTHING', details: { from, until: to } },
          ])
        const { lines } = command
        const total = lines.reduce((sum, { amount }) => sum + amount, 0)
        return [{ type: 'ServicesDeclared', data: { profileId, from, to, lines, total } }]
      }
      case 'UndoServicesDeclaration':
        if (!found) throw statementRefusal('SERVICES_NOT_DECLARED', { from, until: to })
        return [{ type: 'ServicesDeclarationUndone', data: { profileId, from, to } }]
      default:
        return unreachable(command)
    }
  },
  evolve({ declared }, event) {
    const others = declared.filter(({ from }) => from !== event.data.from)
    return { declared: event.type === 'ServicesDeclared' ? [...others, event.data] : others }
  },
}

/** Statements that were made and taken back. */
export const servicesStatementEntity: Entity<
  ServicesStatementCommand,
  ServicesStatementEvent,
  ServicesStatements
> = {
  name: 'servicesStatements',
  decider: servicesStatementDecider,
  permission: 'transaction',
  shows: { from: 'day', to: 'day', total: 'money' },
  title: () => '',
  view({ declared }) {
    const last = declared.at(-1)
    return last === undefined
      ? null
      : {
          from: epochOfDay(last.from),
          to: epochOfDay(last.to),
          total: toMajor(last.total * 100, 'EUR'),
        }
  },
}
