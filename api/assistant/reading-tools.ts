import { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { dashboardRoutes } from '#contract/dashboard/dashboard.contract.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { forecastRoutes } from '#contract/finance/forecast.contract.ts'
import { notificationRoutes } from '#contract/planning/notifications.contract.ts'
import { calendarRoutes, eventRoutes } from '#contract/planning/planning.contract.ts'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { searchRoutes } from '#contract/kernel/search.contract.ts'
import { boardRoutes } from '#contract/tasks/tasks.contract.ts'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { vatRoutes } from '#contract/finance/vat.contract.ts'
import { BILL_FILTERS } from '#domain/billing/bill-state.values.ts'
import { Company } from '#domain/customers/company.record.ts'
import { isDay } from '#domain/kernel/time.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { chatTool, type ChatTool, type Desk, toDay, toText } from './chat-tool.ts'
import { helpPages } from './help-pages.ts'

/** Rows of a list that are told; sums and counts are of all. */
const ROWS = 20
const words = z.string().max(200).optional().describe('Words to look for; leave out for all')
const year = z.int().min(2000).max(2100).optional()
const day = z.string().refine(isDay).describe('YYYY-MM-DD')

const ofProfile = ({ profileId }: Desk) => ({ profileId })
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const dayAt = (value: unknown) => (typeof value === 'number' ? toDay(value) : undefined)

const today = chatTool({
  name: 'today',
  route: dashboardRoutes.get,
  description:
    'What is to be done next, unpaid and late bills with their sums, this month in days, running contracts, and the ' +
    'turnover of this year and the last.',
  input: z.object({}),
  async run(_, desk) {
    const { turnover, previousTurnover, owed, month, contracts, next } = await desk.reads.get(
      dashboardRoutes.get,
      {
        params: ofProfile(desk),
      },
    )
    const { findings } = desk
    const sums = (of: typeof turnover) => ({
      year: of.year,
      currency: of.currency,
      months: of.months.map(({ month: number, receiptsHT, invoicedHT }) => ({
        number,
        receiptsHT,
        invoicedHT,
      })),
    })
    return {
      owed: {
        count: owed.count,
        amount: owed.amount,
        lateCount: owed.lateCount,
        lateAmount: owed.lateAmount,
        bills: owed.bills.map(
          ({ id, ref, client, dueDate, outstanding, currency, late, daysLate }) => ({
            ref: findings.refer('bill', id, ref),
            number: ref,
            client: toText(client),
            due: toDay(dueDate),
            outstanding,
            currency,
            late,
            daysLate,
          }),
        ),
      },
      month,
      contracts: contracts.map(
        ({ id, ref, title, client, endDate, endsInDays, consumedDays, soldDays, leftHT }) => ({
          ref: findings.refer('project', id, title || ref),
          title: toText(title),
          client: toText(client),
          end: toDay(endDate),
          endsInDays,
          consumedDays,
          soldDays,
          leftHT,
        }),
      ),
      next: next.slice(0, ROWS).map(({ kind, severity, entity, id, amount, currency, facts }) => ({
        kind,
        severity,
        ...(entity !== 'timesheet' && {
          ref: findings.refer(entity, id, textOf(facts['ref']) || textOf(facts['label']) || kind),
        }),
        ...(amount !== 0 && { amount, currency }),
        facts: Object.fromEntries(
          Object.entries(facts).map(([name, value]) =>
            typeof value === 'string'
              ? [name, toText(value)]
              : [name, /Date$|payOn/.test(name) ? toDay(value) : value],
          ),
        ),
      })),
      turnover: sums(turnover),
      lastYear: sums(previousTurnover),
    }
  },
})

const bills = chatTool({
  name: 'bills',
  route: billRoutes.list,
  description:
    'Bills and their sums by currency, by state, year or words: number, client, dates, amounts, what is owed.',
  input: z.object({ words, year, state: z.enum(BILL_FILTERS).optional() }),
  async run({ words: q, year: of, state }, desk) {
    const input = { params: ofProfile(desk), query: { q, year: of, status: state } }
    const [rows, totals] = await Promise.all([
      desk.reads.get(billRoutes.list, { ...input, query: { ...input.query, limit: ROWS } }),
      desk.reads.get(billRoutes.totals, input),
    ])
    return {
      totals,
      bills: rows.map((bill) => ({
        ref: desk.findings.refer('bill', bill.id, bill.ref || bill.client),
        number: bill.ref || undefined,
        type: bill.type,
        state: bill.state,
        client: toText(bill.client),
        service: toText(bill.serviceName),
        issued: toDay(bill.issueDate),
        due: toDay(bill.dueDate),
        paid: toDay(bill.paimentDate),
        totalHT: bill.totalHT,
        totalTTC: bill.totalTTC,
        outstanding: bill.outstanding,
        currency: bill.currency,
      })),
    }
  },
})

const clients = chatTool({
  name: 'clients',
  route: recordRoutes(Company).list,
  description: 'Clients and prospects: name, kind, SIREN, town, VAT number.',
  input: z.object({ words }),
  async run({ words: q }, desk) {
    const rows = await desk.reads.get(recordRoutes(Company).list, { query: { q, limit: ROWS } })
    return rows.map((row) => ({
      ref: desk.findings.refer('company', row.id, textOf(row['name'])),
      name: toText(textOf(row['name'])),
      kind: row['kind'],
      siren: row['siren'],
      vatNumber: row['TvaNumber'],
      email: row['email'],
    }))
  },
})

const contracts = chatTool({
  name: 'contracts',
  route: projectRoutes.list,
  description:
    'Contracts: client, dates, price, days sold and done, what is billed and left, when they end.',
  input: z.object({ words }),
  async run({ words: q }, desk) {
    const rows = await desk.reads.get(projectRoutes.list, {
      params: ofProfile(desk),
      query: { q, limit: ROWS },
    })
    return rows.map((one) => ({
      ref: desk.findings.refer('project', one.id, one.title || one.ref),
      number: one.ref,
      title: toText(one.title),
      client: toText(one.client),
      active: one.active,
      start: toDay(one.startDate),
      end: toDay(one.endDate),
      endsInDays: one.endsInDays,
      priceHT: one.priceHT,
      priceMode: one.priceMode,
      currency: one.currency,
      soldDays: one.soldDays,
      consumedDays: one.consumedDays,
      billedHT: one.billedHT,
      leftHT: one.leftHT,
    }))
  },
})

const transactions = chatTool({
  name: 'transactions',
  route: financeRoutes.latest,
  description:
    'Money in and out: what is not paid first, then the latest. `in` is income, `out` is expense.',
  input: z.object({ words }),
  async run({ words: q }, desk) {
    const rows = await desk.reads.get(financeRoutes.latest, {
      params: { ...ofProfile(desk), count: ROWS },
      query: { q },
    })
    return rows.map((one) => ({
      ref: desk.findings.refer('transaction', one.id, one.label || one.reference || one.client),
      label: toText(one.label),
      with: toText(one.client || one.organism),
      operation: one.operation,
      status: one.status,
      paid: toDay(one.paymentDate),
      expected: toDay(one.expectedPaymentDate),
      amountHT: one.amount,
      vat: one.vat,
      amountTTC: one.amountTTC,
      currency: one.currency,
    }))
  },
})

const turnover = chatTool({
  name: 'turnover',
  route: financeRoutes.periods,
  description:
    'Turnover received and billed by month, quarter or year, with the same time a year before.',
  input: z.object({ year, by: z.enum(['month', 'quarter', 'year']).optional() }),
  async run({ year: of, by }, desk) {
    const rows = await desk.reads.get(financeRoutes.periods, {
      params: ofProfile(desk),
      query: { year: of, by },
    })
    return rows.map(({ from, to, ...figures }) => ({
      from: toDay(from),
      to: toDay(to),
      ...figures,
    }))
  },
})

const vat = chatTool({
  name: 'vat',
  route: vatRoutes.periods,
  description:
    'VAT by return: days, state, last day to declare, collected, deductible, and what is due in euros.',
  input: z.object({}),
  async run(_, desk) {
    const rows = await desk.reads.get(vatRoutes.periods, { params: ofProfile(desk) })
    return rows.slice(0, ROWS).map((one) => ({
      from: toDay(one.from),
      to: toDay(one.to),
      state: one.state,
      declareBefore: toDay(one.dueDate),
      totalCollected: one.totalCollected,
      totalDeductible: one.totalDeductible,
      creditBefore: one.creditBefore,
      due: one.due,
      creditAfter: one.creditAfter,
    }))
  },
})

const forecast = chatTool({
  name: 'forecast',
  route: forecastRoutes.get,
  description: 'Balance today, what may safely be spent, and money expected in and out by month.',
  input: z.object({}),
  async run(_, desk) {
    const { currency, balance, months, runsDryOn, safeToSpend, safeParts } = await desk.reads.get(
      forecastRoutes.get,
      {
        params: ofProfile(desk),
      },
    )
    return {
      currency,
      balance,
      safeToSpend,
      safeParts,
      runsDryOn: toDay(runsDryOn),
      months: months.map(({ behind: _behind, ...figures }) => figures),
    }
  },
})

const unbilled = chatTool({
  name: 'unbilled',
  route: timesheetRoutes.billable,
  description:
    'Months of contracts with days worked that no bill carries. Their `ref` is needed to propose a bill.',
  input: z.object({}),
  async run(_, desk) {
    const rows = await desk.reads.get(timesheetRoutes.billable, { params: ofProfile(desk) })
    return rows.slice(0, ROWS).map((one) => ({
      ref: desk.findings.refer('project', one.projectId, one.title),
      contract: toText(one.title),
      client: toText(one.client),
      year: one.year,
      month: one.month,
      days: one.days,
      billed: one.billed,
      left: one.left,
      priceHT: one.priceHT,
      amountHT: one.amountHT,
      currency: one.currency,
      hasDraft: one.draftId !== 0,
    }))
  },
})

const reminders = chatTool({
  name: 'reminders',
  route: notificationRoutes.reminders,
  description:
    'Dated things that wait for the person: bills due, VAT, charges, contracts that end, events.',
  input: z.object({}),
  async run(_, desk) {
    const rows = await desk.reads.get(notificationRoutes.reminders)
    return rows.slice(0, ROWS).map((one) => ({
      ref: desk.findings.refer(one.entity, one.entityId, one.title),
      day: toDay(one.day),
      group: one.group,
      kind: one.kind,
      title: toText(one.title),
      ...(one.amount !== null && { amount: one.amount, currency: one.currency }),
    }))
  },
})

const calendar = chatTool({
  name: 'calendar',
  route: eventRoutes.list,
  description: 'Events and dated facts between two days, both included.',
  input: z.object({ from: day, to: day }),
  async run({ from, to }, desk) {
    const params = { startDate: from, endDate: to }
    const [events, layers] = await Promise.all([
      desk.reads.get(eventRoutes.list, { params }),
      desk.reads.get(calendarRoutes.layers, { params, query: ofProfile(desk) }),
    ])
    const moment = (at: number) =>
      new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: desk.timeZone,
      }).format(at)
    return {
      events: events.slice(0, ROWS).map((one) => ({
        ref: desk.findings.refer('calendarEvent', one.id, one.title),
        title: toText(one.title),
        start: one.allDay ? toDay(one.start) : moment(one.start),
        end: one.allDay ? undefined : moment(one.end),
      })),
      facts: layers.slice(0, 2 * ROWS).map((one) => ({
        day: toDay(one.day),
        kind: one.kind,
        title: toText(one.title),
        ...(one.amount !== null && { amount: one.amount, currency: one.currency }),
      })),
    }
  },
})

