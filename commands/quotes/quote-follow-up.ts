import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { isCreditedInFull } from '#domain/billing/bill-balance.ts'
import { type BillLine, pricedLines, totalsOfContent } from '#domain/billing/content.ts'
import { depositLine } from '#domain/billing/vat/mentions.values.ts'
import { depositOfQuote, type QuoteContent } from '#domain/quotes/quote-content.ts'
import {
  lineLeft,
  type LiveQuote,
  quoteDecider,
  quoteRefusal,
  refOf,
} from '#domain/quotes/quote.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { PRICE_UNITS, unitsPerDay } from '#domain/projects/price-unit.values.ts'
import { noTerms, type ProjectDraft, projectDecider } from '#domain/projects/project.ts'
import type { BillWritten } from '#commands/billing/payment-booking.ts'
import type { BillCommands } from '#commands/billing/bills.ts'
import { depositOf } from '#commands/billing/deducted-deposits.ts'
import type { NewBill } from '#commands/billing/draft-content.ts'
import type { BillIssuance } from '#commands/billing/issue-bill.ts'
import { step } from '#commands/billing/step.ts'

/** Part of a quote's line that a bill's line takes. @unit quantity: ten-thousandths */
export type LineToBill = { readonly line: number; readonly quantity: number }

/** A contract whose reference follows. */
type ContractDraft = Omit<ProjectDraft, 'ref'> & { readonly ref: null }

export type QuoteFollowUpDeps = {
  readonly handler: CommandHandler
  readonly bills: Pick<BillCommands, 'draft'>
  readonly issuance: Pick<BillIssuance, 'load' | 'deducts'>
  /** Adds a contract; the same id adds one. */
  readonly addContract: (id: string, draft: ContractDraft, meta: CommandMeta) => Promise<unknown>
  /** The quote of that profile. @throws NOT_FOUND */
  readonly own: (
    id: string,
    profileId: string,
    owner: string,
  ) => Promise<{ readonly state: LiveQuote }>
}

