import type { RenderQuotePdf } from '#domain/quotes/quote-paper.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { planRuns } from '#domain/subscription/standing.ts'
import { subscriptionDecider } from '#domain/subscription/subscription.ts'
import { mailEffect } from '#domain/mail/mail.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { chatCommands } from './assistant/chats.ts'
import { billCommands } from './billing/bills.ts'
import { billIssuance } from './billing/issue-bill.ts'
import { issuedPaper } from './billing/issued-paper.ts'
import type { BillingPorts } from './billing/ports.ts'
import { productPorts } from './billing/product-ports.ts'
import { quoteCommands } from './quotes/quotes.ts'
import { quotedLines } from './quotes/quoted-lines.ts'
import { quoteMails, sentQuotePaper } from './quotes/quote-mails.ts'
import { mergeCommands } from './customers/merges.ts'
import { toldApartCommands } from './customers/told-apart.ts'
import { cvCommands } from './cv/cvs.ts'
import { cvPapers } from './cv/document/cv-papers.ts'
import { CV_ITEMS } from '#domain/cv/cv-items.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { cvImports } from './cv/import/cv-imports.ts'
import { modelReader } from './cv/import/model-reader.ts'
import type { CvReader } from './cv/import/cv-reader.ts'
import { documentCommands } from './documents/documents.ts'
import type { Facts } from './facts.ts'
import { paymentBooks } from './finance/book-payment.ts'
import { contributionCharge } from './schedules/contribution-charge.ts'
import { scheduleCommands } from './schedules/schedules.ts'
import { linkCheck } from './finance/transaction-links.ts'
import { transactionCommands } from './finance/transactions.ts'
import { openingBalanceCommands } from './finance/opening-balance.ts'
import { registerPapers } from './finance/register-paper.ts'
import { servicesStatementCommands } from './finance/services-statements.ts'
import { vatCommands } from './finance/vat.ts'
import type { Ai } from './gateways/ai/ai.ts'
import type { Documents } from './gateways/documents/documents.ts'
import type { Payments } from './gateways/payments/payments.ts'
import type { ImportDrafts } from './gateways/import-drafts/import-drafts.ts'
import { identityCommands } from './identity/identity.ts'
import { planRolesOfUser } from './identity/plan-roles.ts'
import { recordAccessCommands } from './identity/record-accesses.ts'
import { sampleAccounts } from './identity/sample-account.ts'
import type { CommandHandler } from './kernel/command.ts'
import { derivedUuid } from './kernel/ids.ts'
import { createRemovals } from './kernel/removals.ts'
import { billMails } from './mail/bill-mails.ts'
import { uploadedFile } from './mail/mail-files.ts'
import { reminderCommands } from './mail/reminders.ts'
import type { Press } from './kernel/typeset/press.ts'
import { sanitisedMail } from './mail/mail-html.ts'
import { mailCommands } from './mail/send-mail.ts'
import { aiAsking } from './operations/ask-ai.ts'
import { effectCommands, retryOf } from './operations/retry-effect.ts'
import { notificationDigestCommands } from './planning/notification-digests.ts'
import { notificationCommands } from './planning/notifications.ts'
import { calendarEventCommands } from './planning/calendar-events.ts'
import { calendarImportCommands } from './planning/calendar-imports.ts'
import { clientImportCommands } from './customers/client-imports.ts'
import { transactionImportCommands } from './finance/transaction-imports.ts'
import { calendarFeedCommands } from './planning/calendar-feeds.ts'
import { personCommands } from './profile/person.ts'
import { professionalInfoCommands } from './profile/professional-info.ts'
import { projectCommands } from './projects/project.ts'
import { applicationCommands } from './prospecting/applications.ts'
import { jobCleaner } from './prospecting/clean-jobs.ts'
import { jobHuntCommands } from './prospecting/job-hunts.ts'
import { jobCommands } from './prospecting/jobs.ts'
import type { JobSources } from './prospecting/job-sources.ts'
import { criteriaReader } from './prospecting/criteria-reader.ts'
import { messageDraftCommands } from './prospecting/message-drafts.ts'
import { recordCommands } from './records.ts'
import { articleDrafts } from './site/article-drafts.ts'
import { subscriptionCommands } from './subscription/subscriptions.ts'
import { recordsWithSales, saleCommands } from './stock/sales.ts'
import { supportCommands } from './support/requests.ts'
import { boardCommands } from './tasks/boards.ts'
import { timesheetApprovals } from './timesheets/approvals.ts'
import { timesheetPapers } from './timesheets/timesheet-paper.ts'
import { timesheetCommands } from './timesheets/timesheet.ts'

