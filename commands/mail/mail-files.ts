import type { CommandHandler } from '#commands/kernel/command.ts'
import { documentDecider } from '#domain/documents/document.ts'
import type { MailFile } from '#domain/mail/mail.ts'
import type { AttachmentKind } from '#domain/mail/mail.values.ts'

/** An attachment by what it is of. */
export type AttachmentRef = { readonly kind: AttachmentKind; readonly id: string }
/** A file of a mail by its subject's id; null without one, or for another user's. */
export type FileSource = (owner: string, id: string) => Promise<MailFile | null>
export type FileSources = Readonly<Record<AttachmentKind, FileSource>>
/** Papers that are drawn from read models when they are asked for. */
export type DrawnFiles = Pick<FileSources, 'timesheet'>
export type KeptFiles = Omit<FileSources, keyof DrawnFiles>

/** An uploaded file of the user. */
export const uploadedFile =
  (handler: CommandHandler): FileSource =>
  async (owner, id) => {
    const state = (await handler.load(documentDecider, id, owner))?.state
    if (state?.status !== 'live') return null
    const { name, mediaType, bytes, sha256 } = state
    return { name, type: mediaType, bytes, sha256 }
  }
