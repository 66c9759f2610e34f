import type { FastifyInstance } from 'fastify'
import type { LogCleaner } from '#commands/operations/clean-log.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import type { SendCode } from '#commands/quotes/quote-mails.ts'
import type { CompanyRegistry } from '#commands/gateways/company-registry/company-registry.ts'
import type { JobSources } from '#commands/prospecting/job-sources.ts'
import type { MailWay } from '#commands/gateways/open-gateways.ts'
import type { PaymentSandbox } from '#commands/gateways/payments/payments-local.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import type { DemoReset } from '#commands/operations/demo-reset.ts'
import type { ProcessCommands } from '#commands/operations/processes.ts'
import type { Commands } from '#commands/product.ts'
import { bills } from '#projections/billing/bills.ts'
import { chatApi } from './assistant/chat.ts'
import { billsApi } from './billing/bills.ts'
import { mountQuotePages } from './quotes/quote-pages.ts'
import { quotesApi } from './quotes/quotes.ts'
import { numberingApi } from './billing/numbering.ts'
import { verificationApi, verifiedPaper } from './billing/verification.ts'
import { mergesApi } from './customers/merges.ts'
import { contractBilling } from './projects/ports.ts'
import { projectApi } from './projects/projects.ts'
import { contractStatisticsApi } from './projects/statistics.ts'
import { clientImportsApi } from './customers/client-imports.ts'
import { cvApi } from './cv/cvs.ts'
import { cvImportApi } from './cv/imports.ts'
import { documentApi } from './documents/documents.ts'
import { dashboardApi } from './dashboard/dashboard.ts'
import { dashboardPorts } from './dashboard/ports.ts'
import { declarationsApi } from './finance/declarations.ts'
import { forecastApi } from './finance/forecast.ts'
import { schedulesApi } from './schedules/schedules.ts'
import { transactionImportsApi } from './finance/transaction-imports.ts'
import { transactionsApi } from './finance/transactions.ts'
import { turnoverApi } from './finance/turnover.ts'
import { registersApi } from './finance/registers.ts'
import { vatApi } from './finance/vat.ts'
import { auditApi } from './history/audit.ts'
import { historyApi } from './history/history.ts'
import { mailApi } from './mail/mails.ts'
import { remindersApi } from './mail/reminders.ts'
import { demoApi } from './operations/demo.ts'
import { effectsApi } from './operations/effects.ts'
import { shippedOptions } from './settings/shipped-options.ts'
import { type HealthOptions, healthApi } from './operations/health.ts'
import { logsApi } from './operations/logs.ts'
import { type MachineryOptions, machineryApi } from './operations/machinery.ts'
import { processesApi } from './operations/processes.ts'
import type { Identity } from './identity/identity.ts'
import type { Api } from './kernel/api.ts'
import type { QueueBoardOptions } from './operations/queues.ts'
import { calendarApi } from './planning/calendar.ts'
import { digestPages } from './planning/digest-pages.ts'
import { feedApi } from './planning/feed.ts'
import { notificationsApi } from './planning/notifications.ts'
import { activityApi } from './history/activity.ts'
import { waitingApi } from './planning/waiting.ts'
import { calendarImportsApi } from './planning/calendar-imports.ts'
import { eventsApi } from './planning/events.ts'
import type { Exports } from './identity/own-data/exports.ts'
import { ownDataApi } from './identity/own-data/own-data.ts'
import { personalProfileApi } from './profile/personal-profiles.ts'
import { professionalInfoApi } from './profile/professional-infos.ts'
import { applicationsApi } from './prospecting/applications.ts'
import { criteriaApi } from './prospecting/criteria.ts'
import { mountJobPages } from './prospecting/job-pages.ts'
import { jobsApi } from './prospecting/jobs.ts'
import { messageDraftsApi } from './prospecting/message-drafts.ts'
import { offersApi } from './prospecting/offers.ts'
import { publicationsApi } from './prospecting/publications.ts'
import { recordApi } from './records.ts'
import { searchApi } from './search.ts'
import { articlesApi } from './site/articles.ts'
import { generatorApi } from './site/generator.ts'
import { publishedSite } from './site/published-site.ts'
import { sitePagesApi } from './site/pages.ts'
import { productsApi } from './stock/products.ts'
import { streamApi } from './stream.ts'
import { sandboxPages } from './subscription/sandbox-pages.ts'
import { planRolesApi } from './subscription/plan-roles.ts'
import { plansFor, subscriptionApi } from './subscription/subscriptions.ts'
import type { BudgetRule } from './subscription/budget-rule.ts'
import { usageApi } from './subscription/usage.ts'
import type { MayWrite } from './subscription/write-rule.ts'
import { supportApi } from './support/requests.ts'
import { type SystemOptions, systemApi } from './system.ts'
import { boardsApi } from './tasks/boards.ts'
import { approvalPages } from './timesheets/approval-pages.ts'
import { timesheetApprovalsApi } from './timesheets/approvals.ts'
import { monthFiles } from './timesheets/month-files.ts'
import { timesheetPaperApi } from './timesheets/paper.ts'
import { timesheetApi } from './timesheets/timesheets.ts'
import { webFiles, type WebOptions } from './web.ts'