/** Successors of an accepted quote: its contract, its deposit, its bills. */
export function quoteFollowUp({ handler, bills, issuance, addContract, own }: QuoteFollowUpDeps) {
  /** Rest of each line of an accepted quote. @unit ten-thousandths */
  const restOf = (quote: LiveQuote): readonly number[] =>
    quote.content.lines.map((_, line) => lineLeft(quote, line))

  /** Whether a bill that was made from a quote counts no more. */
  async function isGone(billId: string, owner: string): Promise<boolean> {
    const state = (await handler.load(billDecider, billId, owner))?.state
    return (
      state === undefined ||
      state.status === 'none' ||
      state.status === 'removed' ||
      (state.status === 'issued' && isCreditedInFull(state))
    )
  }
  const isContractGone = async (projectId: string, owner: string): Promise<boolean> =>
    (await handler.load(projectDecider, projectId, owner))?.state.status !== 'live'

  /** The quote's terms, as a bill of it begins. */
  const billOf = ({ content, projectId }: LiveQuote, id: string): Omit<NewBill, 'billType'> => {
    const {
      validUntil: _,
      depositPercent: _p,
      feeMinor: _f,
      deposits: _d,
      clientName: _n,
      ...terms
    } = content
    return { ...terms, projectId, issueDate: '', dueDate: '', quoteId: id }
  }

  async function isLiveContract(quote: LiveQuote, owner: string): Promise<LiveQuote> {
    const gone = quote.projectId !== '' && (await isContractGone(quote.projectId, owner))
    return gone ? { ...quote, projectId: '' } : quote
  }

  /** The part of the quote's discount that these lines bear. */
  function discountFor(
    { content }: LiveQuote,
    lines: readonly BillLine[],
  ): QuoteContent['discount'] {
    const { discount } = content
    if (!discount || discount.kind === 'percent') return discount ?? null
    const net = (of: readonly BillLine[]) =>
      pricedLines({ ...content, lines: of }).reduce((sum, { netMinor }) => sum + netMinor, 0)
    const whole = net(content.lines)
    return whole <= 0
      ? discount
      : { ...discount, value: multiplyRounded(discount.value, net(lines), whole) }
  }

  return {
    /**
     * Makes its contract; one that was removed since is made again.
     *
     * @throws QUOTE_NOT_ACCEPTED · QUOTE_HAS_CONTRACT
     */
    async makeContract(
      id: string,
      profileId: string,
      meta: CommandMeta,
    ): Promise<BillWritten & { projectId: string }> {
      const { state } = await own(id, profileId, meta.owner)
      if (state.status !== 'accepted') throw quoteRefusal('QUOTE_NOT_ACCEPTED')
      const gone = state.projectId !== '' && (await isContractGone(state.projectId, meta.owner))
      const made = ulidFrom(`contract of quote ${id} after ${gone ? state.projectId : ''}`)
      if (state.projectId !== '' && !gone) throw quoteRefusal('QUOTE_HAS_CONTRACT')
      await addContract(
        made,
        contractOf(state),
        step(meta, derivedUuid(meta.commandId, 'contract')),
      )
      const noted = await handler.run(
        quoteDecider,
        id,
        { type: 'NoteContract', projectId: made, gone },
        step(meta, derivedUuid(meta.commandId, 'noted')),
      )
      return { ...noted, projectId: made }
    },

    /**
     * Drafts the bill of its deposit; one that was removed or credited since is made again.
     *
     * @throws QUOTE_NOT_ACCEPTED · QUOTE_WITHOUT_DEPOSIT · QUOTE_HAS_DEPOSIT
     */
    async makeDeposit(
      id: string,
      profileId: string,
      today: Day,
      meta: CommandMeta,
    ): Promise<BillWritten & { billId: string }> {
      const { state } = await own(id, profileId, meta.owner)
      if (state.status !== 'accepted') throw quoteRefusal('QUOTE_NOT_ACCEPTED')
      const { depositPercent, serviceName } = state.content
      if (depositPercent === 0) throw quoteRefusal('QUOTE_WITHOUT_DEPOSIT')
      const gone = state.depositId !== '' && (await isGone(state.depositId, meta.owner))
      if (state.depositId !== '' && !gone) throw quoteRefusal('QUOTE_HAS_DEPOSIT')
      const billId = ulidFrom(`deposit of quote ${id} after ${gone ? state.depositId : ''}`)
      const draft = billOf(await isLiveContract(state, meta.owner), id)
      const lines = depositOfQuote(totalsOfContent(state.content), depositPercent).vat.map(
        ({ rate, baseMinor }): BillLine => ({
          description: depositLine(serviceName || refOf(state)),
          quantity: QUANTITY_SCALE,
          unit: '',
          unitPriceMinor: baseMinor,
          rate,
          creditedLine: null,
        }),
      )
      const terms = {
        ...draft,
        billType: 'deposit',
        lines,
        pricesWithVat: false,
        discount: null,
      } as const
      await bills.draft(billId, terms, today, step(meta, derivedUuid(meta.commandId, 'deposit')))
      const noted = await handler.run(
        quoteDecider,
        id,
        { type: 'NoteDeposit', billId, gone },
        step(meta, derivedUuid(meta.commandId, 'noted')),
      )
      return { ...noted, billId }
    },

    /**
     * Drafts a bill of what is left of its lines, or of the quantities asked for, which deducts the
     * deposit.
     *
     * @throws QUOTE_NOT_ACCEPTED · QUOTE_NOTHING_LEFT · QUOTE_LINE_ABOVE_REST · QUOTE_LINE_UNKNOWN
     */
    async makeBill(
      id: string,
      profileId: string,
      input: { readonly billId: string; readonly lines?: readonly LineToBill[] | undefined },
      today: Day,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      const { state } = await own(id, profileId, meta.owner)
      if (state.status !== 'accepted') throw quoteRefusal('QUOTE_NOT_ACCEPTED')
      const earlier = (await handler.load(billDecider, input.billId, meta.owner))?.state
      const rest = restOf(state)
      const wanted =
        input.lines ??
        // The same request again makes the same bill, which holds the lines by now.
        (earlier?.status === 'draft'
          ? earlier.content.lines.map(({ quotedLine = -1, quantity }) => ({
              line: quotedLine,
              quantity,
            }))
          : rest.map((quantity, line) => ({ line, quantity })))
      const lines = wanted.flatMap(({ line, quantity }, index): readonly BillLine[] => {
        const quoted = state.content.lines[line]
        if (!quoted)
          throw quoteRefusal('QUOTE_LINE_UNKNOWN', {}, [
            { path: `lines.${index}.line`, code: 'QUOTE_LINE_UNKNOWN' },
          ])
        return quantity <= 0 ? [] : [{ ...part(quoted, quantity), quotedLine: line }]
      })
      if (lines.length === 0) throw quoteRefusal('QUOTE_NOTHING_LEFT')
      const deposit =
        state.depositId === ''
          ? undefined
          : (await issuance.load(state.depositId, meta.owner).catch(none))?.state
      const isOpen =
        deposit?.status === 'issued' &&
        depositOf(state.depositId, deposit) !== null &&
        (deposit.deductedBy === null ||
          !(await issuance.deducts(deposit.deductedBy.finalId, state.depositId, meta.owner)))
      const terms = billOf(await isLiveContract(state, meta.owner), id)
      return bills.draft(
        input.billId,
        {
          ...terms,
          billType: 'invoice',
          lines,
          discount: discountFor(state, lines) ?? null,
          ...(isOpen && { depositIds: [state.depositId] }),
        },
        today,
        meta,
      )
    },
  }
}

