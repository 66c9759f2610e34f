import type { CommandHandler } from '#commands/kernel/command.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import type { OwnTransaction } from '#domain/finance/own-transaction.ts'
import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'

const linkRefusal = catalogue({
  TRANSACTION_LINK_UNKNOWN: 'invalid',
  TRANSACTION_PROFILE_UNKNOWN: 'invalid',
  TRANSACTION_ORGANISM_UNKNOWN: 'invalid',
  TRANSACTION_ATTACHMENT_UNKNOWN: 'invalid',
})

type Links = Partial<Pick<OwnTransaction, 'profileId' | 'organismId' | 'attachmentIds'>>

/**
 * Checks what a transaction or a schedule names.
 *
 * @throws TRANSACTION_LINK_UNKNOWN naming each field that names what the owner does not have
 */
export type CheckLinks = (owner: string, links: Links) => Promise<void>

/** Attachments that were removed while a transaction began to name them. */
export const attachmentsUnknown = () =>
  linkRefusal('TRANSACTION_LINK_UNKNOWN', {}, [
    { path: 'attachmentIds', code: 'TRANSACTION_ATTACHMENT_UNKNOWN' },
  ])

export const linkCheck =
  ({
    handler,
    missingFiles,
  }: {
    readonly handler: CommandHandler
    /** Uploaded files that the owner does not have. */
    readonly missingFiles: (owner: string, ids: readonly string[]) => Promise<readonly string[]>
  }): CheckLinks =>
  async (owner, { profileId, organismId, attachmentIds }) => {
    const wrong: FieldRefusal[] = []
    if (profileId !== undefined) {
      const profile = await handler.load(professionalInfoDecider, profileId, owner)
      if (profile?.state.status !== 'live')
        wrong.push({ path: 'profileId', code: 'TRANSACTION_PROFILE_UNKNOWN' })
    }
    if (organismId !== undefined && organismId !== '') {
      const organism = await handler.load(recordDecider(Organism), organismId, owner)
      if (organism?.state.status !== 'live')
        wrong.push({ path: 'organismId', code: 'TRANSACTION_ORGANISM_UNKNOWN' })
    }
    if (attachmentIds !== undefined && attachmentIds.length > 0) {
      const missing = await missingFiles(owner, attachmentIds)
      if (missing.length > 0)
        wrong.push({ path: 'attachmentIds', code: 'TRANSACTION_ATTACHMENT_UNKNOWN' })
    }
    if (wrong.length > 0) throw linkRefusal('TRANSACTION_LINK_UNKNOWN', {}, wrong)
  }