export type Contexts = {
  readonly identity: Identity
  readonly registry: CompanyRegistry
  /** The newest seal, kept outside the log. */
  readonly witness: ExternalSealStore
  readonly log: { readonly book: LogBook; readonly cleaner: LogCleaner }
  readonly health: HealthOptions
  readonly processes: ProcessCommands
  readonly machinery: MachineryOptions
  readonly resetDemo: DemoReset
  readonly mailWay: MailWay
  /** Mails of the product itself; null where no mail leaves by itself. */
  readonly houseMail: SendCode | null
  readonly jobSources: JobSources
  /** Where browsers reach the product. */
  readonly publicUrl: URL
  readonly mayWrite: MayWrite
  readonly budget: BudgetRule
  readonly exports: Exports
  readonly commands: Commands
}

/** Every context's routes. */
export const serveContexts =
  ({
    identity,
    registry,
    commands,
    witness,
    log,
    health,
    processes,
    machinery,
    resetDemo,
    mailWay,
    houseMail,
    jobSources,
    publicUrl,
    mayWrite,
    budget,
    exports,
  }: Contexts) =>
  (api: Api): void => {
    identity.serve(api)
    recordApi(api, commands.records, shippedOptions)
    mergesApi(api, commands)
    offersApi(api, commands.records)
    productsApi(api, commands.sales)
    publicationsApi(api, commands.records)
    jobsApi(api, commands.jobs, commands.jobHunts, {
      publicUrl,
      hasFranceTravail: jobSources.franceTravail !== null,
      mayTouch: identity.mayTouch,
    })
    criteriaApi(api, commands.criteriaReader)
    messageDraftsApi(api, commands.messageDrafts)
    applicationsApi(api, commands)
    chatApi(api, commands.chats)
    searchApi(api)
    personalProfileApi(api, identity.accounts)
    professionalInfoApi(api, commands.profile, registry)
    projectApi(api, commands.projects, contractBilling)
    contractStatisticsApi(api)
    timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
    timesheetPaperApi(api, commands.timesheetPapers)
    timesheetApprovalsApi(api, commands, publicUrl)
    billsApi(api, commands.billing)
    numberingApi(api, commands.billing.issuance.numbering, commands.billing)
    quotesApi(api, commands, { publicUrl, sendCode: houseMail })
    verificationApi(api)
    transactionsApi(api, commands.transactions)
    transactionImportsApi(api, commands.transactionImports)
    clientImportsApi(api, commands.clientImports)
    schedulesApi(api, commands.schedules)
    boardsApi(api, commands.boards)
    turnoverApi(api)
    forecastApi(api, commands.openingBalances)
    vatApi(api, commands.vat)
    declarationsApi(api, commands.servicesStatements)
    registersApi(api, commands.registerPapers)
    dashboardApi(api, dashboardPorts(commands.billing.seller, commands.billing.issuance.legalRates))
    documentApi(api, commands.documents)
    cvApi(api, commands.cv)
    cvImportApi(api, commands.cvImports, identity.accounts)
    historyApi(api)
    auditApi(api, { witness, recordAccesses: commands.recordAccesses, processes, book: log.book })
    mailApi(api, commands, mailWay, monthFiles(api, commands))
    remindersApi(api, commands.reminders)
    eventsApi(api, commands.calendarEvents)
    calendarImportsApi(api, commands.calendarImports)
    calendarApi(api)
    feedApi(api, commands.calendarFeeds)
    notificationsApi(api, commands.notifications, commands.digests)
    activityApi(api)
    waitingApi(api, commands.notifications)
    effectsApi(api, commands.effects)
    supportApi(api, commands.support)
    articlesApi(api, commands.records)
    generatorApi(api, commands.articleDrafts, commands.records)
    sitePagesApi(api, commands.records)
    subscriptionApi(api, commands.subscriptions, { publicUrl, isExempt: mayWrite.isExempt })
    ownDataApi(api, exports)
    usageApi(api, budget)
    planRolesApi(api, commands.subscriptions, identity)
    logsApi(api, log)
    healthApi(api, health, log)
    processesApi(api, processes)
    machineryApi(api, machinery, log)
    demoApi(api, resetDemo)
  }

