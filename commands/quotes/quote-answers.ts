import { createHash } from 'node:crypto'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { openedBy, type Quote, quoteDecider, quoteRefusal } from '#domain/quotes/quote.ts'
import { CODE_MINUTES } from '#domain/quotes/quote.values.ts'
import { type Day, MINUTE_MS } from '#domain/kernel/time.ts'
import { step } from '#commands/billing/step.ts'
import type { Live } from './quote-sending.ts'

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Answers of a client, by the link or through the user, and the links themselves. */
export function quoteAnswers({
  handler,
  own,
  now,
}: {
  readonly handler: CommandHandler
  readonly own: (id: string, profileId: string, owner: string) => Promise<Live>
  readonly now: () => number
}) {
  return {
    /** Opens a link to what was sent. @param secret unguessable; only its hash is kept */
    openLink: (id: string, secret: string, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        { type: 'OpenLink', secretSha256: hashOf(secret) },
        step(meta, derivedUuid(meta.commandId, 'link', hashOf(secret))),
      ),
    /** The client agreed otherwise: on paper, by mail, by phone. */
    async acceptByHand(
      id: string,
      profileId: string,
      { name, day, note }: { readonly name: string; readonly day: Day; readonly note: string },
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(quoteDecider, id, { type: 'AcceptByHand', name, day, note }, meta)
    },
    async declineByHand(
      id: string,
      profileId: string,
      reason: string,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(
        quoteDecider,
        id,
        { type: 'Decline', by: 'user', reason, secretSha256: '' },
        meta,
      )
    },

    // Acts of the client by the link

    /** Content of a link. @throws QUOTE_LINK_CLOSED */
    async opened(id: string, secret: string, owner: string) {
      const loaded = await handler.load(quoteDecider, id, owner)
      if (loaded === null) throw quoteRefusal('QUOTE_LINK_CLOSED')
      return openedBy(loaded.state, hashOf(secret))
    },
    view: (id: string, secret: string, meta: CommandMeta) =>
      handler.run(quoteDecider, id, { type: 'View', secretSha256: hashOf(secret) }, meta),
    /** @param code what the client is sent; the log gets a hash of it with the link's secret */
    requestCode: (
      id: string,
      { secret, code, isHanded }: { secret: string; code: string; isHanded: boolean },
      meta: CommandMeta,
    ) =>
      handler.run(
        quoteDecider,
        id,
        {
          type: 'RequestCode',
          secretSha256: hashOf(secret),
          codeSha256: hashOf(`${secret} ${code}`),
          until: now() + CODE_MINUTES * MINUTE_MS,
          ...(isHanded && { handed: true }),
        },
        meta,
      ),
    /**
     * @throws QUOTE_CODE_WRONG, which was counted · QUOTE_CODE_EXPIRED · QUOTE_LAPSED ·
     * QUOTE_CLOSED
     */
    async acceptByLink(
      id: string,
      secret: string,
      { name, code }: { readonly name: string; readonly code: string },
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      const result = await handler.run(
        quoteDecider,
        id,
        {
          type: 'AcceptByLink',
          secretSha256: hashOf(secret),
          codeSha256: hashOf(`${secret} ${code}`),
          name,
        },
        meta,
      )
      if (result.state.status !== 'accepted')
        throw quoteRefusal('QUOTE_CODE_WRONG', {}, [{ path: 'code', code: 'QUOTE_CODE_WRONG' }])
      return result
    },
    declineByLink: (id: string, secret: string, reason: string, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        { type: 'Decline', by: 'client', reason, secretSha256: hashOf(secret) },
        meta,
      ),
  }
}