/** Parts outside the process or on another thread. */
type Gateways = Pick<BillingPorts, 'renderPdf' | 'expectPaper'> & {
  readonly renderQuotePdf: RenderQuotePdf
  readonly press: Pick<Press, 'print'>
  readonly cvReader: CvReader
  readonly importDrafts: ImportDrafts
  readonly jobSources: JobSources
  /** Where searches for jobs are told. */
  readonly book: Pick<LogBook, 'write'>
  readonly ai: {
    readonly server: Ai | null
    readonly dailyTokens: number
    readonly guestDailyTokens: number
  }
  readonly payments: Payments
  /** Destroys keys of personal data for good. */
  readonly forgetKeys: (ids: readonly string[]) => Promise<void>
}

export type CommandDeps = {
  readonly handler: CommandHandler
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: Documents
  readonly gateways: Gateways
  readonly facts: Facts
  readonly clock: Clock
  /** A new ULID. */
  readonly newId: () => string
}

/** Whether a user's plan runs now. */
const runningPlans =
  (handler: CommandHandler, clock: Clock) =>
  async (owner: string): Promise<boolean> => {
    const subscription = (await handler.load(subscriptionDecider, owner, owner))?.state
    return subscription?.status === 'live' && planRuns(subscription.plan, clock.now())
  }

/** Access of applications to the CV and to mails. */
const applicationPorts = (
  cv: ReturnType<typeof cvCommands>,
  mail: ReturnType<typeof mailCommands>,
): Parameters<typeof applicationCommands>[0]['ports'] => ({
  drawCv: ({ content, language, day }, call) => {
    const { template, accent } = content.facts
    return cv.draw({ content, language, template, accent, day }, { ...call, urgency: 'paper' })
  },
  keepCv: (id, name, content, meta) => cv.keptAs(id, name, content, meta),
  sanitised: sanitisedMail,
  checkMail: (draft, sentBefore) => mail.check(draft, sentBefore),
  sendMail: (id, draft, meta) => mail.send(id, draft, null, meta),
})

/**
 * Every context's commands, composed once. A context's access to another one is wired here and
 * nowhere else.
 */
