import type { SendCode } from '#commands/quotes/quote-mails.ts'
import type { Commands } from '#commands/product.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { Api } from '#api/kernel/api.ts'
import { clientsOfQuotes } from './quote-links.ts'

/** Acts of a client by the link. */
export function quoteLinkRoutes(
  api: Api,
  commands: Pick<Commands, 'quotes' | 'quoteMails'>,
  sendCode: SendCode | null,
): void {
  const clients = clientsOfQuotes(api.deps, commands, sendCode)

  api.serve(quoteRoutes.opened, {}, async ({ params: { token } }) => {
    const { status, sent } = await clients.opened(token)
    const { bill, validUntil } = sent.frozen
    return {
      status,
      ref: bill.ref,
      language: bill.language,
      business: bill.seller.commercialName || bill.seller.name,
      client: bill.buyer.name,
      serviceName: bill.serviceName,
      date: epochOfDay(bill.issueDate),
      validUntil: epochOfDay(validUntil),
      currency: bill.currency,
      totalHT: toMajor(bill.totalNetMinor, bill.currency),
      totalTTC: toMajor(bill.totalGrossMinor, bill.currency),
      sha256: sent.documentSha256,
      byCode: sent.address !== '',
    }
  })
  api.serve(quoteRoutes.code, {}, ({ params: { token }, request }) =>
    clients.sendCode(token, request.id),
  )
  api.serve(quoteRoutes.acceptByLink, {}, async ({ params: { token }, body, request }) => {
    await clients.accept(token, body, request.id)
    return { status: 'accepted' as const }
  })
  api.serve(quoteRoutes.declineByLink, {}, async ({ params: { token }, body, request }) => {
    await clients.decline(token, body.reason, request.id)
    return { status: 'declined' as const }
  })
}