const none = (error: unknown) => {
  if (error instanceof Refusal) return undefined
  throw error
}

/** A line with another quantity; what is taken off it as an amount follows. */
function part(line: BillLine, quantity: number): BillLine {
  const { discount } = line
  if (discount?.kind !== 'amount' || quantity === line.quantity) return { ...line, quantity }
  return {
    ...line,
    quantity,
    discount: { ...discount, value: multiplyRounded(discount.value, quantity, line.quantity) },
  }
}

/** Time at one price is sold by its unit; anything else for a price as a whole. */
function contractOf(quote: LiveQuote): ContractDraft {
  const { content } = quote
  const [first] = content.lines
  const { netMinor } = totalsOfContent(content)
  const priceUnit = PRICE_UNITS.find((unit) => unit === first?.unit)
  const isByDay =
    first !== undefined &&
    priceUnit !== undefined &&
    !content.discount &&
    !content.pricesWithVat &&
    content.lines.every(
      (line) =>
        line.unit === priceUnit &&
        line.unitPriceMinor === first.unitPriceMinor &&
        line.unitPriceFine === undefined &&
        line.discount === undefined,
    )
  const { penaltyBasis = 'rate', discountTerms = '', language = '', header, footer } = content
  const { clientId, currency, paymentDays, penaltyRate, serviceStart, serviceEnd } = content
  return {
    profileId: content.profileId,
    ref: null,
    title: content.serviceName || first?.description.split('\n')[0] || refOf(quote),
    templates: [],
    isBillable: true,
    terms: {
      ...noTerms,
      clientId,
      priceMode: isByDay ? 'day' : 'fixed',
      priceMinor: isByDay ? first.unitPriceMinor : netMinor,
      ...(isByDay && { priceUnit }),
      soldDays: content.lines.reduce(
        (sum, line) => sum + Math.round(line.quantity / (unitsPerDay(line.unit, 0) ?? Infinity)),
        0,
      ),
      currency,
      startDate: serviceStart,
      endDate: serviceEnd > serviceStart ? serviceEnd : '',
      paymentDeadline: paymentDays,
      penaltyRate,
      penaltyBasis,
      vatRate: content.includeVat ? (first?.rate ?? 0) : 0,
      ...(content.buyerReference && { buyerReference: content.buyerReference }),
      ...(content.purchaseOrder !== '' && { purchaseOrder: content.purchaseOrder }),
      discountTerms,
      header,
      footer,
      language,
    },
  }
}
