import { billFileName } from '#domain/billing/paper/paper.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { MailFile } from '#domain/mail/mail.ts'
import { PDF } from './issue-bill.ts'

/** The paper of an issued bill, as a file of a mail; null without a paper, or for another user. */
export const issuedPaper =
  (handler: CommandHandler, documents: Pick<Documents, 'read'>) =>
  async (owner: string, billId: string): Promise<MailFile | null> => {
    const state = (await handler.load(billDecider, billId, owner))?.state
    if (state?.status !== 'issued') return null
    const { documentSha256: sha256, frozen } = state
    const paper = await documents.read(sha256)
    return paper && { name: billFileName(frozen), type: PDF, bytes: paper.bytes.length, sha256 }
  }
