import * as assistant from '#contract/assistant/assistant.schemas.ts'
import * as billing from '#contract/billing/billing.schemas.ts'
import * as cv from '#contract/cv/cv.schemas.ts'
import * as dashboard from '#contract/dashboard/dashboard.schemas.ts'
import * as documents from '#contract/documents/documents.schemas.ts'
import * as finance from '#contract/finance/finance.schemas.ts'
import * as forecast from '#contract/finance/forecast.schemas.ts'
import * as history from '#contract/history/history.schemas.ts'
import * as identity from '#contract/identity/identity.schemas.ts'
import * as mail from '#contract/mail/mail.schemas.ts'
import * as ownData from '#contract/identity/own-data.schemas.ts'
import * as operations from '#contract/operations/operations.schemas.ts'
import * as profile from '#contract/profile/profile.schemas.ts'
import * as projects from '#contract/projects/projects.schemas.ts'
import * as prospecting from '#contract/prospecting/prospecting.schemas.ts'
import * as quotes from '#contract/quotes/quotes.schemas.ts'
import * as queues from '#contract/operations/queues.schemas.ts'
import * as notifications from '#contract/planning/notifications.schemas.ts'
import * as planning from '#contract/planning/planning.schemas.ts'
import { recordRoutes } from '#contract/kernel/records.schemas.ts'
import * as reminders from '#contract/mail/reminders.schemas.ts'
import { Failure, type Route, success } from '#contract/kernel/route.ts'
import * as registers from '#contract/finance/registers.schemas.ts'
import * as schedules from '#contract/schedules/schedules.schemas.ts'
import * as search from '#contract/kernel/search.schemas.ts'
import * as session from '#contract/identity/session.schemas.ts'
import * as site from '#contract/site/site.schemas.ts'
import * as stock from '#contract/stock/stock.schemas.ts'
import * as processes from '#contract/operations/processes.schemas.ts'
import * as subscription from '#contract/subscription/subscription.schemas.ts'
import * as support from '#contract/support/support.schemas.ts'
import * as tasks from '#contract/tasks/tasks.schemas.ts'
import * as timesheets from '#contract/timesheets/timesheets.schemas.ts'
import * as vat from '#contract/finance/vat.schemas.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { records } from '#domain/records.ts'

const contexts = [
  assistant.chatRoutes,
  billing.billRoutes,
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
  operations.logRoutes,
  operations.effectRoutes,
  operations.healthRoutes,
  notifications.notificationRoutes,
  notifications.activityRoutes,
  planning.eventRoutes,
  planning.calendarRoutes,
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
  ...records.map(recordRoutes),
]
const contract: readonly Route[] = contexts.flatMap((routes): Route[] => Object.values(routes))

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

/** What the server could never have answered, in words; null when it could. */
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