const offers = chatTool({
  name: 'offers',
  route: recordRoutes(Offer).list,
  description: 'Offers under way: client, state, day rate, next action and its day.',
  input: z.object({ words }),
  async run({ words: q }, desk) {
    const rows = await desk.reads.get(recordRoutes(Offer).list, { query: { q, limit: ROWS } })
    return rows.map((row) => ({
      ref: desk.findings.refer('offer', row.id, textOf(row['title'])),
      title: toText(textOf(row['title'])),
      client: toText(textOf(row['client'])),
      state: row['state'],
      dayRateHT: row['TjmHT'],
      currency: row['currency'],
      nextAction: toText(textOf(row['nextAction'])),
      nextActionDay: dayAt(row['nextActionDate']),
    }))
  },
})

const tasks = chatTool({
  name: 'tasks',
  route: boardRoutes.get,
  description: 'The tasks of the board, by column.',
  input: z.object({}),
  async run(_, desk) {
    const { columns } = await desk.reads.get(boardRoutes.get)
    return columns.map(({ title, tasks: rows }) => ({
      column: toText(title),
      count: rows.length,
      tasks: rows.slice(0, ROWS).map((one) => ({
        title: toText(one.title),
        due: toDay(one.dueDate),
        estimatedHours: one.estimatedTime || undefined,
      })),
    }))
  },
})

