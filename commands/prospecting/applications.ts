import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { RecordCommands } from '#commands/records.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import type { CvContent } from '#domain/cv/cv.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import type { MailPayload } from '#domain/mail/mail.ts'
import { dayIn, epochOfDay, FRENCH_ZONE } from '#domain/kernel/time.ts'
import {
  type Application,
  applicationDecider,
  type SentCv,
  type SentFile,
} from '#domain/prospecting/application.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { isClosed } from '#domain/prospecting/offer.values.ts'
import type { FollowUp, JobCommands } from './jobs.ts'

const PDF = 'application/pdf'

/** A mail with a body that is not yet sanitised. */
type LetterMail = Omit<MailPayload, 'body'> & { readonly html: string }

/** The CV that the user chose, as it stands now. */
export type ChosenCv = {
  /** Stream of the CV: the owner's id for the main one. */
  readonly cvId: string
  readonly language: CvLanguage
  readonly content: CvContent
}

export type ApplicationOrder = Pick<
  Application,
  'about' | 'subjectId' | 'title' | 'company' | 'url'
> & {
  readonly sender: MailPayload['sender']
  /** Null on the site of the company: nothing is sent from here. */
  readonly mail: Pick<MailPayload, 'recipients' | 'cc' | 'subject'> | null
  /** HTML, not yet sanitised. */
  readonly letter: string
  readonly attachments: readonly SentFile[]
  readonly cv: ChosenCv | null
  /** Whether a job is followed as an offer. */
  readonly follow: boolean
  /** Set unless something else is planned for a later day; null sets nothing. */
  readonly followUp: FollowUp | null
}

type Ports = {
  readonly drawCv: (order: ChosenCv & { readonly day: string }, call: Asked) => Promise<Uint8Array>
  /** @returns the number of the version that shows this content */
  readonly keepCv: (
    id: string,
    name: string,
    content: CvContent,
    meta: CommandMeta,
  ) => Promise<number>
  readonly sanitised: (html: string) => string
  readonly checkMail: (mail: LetterMail, sentBefore: number | null) => MailPayload
  readonly sendMail: (id: string, mail: LetterMail, meta: CommandMeta) => Promise<unknown>
}
type Asked = { readonly owner: string; readonly signal: AbortSignal }

/** States from which an application moves an offer on. */
const BEFORE_APPLYING: ReadonlySet<string> = new Set(['new', 'firstContact'])

/**
 * Applications for jobs and offers: the letter, the CV that was seen, and the mail that carries
 * both.
 */
export function applicationCommands({
  handler,
  documents,
  jobs,
  records,
  ports,
  now,
}: {
  readonly handler: CommandHandler
  readonly documents: Pick<Documents, 'keep'>
  readonly jobs: Pick<JobCommands, 'apply'>
  readonly records: Pick<RecordCommands, 'change'>
  readonly ports: Ports
  readonly now: () => number
}) {
  /** The paper of the CV, kept by its content, and the version that it shows. */
  async function sentCv(
    { cvId, language, content }: ChosenCv,
    title: string,
    meta: CommandMeta,
    signal: AbortSignal,
  ) {
    const day = dayIn(now(), meta.timeZone ?? FRENCH_ZONE)
    const paper = await ports.drawCv(
      { cvId, language, content, day },
      { owner: meta.owner, signal },
    )
    const sha256 = await documents.keep(paper, PDF)
    const number = await ports.keepCv(cvId, title.slice(0, 200), content, {
      ...meta,
      commandId: derivedUuid(meta.commandId, 'cv'),
    })
    const file = {
      name: `CV ${content.person.name} ${language}.pdf`,
      type: PDF,
      bytes: paper.length,
      sha256,
    }
    return { cvId, number, language, file } satisfies SentCv
  }

  /** @returns the offer by which the job or offer is followed; empty for none. @throws NOT_FOUND */
  async function followed(
    { about, subjectId, follow, followUp }: ApplicationOrder,
    meta: CommandMeta,
  ): Promise<string> {
    if (about === 'job') {
      const { state } = await jobs.apply(subjectId, follow ? 'as-offer' : 'mark-only', followUp, {
        ...meta,
        commandId: derivedUuid(meta.commandId, 'apply'),
      })
      return state.status === 'live' ? state.offerId : ''
    }
    const offer = await handler.load(recordDecider(Offer), subjectId, meta.owner)
    if (offer?.state.status !== 'live') return subjectId
    const { state, nextActionDate } = offer.state.values
    const today = epochOfDay(dayIn(now(), meta.timeZone ?? FRENCH_ZONE))
    const changes = {
      ...(BEFORE_APPLYING.has(state) && { state: 'Positionned' as const }),
      // An interview or another act that is planned for a later day stays.
      ...(!isClosed(state) && nextActionDate <= today && followUp),
    }
    if (Object.keys(changes).length > 0)
      await records.change(Offer, subjectId, changes, {
        ...meta,
        commandId: derivedUuid(meta.commandId, 'state'),
      })
    return subjectId
  }

  return {
    /**
     * Records the application, then requests its mail. Refusals of the mail come first, so that no
     * application is recorded that cannot leave.
     *
     * @param sentBefore mails that the user requested within the hour
     * @throws NOT_FOUND · APPLICATION_EMPTY · what a mail is refused for
     */
    async make(
      id: string,
      order: ApplicationOrder,
      sentBefore: number,
      meta: CommandMeta,
      signal: AbortSignal,
    ) {
      const { about, subjectId, title, company, url, letter: html } = order
      const mailWith = (files: readonly SentFile[]): LetterMail | null =>
        order.mail && {
          ...order.mail,
          sender: order.sender,
          html,
          template: '',
          billId: '',
          attachments: [...files, ...order.attachments],
        }
      const checked = (mail: LetterMail | null) => mail && ports.checkMail(mail, sentBefore)
      // Before anything is drawn or kept, and once more with the weight of the paper.
      checked(mailWith([]))
      const cv = order.cv && (await sentCv(order.cv, title, meta, signal))
      const mail = mailWith(cv ? [cv.file] : [])
      const payload = checked(mail)
      const offerId = await followed(order, meta)
      const application: Application = {
        about,
        subjectId,
        offerId,
        title,
        company,
        way: payload === null ? 'externalSite' : 'byemail',
        recipients: payload?.recipients ?? [],
        subject: payload?.subject ?? '',
        letter: payload?.body ?? ports.sanitised(html),
        url,
        cv,
      }
      const made = await handler.run(
        applicationDecider,
        id,
        { type: 'MakeApplication', application },
        meta,
      )
      if (mail)
        await ports.sendMail(id, mail, { ...meta, commandId: derivedUuid(meta.commandId, 'mail') })
      return made
    },
  }
}
