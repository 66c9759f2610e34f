import type { SendCode } from '#commands/quotes/quote-mails.ts'
import type { Commands } from '#commands/product.ts'
import { QuotePatch } from '#contract/quotes/quotes.schemas.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { quoteDecider, quoteRefusal } from '#domain/quotes/quote.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayOrNone } from '#domain/kernel/time.ts'
import { mails } from '#projections/mail/mails.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { docAt } from '#api/kernel/past.ts'
import { changesIn, isPast } from '#api/kernel/read-back.ts'
import { mailsBefore } from '#api/mail/mails-before.ts'
import { newQuoteOf, quoteChangesOf, quoteToWire } from './quote-wire.ts'
import { quantityOf } from '#api/billing/wire.ts'
import { todayOf } from '#api/billing/bill-access.ts'
import { quoteLinkRoutes } from './quotes.links.ts'
import { quoteReads } from './quotes.reads.ts'

/** The address of a link's page. */
const linkTo =
  (publicUrl: URL) =>
  (secret: string): string =>
    new URL(`/devis/${secret}`, publicUrl).href

/** Quotes: written by their user, read and answered by clients. */
export function quotesApi(
  api: Api,
  commands: Pick<Commands, 'quotes' | 'quoteMails' | 'billing'>,
  { publicUrl, sendCode }: { readonly publicUrl: URL; readonly sendCode: SendCode | null },
): void {
  const { deps } = api
  const { quotes: own, quoteMails } = commands
  const { legalRates } = commands.billing.issuance
  const sentBefore = mailsBefore(deps)
  quoteReads(api, commands)
  quoteLinkRoutes(api, commands, sendCode)

  api.serve(quoteRoutes.add, {}, async (call) =>
    written(
      await own.draft(
        call.body.id ?? call.newId(),
        newQuoteOf(call.body),
        todayOf(call),
        call.meta(),
      ),
    ),
  )
  api.serve(quoteRoutes.change, {}, async (call) => {
    const { id, profileId } = call.body
    const loaded = await own.load(id, call.owner)
    const { content } = loaded.state
    const meta = call.meta()
    const body = await changesIn(call.body, QuotePatch, async () => {
      if (isPast(call.body, loaded, meta.commandId)) return call.body
      const doc = await docAt(
        deps.store,
        { projection: quotes, category: quoteDecider.category, id },
        call.owner,
        call.now,
      )
      // A change that is sent back says nothing of mails.
      return quoteToWire(doc, await legalRates(), new Set())
    })
    return written(await own.change(id, profileId, quoteChangesOf(body, content), meta))
  })
  api.serve(quoteRoutes.remove, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.remove(id, profileId, meta())),
  )
  api.serve(quoteRoutes.send, { reads: { mails } }, async (call) => {
    const { profileId, id } = call.params
    const { to, mail, message: text = '' } = call.body
    if (mail && to === '')
      throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_REQUIRED' }])
    const before = await sentBefore(call)
    // Refused before the quote takes a number.
    if (mail) quoteMails.check(to, before)
    const meta = call.meta()
    const sent = await own.send(id, profileId, to, todayOf(call), meta)
    const outgoing = {
      kind: 'send',
      to: mail ? to : '',
      message: text,
      linkTo: linkTo(publicUrl),
      sentBefore: before,
    } as const
    return { ...written(sent), ...(await quoteMails.post(id, outgoing, meta)) }
  })
  api.serve(quoteRoutes.remind, { reads: { mails } }, async (call) => {
    const { profileId, id } = call.params
    const { to, mail, message: text = '' } = call.body
    const { status } = await own.checked(id, profileId, call.owner)
    if (status !== 'sent') throw quoteRefusal('QUOTE_NOT_SENT')
    if (mail && to === '')
      throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_REQUIRED' }])
    const before = await sentBefore(call)
    const meta = call.meta()
    const outgoing = {
      kind: 'remind',
      to: mail ? to : '',
      message: text,
      linkTo: linkTo(publicUrl),
      sentBefore: before,
    } as const
    const posted = await quoteMails.post(id, outgoing, meta)
    return { ...(await own.standing(id, call.owner)), ...posted }
  })
  api.serve(quoteRoutes.revise, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.revise(id, profileId, meta())),
  )
  api.serve(quoteRoutes.withdraw, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.withdraw(id, profileId, meta())),
  )
  api.serve(quoteRoutes.accept, {}, async (call) => {
    const { profileId, id } = call.params
    const { name, date = 0, note = '' } = call.body
    const day = dayOrNone(date) || todayOf(call)
    return written(await own.acceptByHand(id, profileId, { name, day, note }, call.meta()))
  })
  api.serve(
    quoteRoutes.decline,
    {},
    async ({ params: { profileId, id }, body: { reason = '' }, meta }) =>
      written(await own.declineByHand(id, profileId, reason, meta())),
  )

  api.serve(quoteRoutes.contract, {}, async ({ params: { profileId, id }, meta }) => {
    const made = await own.makeContract(id, profileId, meta())
    return { ...written(made), projectId: made.projectId }
  })
  api.serve(quoteRoutes.deposit, {}, async (call) => {
    const { profileId, id } = call.params
    const made = await own.makeDeposit(id, profileId, todayOf(call), call.meta())
    return { ...written(made), billId: made.billId }
  })
  api.serve(quoteRoutes.bill, {}, async (call) => {
    const { profileId, id } = call.params
    const lines = call.body?.lines?.map(({ line, quantity }, index) => ({
      line,
      quantity: quantityOf(quantity, `lines.${index}.quantity`),
    }))
    const billId = call.body?.id ?? call.newId()
    return {
      ...written(await own.makeBill(id, profileId, { billId, lines }, todayOf(call), call.meta())),
      billId,
    }
  })
}
