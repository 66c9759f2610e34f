import type { QuotedLines } from '#commands/billing/ports.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { isCreditedInFull } from '#domain/billing/bill-balance.ts'
import type { Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import type { BillContent } from '#domain/billing/content.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import { quoteDecider, type TakenLine } from '#domain/quotes/quote.ts'
import { step } from '#commands/billing/step.ts'

/** Whether a bill takes no lines any more: its draft was removed, or credit notes gave it back. */
const isOver = (bill: Bill | undefined): boolean =>
  bill?.status === 'removed' || (bill?.status === 'issued' && isCreditedInFull(bill))

/** Rest of a quote that an issued bill still takes: credit notes give back their part of a line. */
function afterCredits({ content, frozen, credits }: IssuedBill): BillContent['lines'] {
  const given = credits.flatMap((credit) => (credit.ref === '' ? [] : credit.lines))
  return content.lines.map((line, index) => {
    const netMinor = frozen.lines[index]?.netMinor ?? 0
    const backMinor = given.reduce((sum, one) => sum + (one.line === index ? one.netMinor : 0), 0)
    if (backMinor <= 0 || netMinor <= 0) return line
    const left = Math.max(0, netMinor - backMinor)
    return { ...line, quantity: multiplyRounded(line.quantity, left, netMinor) }
  })
}

/**
 * Parts of quotes that bills take. Every taking is decided on the quote's own stream, so two never
 * take too much.
 */
export function quotedLines(handler: CommandHandler): QuotedLines {
  const release: QuotedLines['release'] = async (billId, quoteId, meta) => {
    if (!quoteId) return ''
    const { position } = await handler.run(
      quoteDecider,
      quoteId,
      { type: 'ReleaseLines', billId },
      step(meta, derivedUuid(meta.commandId, 'unquoted', billId)),
    )
    return position
  }

  const quoted: QuotedLines = {
    release,
    async take(billId, { quoteId, lines }, meta, attempt) {
      if (!quoteId) return ''
      const quote = (await handler.load(quoteDecider, quoteId, meta.owner))?.state
      const others =
        quote?.status === 'accepted' ? quote.taken.filter((one) => one.billId !== billId) : []
      const states = await Promise.all(
        others.map(async (one) => ({
          billId: one.billId,
          bill: (await handler.load(billDecider, one.billId, meta.owner))?.state,
        })),
      )
      const gone = states.filter(({ bill }) => isOver(bill)).map((one) => one.billId)
      const taken = lines.map(({ quotedLine, quantity }): TakenLine | null =>
        quotedLine === undefined || quantity === 0 ? null : { line: quotedLine, quantity },
      )
      const { position } = await handler.run(
        quoteDecider,
        quoteId,
        { type: 'TakeLines', billId, lines: taken, gone },
        step(meta, derivedUuid(meta.commandId, 'quoted', billId, attempt)),
      )
      return position
    },

    async settle(billId, bill, meta) {
      const { quoteId } = bill.content
      if (!quoteId) return ''
      if (isCreditedInFull(bill)) return release(billId, quoteId, meta)
      return quoted.take(
        billId,
        { quoteId, lines: afterCredits(bill) },
        meta,
        `credited ${bill.credits.length}`,
      )
    },
  }
  return quoted
}
