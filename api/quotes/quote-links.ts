import type { CommandMeta } from '#commands/kernel/command.ts'
import { hashOf } from '#commands/quotes/quote-answers.ts'
import { SECRET, type SendCode } from '#commands/quotes/quote-mails.ts'
import type { Commands } from '#commands/product.ts'
import { quoteRefusal } from '#domain/quotes/quote.ts'
import { timeZoneOf } from '#projections/identity/users.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { quoteLinks, quotes } from '#projections/quotes/quotes.ts'
import type { ApiDeps } from '#api/kernel/api.ts'

/** A quote that a link was opened to, also one that it opens no more. */
type Linked = { readonly id: string; readonly owner: string; readonly timeZone: string }

/** Acts of clients by their links, on pages and by the API. */
export function clientsOfQuotes(
  { readModels, newId }: Pick<ApiDeps, 'readModels' | 'newId'>,
  commands: Pick<Commands, 'quotes' | 'quoteMails'>,
  sendCode: SendCode | null,
) {
  const meta = ({ owner, timeZone }: Linked, requestId: string): CommandMeta => ({
    commandId: newId(),
    owner,
    timeZone,
    actor: { kind: 'system', id: 'public' },
    correlationId: requestId,
  })
  /** @throws QUOTE_LINK_CLOSED for a secret that never opened anything */
  async function linked(secret: string): Promise<Linked> {
    const link = SECRET.test(secret)
      ? await (await readModels.of(quoteLinks)).get(hashOf(secret))
      : null
    if (link === null) throw quoteRefusal('QUOTE_LINK_CLOSED')
    const { quoteId: id, owner } = link
    return { id, owner, timeZone: await timeZoneOf(readModels, owner) }
  }
  return {
    /** Content of the link. @throws QUOTE_LINK_CLOSED */
    async opened(secret: string) {
      const { id, owner, timeZone } = await linked(secret)
      return { ...(await commands.quotes.opened(id, secret, owner)), id, owner, timeZone }
    },
    /** Swatch of the business that sent a quote; 0 for none. */
    async colourOf({ id, owner }: Pick<Linked, 'id' | 'owner'>): Promise<number> {
      const quote = await (await readModels.of(quotes)).get(id)
      if (quote?.owner !== owner) return 0
      const profiles = await readModels.of(professionalInfos)
      return (await professionalInfoOf(profiles, owner, quote.profileId))?.identity.colour ?? 0
    },
    /** Whether the link once opened something: a later version took its place. */
    wasOpened: async (secret: string): Promise<boolean> =>
      linked(secret).then(
        () => true,
        () => false,
      ),
    async viewed(secret: string, requestId: string): Promise<void> {
      const link = await linked(secret)
      await commands.quotes.view(link.id, secret, meta(link, requestId))
    },
    async sendCode(secret: string, requestId: string): Promise<{ readonly address: string }> {
      const link = await linked(secret)
      return commands.quoteMails.sendCode(link.id, secret, sendCode, meta(link, requestId))
    },
    async accept(
      secret: string,
      given: { readonly name: string; readonly code: string },
      requestId: string,
    ) {
      const link = await linked(secret)
      return commands.quotes.acceptByLink(link.id, secret, given, meta(link, requestId))
    },
    async decline(secret: string, reason: string, requestId: string) {
      const link = await linked(secret)
      return commands.quotes.declineByLink(link.id, secret, reason, meta(link, requestId))
    },
  }
}