/** Paths outside the contract: sign-in pages, the stream, health, the web's files. */
export const serveOutside =
  (options: {
    readonly identity: Identity
    /** Figures of the process, and those that the metrics read on request. */
    readonly system: Pick<SystemOptions, 'measures' | 'observed'>
    /** Aborts the streams when the process ends. */
    readonly ending: AbortSignal
    readonly commands: Commands
    readonly houseMail: SendCode | null
    readonly web: Omit<WebOptions, 'queues' | 'plans' | 'demo' | 'verified' | 'site' | 'documents'>
    /** Whether users need a plan, so that plans are told of. */
    readonly needsPlan: boolean
    readonly queueBoard?: QueueBoardOptions | undefined
    /** The local payment provider, where it is used. */
    readonly sandbox: PaymentSandbox | null
  }) =>
  async (app: FastifyInstance, api: Api): Promise<void> => {
    const { identity, system, ending, commands, houseMail, web, needsPlan, queueBoard, sandbox } =
      options
    await identity.mount(app)
    streamApi(app, {
      store: api.deps.store,
      ending,
      authenticate: (request) => identity.authenticate(request),
    })
    systemApi(app, { ...system, authenticate: (request) => identity.authenticate(request) })
    if (sandbox) await sandboxPages(app, sandbox)
    await digestPages(app, commands.digests)
    await approvalPages(app, commands.timesheetApprovals, api.deps.documents)
    // Loaded only where there is a queue to show.
    if (queueBoard)
      await (await import('./operations/queues.ts')).serveQueues(app, api, {
        ...queueBoard,
        authenticate: (request) => identity.authenticate(request),
      })
    await mountQuotePages(app, api, { commands, sendCode: houseMail })
    await mountJobPages(app, api, { commands, publicUrl: web.publicUrl })
    const { readModels, documents, clock } = api.deps
    const site = publishedSite(readModels, clock)
    const demo: WebOptions['demo'] = identity.guests
    const plans: WebOptions['plans'] = needsPlan
      ? (language) => plansFor(commands.subscriptions, language)
      : null
    const verified: WebOptions['verified'] = async (sha256) =>
      verifiedPaper(await readModels.of(bills), sha256)
    await webFiles(app, {
      ...web,
      plans,
      demo,
      verified,
      site,
      documents,
      queues: queueBoard === undefined ? 'none' : 'shown',
    })
  }
