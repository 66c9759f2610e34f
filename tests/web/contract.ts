import * as assistant from '#contract/assistant/assistant.contract.ts'
import * as billing from '#contract/billing/billing.contract.ts'
import * as numbering from '#contract/billing/numbering.contract.ts'
import * as clientImports from '#contract/customers/client-imports.contract.ts'
import * as transactionImports from '#contract/finance/transaction-imports.contract.ts'
import * as calendarImports from '#contract/planning/calendar-imports.contract.ts'
import * as cv from '#contract/cv/cv.contract.ts'
import * as dashboard from '#contract/dashboard/dashboard.contract.ts'
import * as documents from '#contract/documents/documents.contract.ts'
import * as finance from '#contract/finance/finance.contract.ts'
import * as forecast from '#contract/finance/forecast.contract.ts'
import * as history from '#contract/history/history.contract.ts'
import * as identity from '#contract/identity/identity.contract.ts'
import * as mail from '#contract/mail/mail.contract.ts'
import * as ownData from '#contract/identity/own-data.contract.ts'
import * as operations from '#contract/operations/operations.contract.ts'
import * as profile from '#contract/profile/profile.contract.ts'
import * as projects from '#contract/projects/projects.contract.ts'
import * as prospecting from '#contract/prospecting/prospecting.contract.ts'
import * as quotes from '#contract/quotes/quotes.contract.ts'
import * as queues from '#contract/operations/queues.contract.ts'
import * as notifications from '#contract/planning/notifications.contract.ts'
import * as planning from '#contract/planning/planning.contract.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import * as reminders from '#contract/mail/reminders.contract.ts'
import { Failure, success } from '#contract/kernel/answers.schemas.ts'
import type { Route } from '#contract/kernel/contract.ts'
import * as registers from '#contract/finance/registers.contract.ts'
import * as schedules from '#contract/schedules/schedules.contract.ts'
import * as search from '#contract/kernel/search.contract.ts'
import * as session from '#contract/identity/session.contract.ts'
import * as site from '#contract/site/site.contract.ts'
import * as stock from '#contract/stock/stock.contract.ts'
import * as processes from '#contract/operations/processes.contract.ts'
import * as usage from '#contract/subscription/usage.contract.ts'
import * as subscription from '#contract/subscription/subscription.contract.ts'
import * as support from '#contract/support/support.contract.ts'
import * as tasks from '#contract/tasks/tasks.contract.ts'
import * as timesheets from '#contract/timesheets/timesheets.contract.ts'
import * as vat from '#contract/finance/vat.contract.ts'
import * as declarations from '#contract/finance/declarations.contract.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { records } from '#domain/records.ts'

const contexts = [
  assistant.chatRoutes,
  billing.billRoutes,
  numbering.numberingRoutes,
  quotes.quoteRoutes,
  cv.cvRoutes,
  dashboard.dashboardRoutes,
  documents.documentRoutes,
  finance.financeRoutes,
  forecast.forecastRoutes,
  history.historyRoutes,
  history.auditRoutes,
  identity.userRoutes,
  identity.roleRoutes,
  mail.mailRoutes,
  reminders.reminderRoutes,
  ownData.ownDataRoutes,
  usage.usageRoutes,
  operations.logRoutes,
  operations.effectRoutes,
  operations.healthRoutes,
  notifications.notificationRoutes,
  notifications.activityRoutes,
  planning.eventRoutes,
  planning.calendarRoutes,
  calendarImports.calendarImportRoutes,
  clientImports.clientImportRoutes,
  transactionImports.transactionImportRoutes,
  planning.feedRoutes,
  profile.professionalInfoRoutes,
  profile.personalProfileRoutes,
  projects.projectRoutes,
  prospecting.prospectingRoutes,
  queues.queueRoutes,
  site.siteRoutes,
  registers.registerRoutes,
  schedules.scheduledTransactionRoutes,
  schedules.chargeRoutes,
  schedules.urssafRoutes,
  search.searchRoutes,
  session.sessionRoutes,
  stock.stockRoutes,
  processes.processRoutes,
  subscription.subscriptionRoutes,
  subscription.planRoleRoutes,
  support.supportRoutes,
  tasks.boardRoutes,
  timesheets.timesheetRoutes,
  vat.vatRoutes,
  declarations.declarationRoutes,
  ...records.map(recordRoutes),
]
const contract: readonly Route[] = contexts.flatMap((routes): Route[] => Object.values(routes))

/** The access of a GET route by its path; undefined where there is none. */
export const accessOf = (path: string) =>
  contract.find((route) => route.method === 'GET' && route.path === path)?.access

/**
 * The server prefers words to parameters, place by place: `/bill/:userId/all/:id` to
 * `/bill/:userId/:id/:part`.
 */
const specificity = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')

/** @param declared records beside the product's own */
function routeOf(
  method: string,
  pathname: string,
  declared: readonly RecordType[],
): Route | undefined {
  const parts = pathname.split('/')
  const added = declared.flatMap((type): Route[] => Object.values(recordRoutes(type)))
  return [...contract, ...added]
    .filter((route) => {
      const pattern = route.path.split('/')
      return (
        route.method === method &&
        pattern.length === parts.length &&
        pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))
      )
    })
    .sort((a, b) => specificity(a.path).localeCompare(specificity(b.path)))[0]
}

/** Reason why the server could never have answered this; null when it could. */
export function faultIn(
  method: string,
  pathname: string,
  status: number,
  body: unknown,
  declared: readonly RecordType[] = [],
): string | null {
  const route = routeOf(method, pathname, declared)
  if (route === undefined) return `${method} ${pathname} is no route`
  if (route.kind !== 'json') return null
  const parsed = status < 400 ? success(route.reply).safeParse(body) : Failure.safeParse(body)
  if (parsed.success) return null
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return `${method} ${route.path}: ${issues.join(' · ')}`
}
