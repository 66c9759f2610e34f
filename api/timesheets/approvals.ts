import type { Commands } from '#commands/product.ts'
import { contentSha256 } from '#commands/timesheets/approval-months.ts'
import {
  type MonthApproval,
  timesheetRoutes as routes,
} from '#contract/timesheets/timesheets.contract.ts'
import { carriedBy } from '#domain/billing/billed-month.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { fromQuantity } from '#domain/kernel/money.ts'
import { workedOn } from '#domain/timesheets/timesheet.ts'
import { bills, dayBillOf } from '#projections/billing/bills.ts'
import { users } from '#projections/identity/users.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { type MailDoc, mails, mailsInOutbox } from '#projections/mail/mails.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import {
  activitiesIn,
  type MonthDoc,
  monthOf,
  timesheetMonths,
} from '#projections/timesheets/months.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { html } from '../kernel/html.ts'
import { monthText } from '../kernel/formats.ts'
import { isolated, word } from '../kernel/words.ts'
import { mailsBefore } from '../mail/mails-before.ts'
import { monthPaper, paperReads } from './paper.ts'
import { timeText } from './time-text.ts'

const PDF = 'application/pdf'

/**
 * Where each contract of a month stands with its client.
 *
 * @param now epoch milliseconds
 * @param outbox ids of mails that the user has yet to send
 */
export const approvalsOf = (
  doc: MonthDoc | null,
  now: number,
  outbox: ReadonlySet<string>,
): MonthApproval[] =>
  (doc?.approvals ?? []).map((one) => ({
    ready: one.status === 'sent' && outbox.has(one.mailId ?? ''),
    projectId: one.projectId,
    status: one.status,
    at: one.at,
    sentAt: one.sentAt,
    recipients: [...one.recipients],
    name: one.name,
    reason: one.reason,
    notes: [...one.notes],
    changed:
      contentSha256(one.projectId, workedOn(activitiesIn(doc), one.projectId)) !==
      one.contentSha256,
    linkUntil: one.tokenSha256 !== '' && one.expiresAt > now ? one.expiresAt : 0,
  }))

/** Mails of a month's approvals that lie in the outbox. */
export const outboxOf = (
  model: ReadModel<MailDoc>,
  owner: string,
  docs: readonly (MonthDoc | null)[],
): Promise<ReadonlySet<string>> =>
  mailsInOutbox(
    model,
    owner,
    docs.flatMap((doc) => (doc?.approvals ?? []).map(({ mailId = '' }) => mailId)),
  )

/** Months that users send to their clients, who approve them without an account. */
export function timesheetApprovalsApi(
  api: Api,
  {
    timesheetApprovals: commands,
    timesheetPapers: papers,
    mail,
  }: Pick<Commands, 'timesheetApprovals' | 'timesheetPapers' | 'mail'>,
  publicUrl: URL,
): void {
  const sentBefore = mailsBefore(api.deps)

  api.serve(
    routes.waiting,
    { reads: { timesheetMonths, mails, ...projectRowReads } },
    async ({ read, owner, params: { profileId } }) => {
      const contracts = new Map(
        (await projectsOf(read, owner, profileId)).map((row) => [row._id, row]),
      )
      const { items } = await read.timesheetMonths.find({ filter: { where: { owner, profileId } } })
      const outbox = await outboxOf(read.mails, owner, items)
      return items
        .toSorted((a, b) => a.year - b.year || a.month - b.month)
        .flatMap((doc) =>
          doc.approvals.flatMap(({ projectId, status, at, mailId = '' }) => {
            const contract = contracts.get(projectId)
            if (contract === undefined || status === 'approved' || status === 'withdrawn') return []
            const { title, ref, client } = contract
            const worked = doc.worked.find((one) => one.projectId === projectId)
            const days = fromQuantity(worked?.quantity ?? 0)
            return {
              projectId,
              title: title || ref,
              client,
              year: doc.year,
              month: doc.month,
              status,
              ready: status === 'sent' && outbox.has(mailId),
              at,
              days,
            }
          }),
        )
    },
  )

  api.serve(
    routes.ofBill,
    { reads: { timesheetMonths, bills } },
    async ({ read, owner, params: { profileId, id } }) => {
      const bill = await read.bills.get(id)
      if (bill?.owner !== owner || bill.profileId !== profileId) throw refusal('NOT_FOUND', { id })
      const days = dayBillOf(bill)
      const found = await Promise.all(
        carriedBy(days).months.map(async ({ year, month }) => {
          const doc = await monthOf(read.timesheetMonths, owner, profileId, year, month)
          return (doc?.approvals ?? []).flatMap(({ projectId, status, name, at }) =>
            projectId === days.projectId && status === 'approved'
              ? [{ year, month, name, at }]
              : [],
          )
        }),
      )
      return found.flat()
    },
  )

  api.serve(routes.approvalMail, { reads: paperReads }, async (call) => {
    const { read, owner, params, caller, closed } = call
    const { year, month } = params
    const { language, contract, sender, contacts, before } = await commands.addressed(owner, params)
    const { paper, fileName } = await monthPaper(
      read,
      { owner, ...params },
      language,
      caller.timeZone,
    )
    const bytes = await papers.paper(paper, { owner, urgency: 'paper', signal: closed })
    const [first] = contacts
    const label = (key: string, details = {}) =>
      word(language, 'timesheets', `timesheet.approvalMail.${key}`, details)
    const details = {
      month: monthText(language, year, month),
      contract: isolated(language, contract),
      days: timeText(language, paper.lines),
    }
    const paragraphs = [
      label('greeting'),
      label('lead', details),
      label('ask'),
      label('close'),
      sender.name,
    ]
    return {
      from: sender.address,
      senderName: sender.name,
      recipients: before.length > 0 ? [...before] : first ? [first.address] : [],
      contacts: [...contacts],
      subject: label('subject', { ...details, contract }),
      body: paragraphs.map((text) => html`<p>${text}</p>`.text).join(''),
      paper: { name: fileName, bytes: bytes.length },
    }
  })

  api.serve(routes.sendApproval, { reads: { ...paperReads, mails, users } }, async (call) => {
    const { read, owner, params, body, caller, closed, meta } = call
    const { documents, body: text, ...mailed } = body
    const { language } = await commands.addressed(owner, params)
    const { paper, fileName } = await monthPaper(
      read,
      { owner, ...params },
      language,
      caller.timeZone,
    )
    const files = await mail.files(
      owner,
      documents.map((id) => ({ kind: 'document', id })),
    )
    const bytes = await papers.paper(paper, { owner, urgency: 'paper', signal: closed })
    const sha256 = await api.deps.documents.keep(bytes, PDF)
    const draft = {
      ...mailed,
      sender: { name: caller.name, address: (await read.users.get(owner))?.profile.mail ?? '' },
      html: text,
      template: '',
      billId: '',
      attachments: [{ name: fileName, type: PDF, bytes: bytes.length, sha256 }, ...files],
    }
    const withLink = (before: string, path: string) => {
      const link = word(language, 'timesheets', 'timesheet.approvalMail.link')
      return `${before}${html`<p><a href="${new URL(path, publicUrl).href}">${link}</a></p>`.text}`
    }
    return written(
      await commands.send(params, paper.lines, draft, withLink, {
        sentBefore: await sentBefore(call),
        meta: meta(),
      }),
    )
  })

  api.serve(routes.withdrawApproval, {}, async ({ params, meta }) =>
    written(await commands.withdraw(params, meta())),
  )
  api.serve(routes.reopenApproval, {}, async ({ params, body: { reason }, meta }) =>
    written(await commands.reopen(params, reason, meta())),
  )
}