export function buildCommands({
  handler,
  store,
  documents,
  gateways,
  facts,
  clock,
  newId,
}: CommandDeps) {
  const removals = createRemovals(handler, clock)
  const finance = paymentBooks(handler)
  const isSimulation = sampleAccounts(handler)
  const { renderPdf, expectPaper, press, payments } = gateways
  const ports: BillingPorts = {
    ...productPorts({ handler, isSimulation, removals, facts }),
    ...finance,
    quotedLines: quotedLines(handler),
    renderPdf,
    ...(expectPaper && { expectPaper }),
  }
  const issuance = billIssuance({ handler, documents, ports })
  const uploads = documentCommands({ handler, documents, store, facts, removals })
  const checkLinks = linkCheck({
    handler,
    missingFiles: (owner, ids) => uploads.missing(owner, ids),
  })
  const transactions = transactionCommands({ handler, checkLinks, files: uploads })
  const mail = mailCommands(handler, {
    bill: issuedPaper(handler, documents),
    document: uploadedFile(handler),
    quote: sentQuotePaper(handler, documents),
  })
  const aboutBills = billMails({ handler, facts })
  const ownRecords = recordCommands(handler, facts, removals)
  const sales = saleCommands(handler, {
    putIncome: (id, facts, meta) => transactions.put(id, facts, meta),
    removeIncome: (id, meta) => transactions.removeIfAny(id, meta),
  })
  const jobs = jobCommands({
    handler,
    records: ownRecords,
    sources: gateways.jobSources,
    now: clock.now,
    book: gateways.book,
    isSample: isSimulation,
  })
  const ai = aiAsking({
    ai: gateways.ai.server,
    handler,
    now: clock.now,
    dailyTokens: gateways.ai.dailyTokens,
    guests: { isGuest: isSimulation, dailyTokens: gateways.ai.guestDailyTokens },
  })
  const projects = projectCommands({ handler, facts, clock, removals })
  const bills = billCommands(handler, issuance, ports)
  const quotes = quoteCommands({
    handler,
    documents,
    ports,
    renderQuotePdf: gateways.renderQuotePdf,
    bills,
    issuance,
    addContract: (id, draft, meta) => projects.add(id, draft, meta),
    now: clock.now,
  })
  const cv = cvCommands(handler, cvPapers(documents, press))
  const notifications = notificationCommands(handler, {
    now: clock.now,
    planRuns: runningPlans(handler, clock),
  })
  return {
    records: recordsWithSales(ownRecords, sales),
    profile: professionalInfoCommands(
      handler,
      facts,
      removals,
      contributionCharge(handler, facts, clock),
    ),
    person: personCommands({ handler, documents }),
    projects,
    merges: mergeCommands({
      handler,
      facts,
      records: ownRecords,
      removals,
      clock,
      ports: {
        moveContract: (move, meta) => projects.moveClient(move, meta),
        moveBill: (move, meta) => bills.moveClient(move, meta),
        moveQuote: (move, meta) => quotes.moveClient(move, meta),
        isIssuedSince: (id, clientId, owner) => bills.isIssuedSince(id, clientId, owner),
      },
    }),
    toldApart: toldApartCommands(handler),
    timesheets: timesheetCommands(handler),
    timesheetPapers: timesheetPapers(press, isSimulation),
    timesheetApprovals: timesheetApprovals({
      handler,
      facts,
      checkMail: (draft, sentBefore) => mail.check(draft, sentBefore),
      sendMail: (id, draft, meta) => mail.send(id, draft, null, meta),
      tellMail: (id, draft, meta) => mail.tell(id, draft, meta),
      now: clock.now,
    }),
    billing: { bills, issuance, seller: ports.seller, profilesOf: ports.profilesOf },
    quotes,
    quoteMails: quoteMails({
      handler,
      facts,
      quotes,
      mail,
      file: sentQuotePaper(handler, documents),
    }),
    finance,
    transactions,
    sales,
    schedules: scheduleCommands({ handler, facts, clock, checkLinks }),
    vat: vatCommands(handler, facts),
    servicesStatements: servicesStatementCommands(handler, facts),
    openingBalances: openingBalanceCommands(handler),
    mail,
    billMails: aboutBills,
    reminders: reminderCommands({ handler, facts, mail, billMails: aboutBills, now: clock.now }),
    registerPapers: registerPapers(press, isSimulation),
    effects: effectCommands(handler, [retryOf(mailEffect)]),
    documents: uploads,
    jobs,
    jobHunts: jobHuntCommands({
      handler,
      facts,
      jobs,
      sources: gateways.jobSources,
      sendMail: (id, draft, meta) => mail.send(id, draft, null, meta),
      now: clock.now,
    }),
    applications: applicationCommands({
      handler,
      documents,
      jobs,
      records: ownRecords,
      now: clock.now,
      ports: applicationPorts(cv, mail),
    }),
    jobCleaner: jobCleaner({ handler, facts, clock }),
    messageDrafts: messageDraftCommands({ handler, ai }),
    criteriaReader: criteriaReader(ai, () => clock.now()),
    articleDrafts: articleDrafts(ai),
    chats: chatCommands({ handler, ai, newId, forgetKeys: gateways.forgetKeys }),
    support: supportCommands(handler),
    recordAccesses: recordAccessCommands(handler),
    subscriptions: subscriptionCommands(
      handler,
      payments,
      clock,
      planRolesOfUser(handler, removals),
    ),
    boards: boardCommands(handler),
    cv,
    cvImports: cvImports({
      drafts: gateways.importDrafts,
      reader: gateways.cvReader,
      model: modelReader(ai),
      clock,
      ports: {
        addItem: (section, id, values, meta) => ownRecords.add(CV_ITEMS[section], id, values, meta),
        changeHead: (changes, meta) => cv.change(meta.owner, changes, meta),
        isOver: ({ id, owner, name }, end) =>
          notifications.tell(
            end === 'read' ? `cvImport ${id}` : `cvImport ${id} ${end}`,
            {
              kind: end === 'read' ? 'importFinished' : 'importFailed',
              title: name,
              start: 0,
              entity: 'cvImport',
              entityId: id,
            },
            {
              commandId: derivedUuid('cv import', id, end),
              owner,
              actor: { kind: 'process', id: 'cv-import' },
            },
          ),
      },
    }),
    calendarEvents: calendarEventCommands(handler),
    calendarImports: calendarImportCommands(handler),
    transactionImports: transactionImportCommands(handler, transactions),
    clientImports: clientImportCommands(handler, ownRecords, facts),
    calendarFeeds: calendarFeedCommands(handler),
    notifications,
    digests: notificationDigestCommands({
      handler,
      facts,
      sendMail: (id, draft, meta) => mail.send(id, draft, null, meta),
      isSample: isSimulation,
      now: clock.now,
    }),
    identity: identityCommands({ handler, facts, removals, newId }),
  }
}
export type Commands = ReturnType<typeof buildCommands>