const search = chatTool({
  name: 'search',
  route: searchRoutes.find,
  description:
    'Finds any record by words or an amount: clients, contacts, bills, contracts, offers, products …',
  input: z.object({ words: z.string().min(1).max(200) }),
  async run({ words: q }, desk) {
    const rows = await desk.reads.get(searchRoutes.find, { query: { q } })
    return rows.map(({ entity, id, title, detail, amount, days, status }) => ({
      ref: desk.findings.refer(entity, id, title),
      entity,
      title: toText(title),
      detail: toText(detail),
      amount,
      days,
      status,
    }))
  },
})

const help = chatTool({
  name: 'help',
  route: { access: 'signed-in' },
  description: 'How the product is used: its help pages.',
  input: z.object({ words }),
  run: async ({ words: q }, { findings, language }) =>
    helpPages(language, q ?? '').map(({ name, title, body }) => ({
      ref: findings.refer('help', name, title),
      title,
      body,
    })),
})

/** Reads of the assistant. Each is a route of the product, read as the caller. */
export const readingTools: readonly ChatTool[] = [
  today,
  bills,
  clients,
  contracts,
  transactions,
  turnover,
  vat,
  forecast,
  unbilled,
  reminders,
  calendar,
  offers,
  tasks,
  search,
  help,
]
